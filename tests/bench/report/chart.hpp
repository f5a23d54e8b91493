// A line chart with a logarithmic axis, as SVG: readable on light and dark backgrounds.
#pragma once

#include <string>
#include <vector>

namespace jaipur::bench {

struct Point {
    double x, least, median, most;
};

struct Curve {
    std::string name;
    std::vector<Point> points;
    bool dashed = false; // a limit or a reference
};

struct Chart {
    std::string title, x_label, y_label;
    bool log_y = false; // else from 0
    std::vector<Curve> curves;
};

std::string to_svg(const Chart& chart);

} // namespace jaipur::bench
