// Asks a server whether it is healthy, for a container's health check.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <optional>
#include <string>

namespace jaipur::server::net {

// Why the server isn't healthy; nothing if it is.
std::optional<std::string> health_problem(const boost::asio::ip::tcp::endpoint& endpoint);

// The same for a server that speaks TLS. Its certificate isn't verified: it is for another name
// than this machine's address.
std::optional<std::string> health_problem_over_tls(const boost::asio::ip::tcp::endpoint& endpoint);

} // namespace jaipur::server::net
