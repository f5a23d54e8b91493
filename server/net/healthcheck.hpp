// Asks a server whether it is healthy, for a container's health check.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <optional>
#include <string>

namespace jaipur::server::net {

// Why it isn't; none: it is healthy.
std::optional<std::string> health_problem(const boost::asio::ip::tcp::endpoint& endpoint);

} // namespace jaipur::server::net
