#include "client/console/screen/painter.hpp"

namespace jaipur::client::screen {

namespace {

std::string moving_to(Point at) {
    return "\x1b[" + std::to_string(at.y + 1) + ";" + std::to_string(at.x + 1) + "H";
}

// Whether every terminal moves its cursor by one column. Not so sure for wide characters, and for
// symbols that some fonts for Chinese or Japanese show wide.
bool is_surely_narrow(const std::string& text) {
    return text.size() == 1 || (text.size() == 3 && text >= "\u2500" && text <= "\u259f");
}

} // namespace

void Painter::use(Theme theme) {
    if (theme != theme_)
        forget();
    theme_ = theme;
}

std::string Painter::paint(const Canvas& canvas) {
    std::string out;
    const bool anew = !shown_ || !(shown_->size() == canvas.size());
    if (anew) // without line wrap, the last cell of the screen can be written
        out = "\x1b[?7l" + selecting({}, depth_, theme_) + "\x1b[2J";
    std::optional<Style> style;
    std::optional<Point> pen;
    const auto [width, height] = canvas.size();
    for (Point at; at.y < height; ++at.y) {
        for (at.x = 0; at.x < width; ++at.x) {
            const Cell& cell = canvas.at(at);
            if (cell.text.empty() || (!anew && shown_->at(at) == cell))
                continue;
            if (pen != at)
                out += moving_to(at);
            if (style != cell.style)
                out += selecting(cell.style, depth_, theme_);
            style = cell.style;
            out += cell.text;
            pen = is_surely_narrow(cell.text) ? std::optional(Point{at.x + 1, at.y}) : std::nullopt;
        }
    }
    if (canvas.cursor.x >= 0)
        out += moving_to(canvas.cursor) + "\x1b[?25h";
    else if (anew || shown_->cursor.x >= 0)
        out += "\x1b[?25l";
    shown_ = canvas;
    return out;
}

} // namespace jaipur::client::screen
