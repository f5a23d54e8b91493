// The address of a server, as the user gives it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client {

struct Address {
    std::string host, port;
};

// "HOST:PORT", "HOST", "[::1]:7777", also with "ws://" in front and a path behind. Without a port
// it is 7777.
std::optional<Address> parse_address(std::string_view text);

} // namespace jaipur::client
