#include "client/console/address.hpp"

#include "client/console/safe_text.hpp"

#include <charconv>

namespace jaipur::client {

namespace {

constexpr std::string_view default_port = "7777";

} // namespace

std::optional<Address> parse_address(std::string_view text) {
    if (text.substr(0, 5) == "ws://")
        text.remove_prefix(5);
    text = text.substr(0, text.find('/'));
    std::string_view host = text, port = default_port;
    if (!text.empty() && text[0] == '[') {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos)
            return std::nullopt;
        host = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        if (!text.empty() && text[0] != ':')
            return std::nullopt;
        if (!text.empty())
            port = text.substr(1);
    } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        host = text.substr(0, colon);
        port = text.substr(colon + 1);
    }
    int number = 0;
    const char* const end = port.data() + port.size();
    const bool is_number = std::from_chars(port.data(), end, number).ptr == end;
    if (host.empty() || !is_number || number < 1 || number > 65535 || safe(host) != host ||
        host.find_first_of(" \t") != std::string_view::npos)
        return std::nullopt;
    return Address{std::string(host), std::string(port)};
}

} // namespace jaipur::client
