// Accepts connections on one address or one given socket, and survives running out of descriptors.
// It must not know what happens to a connection.
#pragma once

#include "server/net/socket.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace jaipur::server::net {

class Listener {
  public:
    using Accepted = std::function<void(Socket)>;

    // Throws boost::system::system_error if it can't listen on the address.
    Listener(const Executor& executor, const boost::asio::ip::tcp::endpoint& endpoint);
    // Takes over a TCP socket that listens already; throws the same if it doesn't. Other processes
    // that have the socket keep it open.
    Listener(const Executor& executor, int descriptor);

    // Runs until `close`. An exception from `accepted` ends only that connection.
    boost::asio::awaitable<void> run(Accepted accepted);
    void close();

    boost::asio::ip::tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }

  private:
    void prepare();

    Acceptor acceptor_;
};

} // namespace jaipur::server::net
