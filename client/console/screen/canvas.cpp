#include "client/console/screen/canvas.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace jaipur::client::screen {

Canvas::Canvas(Size size, Charset charset)
    : size_{std::max(size.width, 0), std::max(size.height, 0)}, charset_(charset),
      cells_(static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height)) {}

const Cell& Canvas::at(Point point) const {
    assert(point.x >= 0 && point.x < size_.width && point.y >= 0 && point.y < size_.height);
    return cells_[static_cast<std::size_t>(point.y) * static_cast<std::size_t>(size_.width) +
                  static_cast<std::size_t>(point.x)];
}

void Canvas::add_target(Rect rect, std::optional<Key> key) {
    targets_.push_back({rect, key});
}

std::optional<Key> Canvas::key_at(Point point) const {
    const auto contains = [&](const Target& target) {
        const Rect& rect = target.rect;
        return point.x >= rect.x && point.x < rect.x + rect.width && point.y >= rect.y &&
               point.y < rect.y + rect.height;
    };
    const auto found = std::find_if(targets_.rbegin(), targets_.rend(), contains);
    return found == targets_.rend() ? std::nullopt : found->key;
}

Cell& Canvas::cell(Point point) {
    return const_cast<Cell&>(std::as_const(*this).at(point));
}

// Before half of a wide glyph is overwritten, the other half becomes a space.
void Canvas::clear_wide(Point point) {
    if (cell(point).text.empty() && point.x > 0)
        cell({point.x - 1, point.y}).text = " ";
    if (point.x + 1 < size_.width && cell({point.x + 1, point.y}).text.empty())
        cell({point.x + 1, point.y}).text = " ";
}

int Canvas::put(Point at, std::string_view text, Style style, int end) {
    end = std::min(end, size_.width);
    if (at.y < 0 || at.y >= size_.height)
        return at.x;
    bool is_full = false;
    for (Glyph& glyph : glyphs(text, charset_)) {
        is_full = is_full || at.x + glyph.width > end;
        if (is_full) {
            if (glyph.bytes != " ")
                cut = text;
            continue;
        }
        if (at.x >= 0) {
            for (int i = 0; i < glyph.width; ++i)
                clear_wide({at.x + i, at.y});
            cell(at) = {std::move(glyph.bytes), style};
            if (glyph.width == 2)
                cell({at.x + 1, at.y}) = {"", style};
        }
        at.x += glyph.width;
    }
    return at.x;
}

Area::Area(Canvas& canvas) : Area(canvas, {0, 0, canvas.size().width, canvas.size().height}) {}

Area::Area(Canvas& canvas, Rect rect) : canvas_(&canvas), rect_(rect) {
    rect_.width = std::max(rect_.width, 0);
    rect_.height = std::max(rect_.height, 0);
}

Area Area::part(Rect rect) const {
    const int left = std::clamp(rect.x, 0, rect_.width);
    const int top = std::clamp(rect.y, 0, rect_.height);
    const int right = std::clamp(rect.x + rect.width, left, rect_.width);
    const int bottom = std::clamp(rect.y + rect.height, top, rect_.height);
    return {*canvas_, {rect_.x + left, rect_.y + top, right - left, bottom - top}};
}

int Area::put(int x, int y, std::string_view text, Style style) {
    if (y < 0 || y >= rect_.height || x < 0)
        return x;
    return canvas_->put({rect_.x + x, rect_.y + y}, text, style, rect_.x + rect_.width) - rect_.x;
}

int Area::put(int x, int y, const Line& line) {
    for (const Span& span : line)
        x = put(x, y, span.text, span.style);
    return x;
}

void Area::put_right(int y, const Line& line) {
    put(std::max(0, rect_.width - screen::width(line, charset())), y, line);
}

void Area::put_centred(int y, const Line& line) {
    put(std::max(0, (rect_.width - screen::width(line, charset())) / 2), y, line);
}

int Area::repeat(int x, int y, int count, std::string_view text, Style style) {
    for (int i = 0; i < count; ++i)
        x = put(x, y, text, style);
    return x;
}

void Area::fill(Style style) {
    for (int y = 0; y < rect_.height; ++y)
        repeat(0, y, rect_.width, " ", style);
}

void Area::rule(int y, std::string_view title, Style style) {
    repeat(0, y, rect_.width, "─", frame_ink);
    if (title.empty())
        return;
    const int x = put(1, y, " ", style);
    const std::string fits = clip(title, rect_.width - 4, charset());
    if (screen::width(title, charset()) > rect_.width - 4)
        canvas_->cut = title;
    const int after = put(x, y, fits, style);
    put(after, y, " ", style);
}

void Area::frame(Style style, Border border) {
    const bool is_double = border == Border::Double;
    const int right = rect_.width - 1, bottom = rect_.height - 1;
    for (int y : {0, bottom})
        repeat(1, y, rect_.width - 2, is_double ? "═" : "─", style);
    for (int y = 1; y < bottom; ++y)
        for (int x : {0, right})
            put(x, y, is_double ? "║" : "│", style);
    put(0, 0, is_double ? "╔" : "╭", style);
    put(right, 0, is_double ? "╗" : "╮", style);
    put(0, bottom, is_double ? "╚" : "╰", style);
    put(right, bottom, is_double ? "╝" : "╯", style);
}

void Area::show_cursor(int x, int y) {
    if (x >= 0 && x < rect_.width && y >= 0 && y < rect_.height)
        canvas_->cursor = {rect_.x + x, rect_.y + y};
}

int width(const Line& line, Charset charset) {
    int columns = 0;
    for (const Span& span : line)
        columns += width(span.text, charset);
    return columns;
}

} // namespace jaipur::client::screen
