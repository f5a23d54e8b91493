#include "protocol/text.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace jaipur::protocol {

namespace {

struct Range {
    char32_t first, last;
};

constexpr std::array forbidden{
    Range{0x0000, 0x001F},   // C0
    Range{0x007F, 0x009F},   // DEL, C1
    Range{0x00AD, 0x00AD},   // soft hyphen
    Range{0x034F, 0x034F},   // combining grapheme joiner
    Range{0x061C, 0x061C},   // Arabic letter mark
    Range{0x17B4, 0x17B5},   // Khmer inherent vowels
    Range{0x180E, 0x180E},   // Mongolian vowel separator
    Range{0x200B, 0x200F},   // zero-width space, joiners, direction marks
    Range{0x2028, 0x202E},   // line and paragraph separators, direction embeddings
    Range{0x2060, 0x206F},   // word joiner, invisible operators, direction isolates
    Range{0xFDD0, 0xFDEF},   // noncharacters
    Range{0xFEFF, 0xFEFF},   // zero-width no-break space
    Range{0xFFF0, 0xFFFB},   // interlinear annotation
    Range{0x13430, 0x1343F}, // joiners of hieroglyphs
    Range{0x1BCA0, 0x1BCA3}, // shorthand format controls
    Range{0x1D173, 0x1D17A}, // musical format controls
    Range{0xE0000, 0xE00FF}, // tags, and what is reserved for them
    Range{0xE01F0, 0xE0FFF}, // the same
};

constexpr std::array selectors_and_fillers{
    Range{0x115F, 0x1160},   // Hangul fillers
    Range{0x180B, 0x180F},   // Mongolian variation selectors
    Range{0x3164, 0x3164},   // Hangul filler
    Range{0xFE00, 0xFE0F},   // variation selectors
    Range{0xFFA0, 0xFFA0},   // halfwidth Hangul filler
    Range{0xE0100, 0xE01EF}, // variation selectors
};

// Other characters that are invisible or blank on their own.
constexpr std::array blanks{
    Range{0x0020, 0x0020},   // space
    Range{0x00A0, 0x00A0},   // no-break space
    Range{0x0600, 0x0605},   // Arabic signs that a number is written on
    Range{0x06DD, 0x06DD},   // end of ayah, another sign
    Range{0x070F, 0x070F},   // Syriac abbreviation mark
    Range{0x0890, 0x0891},   // Arabic pound and piastre marks
    Range{0x08E2, 0x08E2},   // disputed end of ayah
    Range{0x1680, 0x1680},   // Ogham space
    Range{0x2000, 0x200A},   // spaces of all widths
    Range{0x202F, 0x202F},   // narrow no-break space
    Range{0x205F, 0x205F},   // mathematical space
    Range{0x2800, 0x2800},   // the empty braille cell
    Range{0x3000, 0x3000},   // ideographic space
    Range{0x110BD, 0x110BD}, // Kaithi number sign
    Range{0x110CD, 0x110CD}, // the same, above
    Range{0x13441, 0x13442}, // blanks of hieroglyphs
    Range{0x16FE4, 0x16FE4}, // Khitan filler, which only arranges its neighbours
    Range{0x1D159, 0x1D159}, // a note without a head
};

bool in(std::span<const Range> ranges, char32_t c) {
    return std::ranges::any_of(ranges, [c](Range r) { return r.first <= c && c <= r.last; });
}

// How long a sequence is, and the smallest code point that needs that many bytes.
struct Lead {
    std::size_t length;
    char32_t bits, smallest;
};

std::optional<Lead> lead(unsigned char byte) {
    if (byte < 0x80)
        return Lead{1, byte, 0};
    if (byte >= 0xC2 && byte < 0xE0)
        return Lead{2, static_cast<char32_t>(byte & 0x1F), 0x80};
    if (byte >= 0xE0 && byte < 0xF0)
        return Lead{3, static_cast<char32_t>(byte & 0x0F), 0x800};
    if (byte >= 0xF0 && byte < 0xF5)
        return Lead{4, static_cast<char32_t>(byte & 0x07), 0x10000};
    return std::nullopt;
}

} // namespace

FirstCodePoint first_code_point(std::string_view text) {
    const auto start = lead(static_cast<unsigned char>(text.front()));
    if (!start || start->length > text.size())
        return {};
    char32_t point = start->bits;
    for (std::size_t k = 1; k < start->length; ++k) {
        const auto byte = static_cast<unsigned char>(text[k]);
        if ((byte & 0xC0) != 0x80)
            return {};
        point = (point << 6) | (byte & 0x3Fu);
    }
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    if (point < start->smallest || point > 0x10FFFF || surrogate)
        return {};
    return {point, start->length};
}

void append_utf8(std::string& text, char32_t c) {
    const int trailing = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3; // bytes
    constexpr std::array<char32_t, 4> leads{0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(leads[static_cast<std::size_t>(trailing)] | c >> 6 * trailing);
    for (int shift = 6 * (trailing - 1); shift >= 0; shift -= 6)
        text += static_cast<char>(0x80 | (c >> shift & 0x3F));
}

std::optional<std::u32string> code_points(std::string_view text) {
    std::u32string points;
    while (!text.empty()) {
        const FirstCodePoint first = first_code_point(text);
        if (!first.value)
            return std::nullopt;
        points.push_back(*first.value);
        text.remove_prefix(first.bytes);
    }
    return points;
}

bool is_utf8(std::string_view text) {
    return code_points(text).has_value();
}

bool may_be_shown(char32_t c) {
    const bool noncharacter = (c & 0xFFFE) == 0xFFFE; // the last two of each plane
    return !noncharacter && !in(forbidden, c);
}

bool is_selector_or_filler(char32_t c) {
    return in(selectors_and_fillers, c);
}

bool is_blank(char32_t c) {
    return in(blanks, c) || is_selector_or_filler(c);
}

bool is_fit_to_show(std::string_view text, Bounds bounds) {
    const auto points = code_points(text);
    return points && bounds.hold(static_cast<int>(points->size())) &&
           std::ranges::all_of(*points, may_be_shown) && !std::ranges::all_of(*points, is_blank);
}

std::string upper_hex(std::uint32_t number, std::size_t least_digits) {
    std::string digits;
    while (number != 0 || digits.size() < least_digits) {
        digits.insert(digits.begin(), "0123456789ABCDEF"[number % 16]);
        number /= 16;
    }
    return digits;
}

std::string escaped(std::string_view text, const FirstCodePoint& first) {
    if (!first.value)
        return "\\x" + upper_hex(static_cast<std::uint8_t>(text[0]), 2);
    return "\\u{" + upper_hex(*first.value, 4) + "}";
}

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const FirstCodePoint first = first_code_point(text);
        if (first.value && may_be_shown(*first.value))
            result += text.substr(0, first.bytes);
        else
            result += escaped(text, first);
        text.remove_prefix(first.bytes);
    }
    return result;
}

bool is_name(std::string_view text) {
    return is_fit_to_show(text, name_bounds);
}

bool is_password(std::string_view text) {
    const auto points = code_points(text);
    return points && password_bounds.hold(static_cast<int>(points->size()));
}

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

std::string_view first_line(std::string_view text) {
    std::string_view line = without_byte_order_mark(text.substr(0, text.find('\n')));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::optional<std::string> room_code(std::string_view text) {
    if (text.size() != room_code_length)
        return std::nullopt;
    std::string code(text);
    for (char& c : code) {
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
        if (room_code_alphabet.find(c) == std::string_view::npos)
            return std::nullopt;
    }
    return code;
}

} // namespace jaipur::protocol
