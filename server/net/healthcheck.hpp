// Asks a server whether it is healthy, for a container's health check.
#pragma once

#include <boost/asio/ip/tcp.hpp>

namespace jaipur::server::net {

enum class Health : bool { Bad, Good };

Health check_health(const boost::asio::ip::tcp::endpoint& endpoint);

} // namespace jaipur::server::net
