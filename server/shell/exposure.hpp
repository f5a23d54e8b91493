// Whether strangers can reach a port over networks where others read along.
#pragma once

#include "server/shell/options.hpp"

#include <boost/asio/ip/address.hpp>

#include <optional>
#include <vector>

namespace jaipur::server::shell {

using Addresses = std::vector<boost::asio::ip::address>;

// A public one among the addresses at which `endpoint` listens; `own` are this machine's, for an
// endpoint that means all of them.
std::optional<boost::asio::ip::address> public_address(const Endpoint& endpoint,
                                                       const Addresses& own);

// Of its network interfaces.
Addresses addresses_of_this_machine();

} // namespace jaipur::server::shell
