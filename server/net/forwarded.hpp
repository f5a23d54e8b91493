// The client's address: the peer's, or the one that a proxy reports. A proxy is trusted only if the
// operator named it, because anybody can send such a header.
#pragma once

#include "server/core/address.hpp"

#include <boost/asio/ip/address.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace jaipur::server::net {

// "10.0.0.0/8", "fd00::/8", "127.0.0.1".
struct Network {
    std::array<std::uint8_t, 16> address{}; // IPv4 mapped into IPv6
    int bits = 128;                         // length of the prefix

    bool contains(const boost::asio::ip::address& other) const;
    friend bool operator==(const Network&, const Network&) = default;
};

std::optional<Network> parse_network(std::string_view text);

core::Address address_of(const boost::asio::ip::address& address);

// The address in "192.0.2.1", "192.0.2.1:4711", "2001:db8::1" or "[2001:db8::1]:4711"; nothing for
// anything else, such as a host name.
std::optional<boost::asio::ip::address> parse_hop(std::string_view text);

// The client behind a request from `peer`. Each proxy appends its own peer to X-Forwarded-For,
// whose entries are `forwarded_for`: the client is the last entry that isn't a trusted proxy. If
// that entry isn't an address, the proxy that added it counts as the client, but never this
// machine, which has no limits.
core::Address client_address(const boost::asio::ip::address& peer,
                             const std::vector<std::string_view>& forwarded_for,
                             const std::vector<Network>& trusted_proxies);

} // namespace jaipur::server::net
