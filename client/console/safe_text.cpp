#include "client/console/safe_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace jaipur::client {

namespace {

using CodePoint = std::uint32_t;

struct Decoded {
    std::optional<CodePoint> code_point; // none: the byte is not UTF-8
    std::size_t bytes = 1;
};

// The first code point of a text that is not empty; strict (no surrogates, no overlong forms).
Decoded decode_first(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || text.size() < length)
        return {};
    CodePoint code_point = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0u) != 0x80u)
            return {};
        code_point = (code_point << 6) | (byte(i) & 0x3Fu);
    }
    const CodePoint least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    if (code_point < least || code_point > 0x10FFFF ||
        (code_point >= 0xD800 && code_point <= 0xDFFF))
        return {};
    return {code_point, length};
}

// First and last of each run of characters that a terminal obeys or hides.
constexpr std::array<std::pair<CodePoint, CodePoint>, 22> unsafe_runs{{
    {0x00, 0x1F},       // C0
    {0x7F, 0x9F},       // DEL, C1
    {0xAD, 0xAD},       // soft hyphen
    {0x34F, 0x34F},     // combining grapheme joiner
    {0x600, 0x605},     // Arabic number signs (format characters)
    {0x61C, 0x61C},     // Arabic letter mark
    {0x6DD, 0x6DD},     // end of ayah
    {0x70F, 0x70F},     // Syriac abbreviation mark
    {0x115F, 0x1160},   // Hangul fillers
    {0x17B4, 0x17B5},   // Khmer inherent vowels
    {0x180B, 0x180F},   // Mongolian selectors and vowel separator
    {0x200B, 0x200F},   // zero width, left-to-right and right-to-left marks
    {0x2028, 0x202E},   // line and paragraph separators, bidirectional embedding
    {0x2060, 0x206F},   // word joiner, bidirectional isolates, deprecated format characters
    {0x3164, 0x3164},   // Hangul filler
    {0xFDD0, 0xFDEF},   // noncharacters
    {0xFEFF, 0xFEFF},   // byte-order mark
    {0xFFA0, 0xFFA0},   // halfwidth Hangul filler
    {0xFFF0, 0xFFFB},   // interlinear annotation
    {0x1BCA0, 0x1BCA3}, // shorthand format controls
    {0x1D173, 0x1D17A}, // musical format controls
    {0xE0000, 0xE00FF}, // tags
}};

bool is_safe(CodePoint code_point) {
    if ((code_point & 0xFFFEu) == 0xFFFEu) // the last two of each plane are noncharacters
        return false;
    return std::none_of(unsafe_runs.begin(), unsafe_runs.end(), [&](const auto& run) {
        return code_point >= run.first && code_point <= run.second;
    });
}

std::string upper_hex(CodePoint number, std::size_t least_digits) {
    std::string digits;
    while (number != 0 || digits.size() < least_digits) {
        digits.insert(digits.begin(), "0123456789ABCDEF"[number % 16]);
        number /= 16;
    }
    return digits;
}

std::string escaped(std::string_view bytes, const Decoded& decoded) {
    if (!decoded.code_point)
        return "\\x" + upper_hex(static_cast<std::uint8_t>(bytes[0]), 2);
    return "\\u{" + upper_hex(*decoded.code_point, 4) + "}";
}

template <class Keep>
std::string escape_unless(std::string_view text, std::size_t max_code_points, Keep keep) {
    std::string result;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == max_code_points)
            return result + "...";
        const Decoded decoded = decode_first(text);
        const std::string_view bytes = text.substr(0, decoded.bytes);
        if (decoded.code_point && keep(*decoded.code_point))
            result += bytes;
        else
            result += escaped(bytes, decoded);
        text.remove_prefix(decoded.bytes);
    }
    return result;
}

} // namespace

std::string safe(std::string_view text, std::size_t max_code_points) {
    return escape_unless(text, max_code_points, is_safe);
}

std::string ascii_only(std::string_view text) {
    return escape_unless(text, text.size(), [](CodePoint code_point) {
        return code_point < 0x80 && is_safe(code_point);
    });
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const Decoded decoded = decode_first(text);
        if (!decoded.code_point)
            return false;
        text.remove_prefix(decoded.bytes);
    }
    return true;
}

std::size_t code_points(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count)
        text.remove_prefix(decode_first(text).bytes);
    return count;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return result;
}

bool fit_for_a_name(std::string_view text) {
    constexpr std::size_t longest = 20;
    return !text.empty() && code_points(text) <= longest && safe(text) == text;
}

} // namespace jaipur::client
