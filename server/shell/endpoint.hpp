// An address and a port as text.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::shell {

using Endpoint = boost::asio::ip::tcp::endpoint;

// "127.0.0.1:7777", "[::1]:7777".
std::optional<Endpoint> parse_endpoint(std::string_view text);
std::string to_string(const Endpoint& endpoint);

// As in a URL: "example.org", "example.org:8443", "[::1]:7777". Only the port is checked.
bool is_host_and_port(std::string_view text);

// Where a program on this machine reaches a server that listens there.
Endpoint reached_locally(const Endpoint& listening);

} // namespace jaipur::server::shell
