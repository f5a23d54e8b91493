#include "protocol/json/writer.hpp"

namespace jaipur::protocol::json {

namespace {

bool needs_escape(char character) {
    return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\';
}

constexpr std::string_view digits = "0123456789abcdef";
constexpr std::size_t longest_escape = 6;

// Writes the escape and returns its end.
char* escape(char character, char* to) {
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
    char* to = claim(longest_escape * utf8.size() + 3);
    *to++ = '"';
    for (char character : utf8) {
        if (needs_escape(character))
            to = escape(character, to);
        else
            *to++ = character;
    }
    *to++ = '"';
    *to++ = ',';
    to_ = to;
}

void Writer::hex(std::span<const std::uint8_t> bytes) {
    char* to = claim(2 * bytes.size() + 3);
    *to++ = '"';
    for (std::uint8_t byte : bytes) {
        *to++ = digits[byte >> 4];
        *to++ = digits[byte & 15u];
    }
    *to++ = '"';
    *to++ = ',';
    to_ = to;
}

void Writer::grow(std::size_t bytes) {
    const std::size_t size = this->size();
    std::vector<char> larger(2 * (size + bytes));
    std::copy(start_, to_, larger.data());
    large_ = std::move(larger);
    start_ = large_.data();
    to_ = start_ + size;
    end_ = start_ + large_.size();
}

} // namespace jaipur::protocol::json
