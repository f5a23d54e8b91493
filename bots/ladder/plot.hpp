// Plots as SVG: points with intervals, for the strength of players and of training.
#pragma once

#include <string>
#include <vector>

namespace jaipur::bots::ladder {

struct PlotPoint {
    double x = 0, y = 0;
    double error = 0;  // half the length of its interval
    std::string label; // under the axis, instead of the number
};

struct Plot {
    std::string title, x, y; // what the axes are
    std::vector<PlotPoint> points;
    enum class Style { Dots, Line } style = Style::Dots;
};

std::string svg(const Plot& plot);

} // namespace jaipur::bots::ladder
