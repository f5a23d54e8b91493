#include "tests/fuzz/terminal_text.hpp"

#include "tests/fuzz/spoken.hpp"

#include <algorithm>

namespace jaipur::fuzz {

namespace {

bool is_obeyed_or_hidden(char32_t c) {
    struct Range {
        char32_t first, last;
    };

    constexpr Range ranges[]{
        {0x00, 0x1f},       // controls, including escape
        {0x7f, 0x9f},       // delete, and the eight-bit controls
        {0x61c, 0x61c},     // Arabic letter mark
        {0x200b, 0x200f},   // zero width; left-to-right and right-to-left marks
        {0x2028, 0x202e},   // line ends; embedding and overriding of directions
        {0x2060, 0x2069},   // word joiner; isolating of directions
        {0xfeff, 0xfeff},   // byte-order mark
        {0xfff9, 0xfffb},   // interlinear annotation
        {0xe0000, 0xe007f}, // tags
    };
    return std::ranges::any_of(ranges,
                               [c](Range range) { return c >= range.first && c <= range.last; });
}

// Removes and returns the first character of valid UTF-8.
char32_t take(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    char32_t c = length == 1 ? byte(0) : byte(0) & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i)
        c = c << 6 | (byte(i) & 0x3fu);
    text.remove_prefix(length);
    return c;
}

} // namespace

bool is_fit_for_terminal(std::string_view text) {
    if (!is_utf8(text))
        return false;
    while (!text.empty())
        if (is_obeyed_or_hidden(take(text)))
            return false;
    return true;
}

bool is_fit_for_terminal(const client::screen::Canvas& canvas) {
    const auto size = canvas.size();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const std::string& text = canvas.at({x, y}).text;
            if (text.size() == 1 && text[0] >= ' ' && text[0] <= '~')
                continue;
            if (!is_fit_for_terminal(text))
                return false;
            if (text.empty() && (x == 0 || canvas.at({x - 1, y}).text.empty()))
                return false;
            const bool ascii = canvas.charset() == client::screen::Charset::Ascii;
            if (ascii && std::ranges::any_of(text, [](char c) { return c < ' ' || c > '~'; }))
                return false;
        }
    return true;
}

} // namespace jaipur::fuzz
