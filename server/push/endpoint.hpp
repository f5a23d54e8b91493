// The address of a push service that a client has sent, and where the server is willing to connect.
// An endpoint comes from a client, so it must not lead into the server's own networks.
#pragma once

#include "server/net/forwarded.hpp"

#include <boost/asio/ip/address.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::push {

struct Endpoint {
    std::string host; // lower case; an IPv6 address without brackets
    std::uint16_t port = 443;
    std::string target; // the path and query
    std::string origin; // "https://host" or "https://host:port", as browsers write it
    friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

// An https URL of a host by name or address, without a user or a fragment.
std::optional<Endpoint> parse_endpoint(std::string_view url);

// Whether the address is public: not loopback, private, link-local, multicast or reserved, and not
// one that contains another address (as NAT64 and 6to4 do).
bool is_public(const boost::asio::ip::address& address);

// Where the server connects to: public addresses on port 443, and any port in these networks.
struct Reach {
    std::vector<net::Network> allowed;

    bool contains(const boost::asio::ip::address& address, std::uint16_t port) const;
    // Whether a client may subscribe with this URL. A host's name may still lead elsewhere: its
    // addresses are checked for each message.
    bool may_contain(std::string_view url) const;
};

} // namespace jaipur::server::push
