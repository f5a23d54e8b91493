#include "client/console/screen/text.hpp"

#include "client/console/ascii.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <array>
#include <clocale>
#include <cwchar>
#include <utility>

namespace jaipur::client::screen {

namespace {

// Also leaves out characters that change how others look (variation selectors, skin tones) or whose
// width differs between terminals (fillers, private use).
bool is_left_out(char32_t c) {
    const bool skin_tone = c >= 0x1f3fb && c <= 0x1f3ff, private_use = c >= 0xf0000;
    return !protocol::may_be_shown(c) || protocol::is_selector_or_filler(c) || skin_tone ||
           private_use;
}

// As wide as the original, so that drawings keep their shape in any charset.
struct Substitute {
    char32_t character;
    char32_t console;
    char ascii;
};

constexpr std::array substitutes{
    Substitute{U'─', U'─', '-'},   Substitute{U'│', U'│', '|'},      Substitute{U'╭', U'┌', '.'},
    Substitute{U'╮', U'┐', '.'},   Substitute{U'╰', U'└', '\''},     Substitute{U'╯', U'┘', '\''},
    Substitute{U'═', U'═', '='},   Substitute{U'║', U'║', '#'},      Substitute{U'╔', U'╔', '#'},
    Substitute{U'╗', U'╗', '#'},   Substitute{U'╚', U'╚', '#'},      Substitute{U'╝', U'╝', '#'},
    Substitute{U'█', U'█', '#'},   Substitute{U'▀', U'▀', '"'},      Substitute{U'▄', U'▄', '_'},
    Substitute{U'▒', U'▒', ':'},   Substitute{U'▶', U'►', '>'},      Substitute{U'◀', U'◄', '<'},
    Substitute{U'▲', U'▲', '^'},   Substitute{U'▼', U'▼', 'v'},      Substitute{U'★', U'♦', '*'},
    Substitute{U'☆', U'·', '.'},   Substitute{U'•', U'•', '*'},      Substitute{U'◦', U'○', 'o'},
    Substitute{U'·', U'·', '-'},   Substitute{U'–', U'-', '-'},      Substitute{U'—', U'─', '-'},
    Substitute{U'…', U'…', '~'},   Substitute{U'×', U'x', 'x'},      Substitute{U'→', U'→', '>'},
    Substitute{U'←', U'←', '<'},   Substitute{U'↑', U'↑', '^'},      Substitute{U'↓', U'↓', 'v'},
    Substitute{U'✓', U'√', '+'},   Substitute{U'✗', U'x', 'x'},      Substitute{U'‘', U'\'', '\''},
    Substitute{U'’', U'\'', '\''}, Substitute{U'“', U'"', '"'},      Substitute{U'”', U'"', '"'},
    Substitute{U'„', U'"', '"'},   Substitute{U'\u00a0', U' ', ' '},
};

char32_t drawn_as(char32_t c, Charset charset) {
    if (charset == Charset::Utf8 || c < 0x80)
        return c;
    for (const Substitute& substitute : substitutes)
        if (substitute.character == c)
            return charset == Charset::Ascii ? static_cast<char32_t>(substitute.ascii)
                                             : substitute.console;
    if (charset == Charset::Console)
        return c;
    return static_cast<char32_t>(ascii_for(c).value_or('?'));
}

// wcwidth for UTF-8, independent of the program's locale.
int columns_of(char32_t c) {
    if (c < 0x80)
        return c >= 0x20 && c < 0x7f ? 1 : -1;
    static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    if (utf8 == nullptr)
        return ::wcwidth(static_cast<wchar_t>(c));
    const locale_t before = ::uselocale(utf8);
    const int columns = ::wcwidth(static_cast<wchar_t>(c));
    ::uselocale(before);
    return columns;
}

// One character from the front of `text`, which is not empty; U+FFFD for a broken byte.
char32_t take_character(std::string_view& text) {
    const protocol::FirstCodePoint first = protocol::first_code_point(text);
    text.remove_prefix(first.bytes);
    return first.value.value_or(U'\ufffd');
}

constexpr std::size_t most_marks = 4; // a pile of combining marks would grow into other lines

} // namespace

std::u32string characters(std::string_view text) {
    std::u32string result;
    while (!text.empty())
        result.push_back(take_character(text));
    return result;
}

std::vector<Glyph> glyphs(std::string_view text, Charset charset) {
    std::vector<Glyph> result;
    std::size_t marks = 0;
    while (!text.empty()) {
        char32_t c = take_character(text);
        int columns = columns_of(c);
        if (columns >= 0 && is_left_out(c))
            continue;
        if (columns == 0) { // a combining mark: part of the character before it
            if (charset == Charset::Utf8 && !result.empty() && marks++ < most_marks)
                protocol::append_utf8(result.back().bytes, c);
            continue;
        }
        marks = 0;
        if (columns < 0 || c == U'\ufffd')
            c = U'?', columns = 1;
        const char32_t shown = drawn_as(c, charset);
        result.push_back({{}, shown == c ? columns : 1}); // substitutes are narrow
        protocol::append_utf8(result.back().bytes, shown);
    }
    return result;
}

int width(std::string_view text, Charset charset) {
    int columns = 0;
    for (const Glyph& glyph : glyphs(text, charset))
        columns += glyph.width;
    return columns;
}

std::string clip(std::string_view text, int columns, Charset charset) {
    std::string whole, shortened;
    int used = 0;
    for (const Glyph& glyph : glyphs(text, charset)) {
        used += glyph.width;
        whole += glyph.bytes;
        if (used < columns)
            shortened = whole;
    }
    return used <= columns ? whole : columns > 0 ? shortened + "…" : "";
}

std::vector<std::string> wrap(std::string_view text, int columns, Charset charset) {
    std::vector<std::string> lines(1);
    const auto trim = [&] { lines.back().erase(lines.back().find_last_not_of(' ') + 1); };
    int used = 0;
    std::string word;
    int word_width = 0;
    const auto flush = [&] {
        if (used > 0 && used + word_width > columns) {
            trim();
            lines.emplace_back();
            used = 0;
        }
        lines.back() += word;
        used += word_width;
        word.clear();
        word_width = 0;
    };
    for (const Glyph& glyph : glyphs(text, charset)) {
        if (glyph.bytes == " ") {
            flush();
            if (used > 0 && used < columns) {
                lines.back() += ' ';
                ++used;
            }
            continue;
        }
        if (word_width + glyph.width > columns)
            flush();
        word += glyph.bytes;
        word_width += glyph.width;
    }
    flush();
    trim();
    return lines;
}

} // namespace jaipur::client::screen
