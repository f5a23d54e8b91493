// Networks as operators write them: "203.0.113.7", "203.0.113.0/24", "2001:db8::/48".
#pragma once

#include "server/core/bans.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::admin {

// Of an IPv6 address, at most its first 64 bits count: they belong to one household or machine.
// Nothing if the text isn't a network, or if it contains this machine.
std::optional<core::Network> parse_network(std::string_view text);

std::string to_string(const core::Network& network);

} // namespace jaipur::server::admin
