#include "bots/ladder/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace jaipur::bots::ladder {

namespace {

constexpr double width = 760, height = 420;

struct Margins {
    double left = 70, right = 20, top = 40, bottom = 60;
};

constexpr Margins margins;

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void add(double number) {
        low = std::min(low, number);
        high = std::max(high, number);
    }
};

// 1, 2 or 5 times a power of ten, so that there are four to ten of them.
double step_of(const Range& range) {
    const double rough = std::max(range.high - range.low, 1e-9) / 5;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0})
        if (rough <= times * power)
            return times * power;
    return 10 * power;
}

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char letter : text)
        switch (letter) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        default:
            result += letter;
        }
    return result;
}

class Drawing {
  public:
    explicit Drawing(const Plot& plot) : plot_(plot) {
        for (const PlotPoint& point : plot.points) {
            x_.add(point.x);
            y_.add(point.y - point.error);
            y_.add(point.y + point.error);
        }
        widen(x_, plot.style == Plot::Style::Dots ? 0.5 : 0);
        const double step = step_of(y_);
        y_ = {std::floor(y_.low / step) * step, std::ceil(y_.high / step) * step};
        widen(y_, 0);
    }

    std::string draw() {
        out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 420\" "
               "font-family=\"sans-serif\" font-size=\"13\">\n"
               "<rect width=\"760\" height=\"420\" fill=\"#fff\"/>\n";
        text(width / 2, 24, "middle", plot_.title);
        text(width / 2, height - 10, "middle", plot_.x);
        out_ += "<text transform=\"translate(18," + number(height / 2) +
                ") rotate(-90)\" text-anchor=\"middle\">" + escaped(plot_.y) + "</text>\n";
        draw_grid();
        draw_points();
        return out_ + "</svg>\n";
    }

  private:
    static void widen(Range& range, double by) {
        range.low -= by;
        range.high += by;
        if (!(range.low < range.high))
            range = {range.low - 1, range.high + 1};
    }

    double across(double x) const {
        return margins.left +
               (x - x_.low) / (x_.high - x_.low) * (width - margins.left - margins.right);
    }

    double down(double y) const {
        return height - margins.bottom -
               (y - y_.low) / (y_.high - y_.low) * (height - margins.top - margins.bottom);
    }

    void text(double x, double y, const char* anchor, const std::string& words) {
        out_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor +
                "\">" + escaped(words) + "</text>\n";
    }

    void line(double x1, double y1, double x2, double y2, const char* colour) {
        out_ += "<path d=\"M" + number(x1) + " " + number(y1) + "L" + number(x2) + " " +
                number(y2) + "\" stroke=\"" + colour + "\"/>\n";
    }

    void draw_grid() {
        const double step = step_of(y_);
        const auto lines = static_cast<int>(std::lround((y_.high - y_.low) / step));
        for (int i = 0; i <= lines; ++i) {
            const double y = y_.low + i * step;
            line(margins.left, down(y), width - margins.right, down(y), "#ddd");
            text(margins.left - 8, down(y) + 4, "end", number(std::abs(y) < step / 2 ? 0 : y));
        }
        if (plot_.style == Plot::Style::Dots)
            return;
        const double wide = step_of(x_);
        const double first = std::ceil(x_.low / wide) * wide;
        for (int i = 0; first + i * wide < x_.high + wide / 1e6; ++i)
            text(across(first + i * wide), height - margins.bottom + 20, "middle",
                 number(first + i * wide));
    }

    void draw_points() {
        std::string path;
        for (const PlotPoint& point : plot_.points) {
            const double x = across(point.x), y = down(point.y);
            path += (path.empty() ? "M" : "L") + number(x) + " " + number(y);
            line(x, down(point.y - point.error), x, down(point.y + point.error), "#8aa");
            out_ += "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) +
                    "\" r=\"3\" fill=\"#155\"/>\n";
            if (!point.label.empty())
                text(x, height - margins.bottom + 20, "middle", point.label);
        }
        if (plot_.style == Plot::Style::Line)
            out_ += "<path d=\"" + path + "\" fill=\"none\" stroke=\"#155\"/>\n";
    }

    const Plot& plot_;
    Range x_, y_;
    std::string out_;
};

} // namespace

std::string svg(const Plot& plot) {
    return Drawing(plot).draw();
}

} // namespace jaipur::bots::ladder
