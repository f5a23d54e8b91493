// Who is at the other end: the address of a peer, or what a proxy says of it. A proxy is believed
// only where the operator named it, since anybody can send such a header.
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
    int bits = 128;                         // of it that count

    bool contains(const boost::asio::ip::address& other) const;
    friend bool operator==(const Network&, const Network&) = default;
};

std::optional<Network> parse_network(std::string_view text);

core::Address address_of(const boost::asio::ip::address& address);

// The address in "192.0.2.1", "192.0.2.1:4711", "2001:db8::1" or "[2001:db8::1]:4711"; none: it is
// something else, such as a name.
std::optional<boost::asio::ip::address> parse_hop(std::string_view text);

// The client of a request that came from `peer`. `forwarded_for` are the words of X-Forwarded-For,
// to which each proxy adds at the end whom it heard from: the last one that no trusted proxy is.
// Where that is no address, the proxy that said it; but never this machine, which is free of
// limits.
core::Address client_address(const boost::asio::ip::address& peer,
                             const std::vector<std::string_view>& forwarded_for,
                             const std::vector<Network>& trusted_proxies);

} // namespace jaipur::server::net
