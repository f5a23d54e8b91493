// A server's address, as the user types it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client {

struct Address {
    std::string host, port;
};

// "HOST:PORT", "HOST", "[::1]:7777", optionally with "ws://" and a path. The default port is
// 7777.
std::optional<Address> parse_address(std::string_view text);

} // namespace jaipur::client
