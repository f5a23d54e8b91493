#include "protocol/codec/json_writer.hpp"

namespace jaipur::protocol::json {

namespace {

bool needs_escape(char character) {
    return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\';
}

// Writes the escape and returns its end; the longest has six bytes.
char* escape(char character, char* to) {
    constexpr std::string_view digits = "0123456789abcdef";
    *to++ = '\\';
    switch (character) {
    case '"':
    case '\\':
        *to++ = character;
        break;
    case '\n':
        *to++ = 'n';
        break;
    case '\t':
        *to++ = 't';
        break;
    default: {
        const auto code = static_cast<unsigned char>(character);
        for (char digit : {'u', '0', '0', digits[code >> 4], digits[code & 15u]})
            *to++ = digit;
    }
    }
    return to;
}

} // namespace

void Writer::text(std::string_view utf8) {
    constexpr std::size_t longest_escape = 6;
    const auto escapes = static_cast<std::size_t>(std::ranges::count_if(utf8, needs_escape));
    if (escapes == 0)
        return word(utf8);
    const std::size_t most = utf8.size() + escapes * (longest_escape - 1) + 2;
    char* const room = separated(most);
    char* to = room;
    *to++ = '"';
    for (char character : utf8) {
        if (needs_escape(character))
            to = escape(character, to);
        else
            *to++ = character;
    }
    *to++ = '"';
    size_ -= most - static_cast<std::size_t>(to - room); // what was claimed and not used
    comma_ = true;
}

} // namespace jaipur::protocol::json
