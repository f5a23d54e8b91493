// Takes in connections on one address, and goes on doing so when there are no descriptors left. It
// must not know what becomes of a connection.
#pragma once

#include "server/net/socket.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace jaipur::server::net {

class Listener {
  public:
    using Accepted = std::function<void(Socket)>;

    // Throws boost::system::system_error where the address can't be listened on.
    Listener(const Executor& executor, const boost::asio::ip::tcp::endpoint& endpoint);

    // Goes on until `close`. What `accepted` throws costs that connection alone.
    boost::asio::awaitable<void> run(Accepted accepted);
    void close();

    boost::asio::ip::tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }

  private:
    Acceptor acceptor_;
};

} // namespace jaipur::server::net
