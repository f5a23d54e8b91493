// Asks a server whether it is healthy, for a container's health check.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <optional>
#include <string>

namespace jaipur::server::net {

// Why the server isn't healthy; nothing if it is.
std::optional<std::string> health_problem(const boost::asio::ip::tcp::endpoint& endpoint);

} // namespace jaipur::server::net
