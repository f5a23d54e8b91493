#include "client/console/safe_text.hpp"

#include "client/console/ascii.hpp"
#include "protocol/text.hpp"

namespace jaipur::client {

namespace {

std::string escaped(std::string_view bytes, const protocol::FirstCodePoint& first) {
    if (!first.value)
        return "\\x" + upper_hex(static_cast<std::uint8_t>(bytes[0]), 2);
    return "\\u{" + upper_hex(*first.value, 4) + "}";
}

} // namespace

std::string safe(std::string_view text, std::size_t max_code_points) {
    std::string result;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == max_code_points)
            return result + "...";
        const protocol::FirstCodePoint first = protocol::first_code_point(text);
        const std::string_view bytes = text.substr(0, first.bytes);
        if (first.value && protocol::may_be_shown(*first.value))
            result += bytes;
        else
            result += escaped(bytes, first);
        text.remove_prefix(first.bytes);
    }
    return result;
}

std::string ascii_only(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const protocol::FirstCodePoint first = protocol::first_code_point(text);
        const bool shown = first.value && protocol::may_be_shown(*first.value);
        const auto ascii = shown ? ascii_for(*first.value) : std::nullopt;
        result += ascii ? std::string(1, *ascii) : escaped(text.substr(0, first.bytes), first);
        text.remove_prefix(first.bytes);
    }
    return result;
}

std::string upper_hex(std::uint32_t number, std::size_t least_digits) {
    std::string digits;
    while (number != 0 || digits.size() < least_digits) {
        digits.insert(digits.begin(), "0123456789ABCDEF"[number % 16]);
        number /= 16;
    }
    return digits;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return result;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view spaces = " \t\r\n";
    const auto begin = text.find_first_not_of(spaces);
    return begin == std::string_view::npos
               ? std::string_view()
               : text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

} // namespace jaipur::client
