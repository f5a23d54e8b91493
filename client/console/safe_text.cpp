#include "client/console/safe_text.hpp"

#include "client/console/ascii.hpp"
#include "protocol/text.hpp"

namespace jaipur::client {

std::string safe(std::string_view text, std::size_t max_code_points) {
    std::string_view rest = text;
    for (std::size_t count = 0; count < max_code_points && !rest.empty(); ++count)
        rest.remove_prefix(protocol::first_code_point(rest).bytes);
    return protocol::printable(text.substr(0, text.size() - rest.size())) +
           (rest.empty() ? "" : "...");
}

std::string ascii_only(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const protocol::FirstCodePoint first = protocol::first_code_point(text);
        const bool shown = first.value && protocol::may_be_shown(*first.value);
        const auto ascii = shown ? ascii_for(*first.value) : std::nullopt;
        result += ascii ? std::string(1, *ascii) : protocol::escaped(text, first);
        text.remove_prefix(first.bytes);
    }
    return result;
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
