// Asks a server whether it serves, as the health check of a container does.
#pragma once

#include <boost/asio/ip/tcp.hpp>

namespace jaipur::server::net {

enum class Health : bool { Bad, Good };

Health check_health(const boost::asio::ip::tcp::endpoint& endpoint);

} // namespace jaipur::server::net
