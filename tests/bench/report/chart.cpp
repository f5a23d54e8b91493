#include "tests/bench/report/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace jaipur::bench {

namespace {

constexpr double width = 860, height = 460, left = 76, right = 270, top = 52, bottom = 56;
constexpr double plot_right = width - right, plot_bottom = height - bottom;

// By Okabe and Ito: distinguishable with any kind of colour vision; separate for dark and light
// backgrounds.
constexpr std::array light{"#0072b2", "#d55e00", "#009e73", "#a0408a", "#8a6d00", "#444444"};
constexpr std::array dark{"#56b4e9", "#ff9a4d", "#2fd3a5", "#e59ac8", "#f0e442", "#cccccc"};

std::string text_of(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

// With digit groups, for the labels of the axes.
std::string label_of(double value) {
    if (value < 1000)
        return text_of(value);
    std::string digits = std::to_string(static_cast<long long>(value));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

struct Axis {
    double from, to;
    bool log;
    double start, end; // on the picture

    double at(double value) const {
        const double share =
            log ? std::log(value / from) / std::log(to / from) : (value - from) / (to - from);
        return start + share * (end - start);
    }

    std::vector<double> ticks() const {
        std::vector<double> result;
        const auto add = [&](double value) {
            if (value >= from * 0.999 && value <= to * 1.001)
                result.push_back(value);
        };
        const auto decade_of = [](double value) { return std::floor(std::log10(value)); };
        if (log) {
            for (int decade = static_cast<int>(decade_of(from)); decade <= decade_of(to); ++decade)
                for (const double part : {1.0, 2.0, 5.0})
                    add(part * std::pow(10, decade));
            return result;
        }
        const double decade = std::pow(10, decade_of(to / 4));
        const double step = to / decade > 25 ? 5 * decade : to / decade > 10 ? 2 * decade : decade;
        for (int i = 0; i <= static_cast<int>(to / step); ++i)
            add(i * step);
        return result;
    }
};

struct Range {
    double from = std::numeric_limits<double>::max(), to = 0;
};

Range range(const Chart& chart, double Point::* least, double Point::* most) {
    Range result;
    for (const Curve& curve : chart.curves)
        for (const Point& point : curve.points) {
            result.from = std::min(result.from, point.*least);
            result.to = std::max(result.to, point.*most);
        }
    return result;
}

Axis x_axis(const Chart& chart) {
    const auto [from, to] = range(chart, &Point::x, &Point::x);
    return {from / 1.15, to * 1.15, true, left, plot_right};
}

Axis y_axis(const Chart& chart) {
    const auto [from, to] = range(chart, &Point::least, &Point::most);
    if (chart.log_y)
        return {std::max(from, 1e-3) / 1.3, to * 1.3, true, plot_bottom, top};
    return {0, to * 1.1, false, plot_bottom, top};
}

std::string line(double x1, double y1, double x2, double y2, const std::string& kind) {
    return "<line class=\"" + kind + "\" x1=\"" + text_of(x1) + "\" y1=\"" + text_of(y1) +
           "\" x2=\"" + text_of(x2) + "\" y2=\"" + text_of(y2) + "\"/>\n";
}

std::string words(double x, double y, const std::string& anchor, const std::string& text,
                  const std::string& more = "") {
    return "<text x=\"" + text_of(x) + "\" y=\"" + text_of(y) + "\" text-anchor=\"" + anchor +
           "\"" + more + ">" + text + "</text>\n";
}

std::string style() {
    std::string normal, inverted;
    for (std::size_t i = 0; i < light.size(); ++i) {
        normal += ".c" + std::to_string(i) + "{color:" + light[i] + "}";
        inverted += ".c" + std::to_string(i) + "{color:" + dark[i] + "}";
    }
    return "<style>\n"
           "text{font:13px system-ui,sans-serif;fill:#222}.title{font-size:16px;font-weight:600}\n"
           ".ground{fill:#fff}.grid{stroke:#ddd}.axis{stroke:#777}\n"
           "polyline{fill:none;stroke:currentColor;stroke-width:2}circle{fill:currentColor}\n"
           ".range{stroke:currentColor;stroke-opacity:.55}.dashed{stroke-dasharray:6 4}\n" +
           normal +
           "\n@media(prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#16181d}.grid{stroke:#"
           "33363d}.axis{stroke:#999}\n" +
           inverted + "}\n</style>\n";
}

std::string draw(const Curve& curve, std::size_t number, const Axis& x, const Axis& y) {
    std::string text = "<g class=\"c" + std::to_string(number % light.size()) + "\">\n<polyline" +
                       (curve.dashed ? " class=\"dashed\"" : "") + " points=\"";
    for (const Point& point : curve.points)
        text += text_of(x.at(point.x)) + "," + text_of(y.at(point.median)) + " ";
    text += "\"/>\n";
    for (const Point& point : curve.points) {
        const double at = x.at(point.x);
        if (point.most > point.least)
            text += line(at, y.at(std::max(point.least, y.from)), at, y.at(point.most), "range");
        if (!curve.dashed)
            text += "<circle cx=\"" + text_of(at) + "\" cy=\"" + text_of(y.at(point.median)) +
                    "\" r=\"3.5\"/>\n";
    }
    const double row = top + 14 + 22 * static_cast<double>(number);
    text += "<polyline" + std::string(curve.dashed ? " class=\"dashed\"" : "") + " points=\"" +
            text_of(plot_right + 16) + "," + text_of(row) + " " + text_of(plot_right + 44) + "," +
            text_of(row) + "\"/>\n";
    return text + "</g>\n" + words(plot_right + 52, row + 4, "start", curve.name);
}

} // namespace

std::string to_svg(const Chart& chart) {
    const Axis x = x_axis(chart), y = y_axis(chart);
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + text_of(width) +
                      " " + text_of(height) + "\" role=\"img\">\n<title>" + chart.title +
                      "</title>\n" + style() +
                      "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n" +
                      words(left, 28, "start", chart.title, " class=\"title\"");
    for (const double tick : y.ticks())
        svg += line(left, y.at(tick), plot_right, y.at(tick), "grid") +
               words(left - 8, y.at(tick) + 4, "end", label_of(tick));
    for (const double tick : x.ticks())
        svg += line(x.at(tick), plot_bottom, x.at(tick), plot_bottom + 5, "axis") +
               words(x.at(tick), plot_bottom + 20, "middle", label_of(tick));
    svg += line(left, plot_bottom, plot_right, plot_bottom, "axis") +
           line(left, top, left, plot_bottom, "axis");
    svg += words((left + plot_right) / 2, height - 14, "middle", chart.x_label);
    svg += words(18, (top + plot_bottom) / 2, "middle", chart.y_label,
                 " transform=\"rotate(-90 18 " + text_of((top + plot_bottom) / 2) + ")\"");
    for (std::size_t i = 0; i < chart.curves.size(); ++i)
        svg += draw(chart.curves[i], i, x, y);
    return svg + "</svg>\n";
}

} // namespace jaipur::bench
