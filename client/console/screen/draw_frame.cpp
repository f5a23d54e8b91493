// What frames every screen: the bar with the keys, and what is said where there is no room.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/parts.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

constexpr Style bar_key{Ink::Title, Look::BarStrong};

// Arrows in words where they cannot be drawn.
std::string key_text(const std::string& keys, Charset charset) {
    if (charset != Charset::Ascii)
        return keys;
    if (keys == "←→↑↓")
        return "Arrows";
    if (keys.starts_with("←→"))
        return "Left/Right" + keys.substr(std::string_view("←→").size());
    return keys.starts_with("↑↓") ? "Up/Down" + keys.substr(std::string_view("↑↓").size()) : keys;
}

} // namespace

void draw_too_small(Area area, Size size) {
    const int y = std::max(0, area.height() / 2 - 1);
    area.put_centred(y, {{"Jaipur needs a little more room:", {Ink::Title, Look::Strong}}});
    area.put_centred(y + 1, {{"80 columns and 24 lines at least.", {}}});
    area.put_centred(y + 2, {{"Here are " + std::to_string(size.width) + " by " +
                                  std::to_string(size.height) + ".",
                              {Ink::Quiet, Look::Plain}}});
}

std::vector<Line> key_lines(const std::vector<KeyHint>& hints, int columns, Charset charset) {
    std::vector<Line> lines(1);
    int used = 0;
    for (const KeyHint& hint : hints) {
        if (hint.does.empty())
            continue;
        const Line one{{" " + key_text(hint.keys, charset), bar_key}, {" " + hint.does + " ", bar}};
        const int wide = width(one, charset);
        if (used + wide > columns + 1 && !lines.back().empty()) { // its last space may be cut
            lines.emplace_back();
            used = 0;
        }
        lines.back().insert(lines.back().end(), one.begin(), one.end());
        used += wide;
    }
    return lines;
}

void draw_keys(Area area, const std::vector<Line>& lines) {
    area.fill(bar);
    for (std::size_t i = 0; i < lines.size(); ++i)
        area.put(0, static_cast<int>(i), lines[i]);
}

} // namespace jaipur::client::screen
