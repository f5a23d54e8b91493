// One connection, from its first byte of HTTP to the closing handshake of the WebSocket that it may
// become. It enforces the transport's rules (sizes, timeouts, frames, pings) and must not know what
// messages mean.
#pragma once

#include "server/core/limits.hpp"
#include "server/net/http.hpp"
#include "server/net/session_connection.hpp"
#include "server/net/socket.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/tls.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <optional>

namespace jaipur::server::net {

class WebSocket : public SessionConnection {
  public:
    struct Opened {
        core::Address from;                   // the client's
        core::ConnectionQuota::Ticket ticket; // keep it as long as the session
    };

    // Serves HTTP until the client gets a WebSocket. None: the connection ended without one.
    virtual boost::asio::awaitable<std::optional<Opened>> open(const Site& site) = 0;

    // Whether it can move to another thread: it is a WebSocket that isn't closing, and its peer has
    // taken everything. It must not be reading: it has called `message`, which has returned false.
    virtual bool can_move() const = 0;
    // On the old thread, which must not use it any more. It forgets its hooks, and returns its
    // ticket.
    virtual std::shared_ptr<void> leave() = 0;
    // On the new thread. It reads nothing until `read_on`. The limits and the ticket are this
    // thread's.
    virtual void arrive(const Executor& executor, std::shared_ptr<Timekeeper> timekeeper,
                        const core::Limits& limits, std::shared_ptr<void> ticket, Hooks hooks) = 0;
};

// The connection keeps `ticket` as long as its descriptor. `tls`: null for a plain connection.
std::shared_ptr<WebSocket> make_websocket(Socket socket, std::unique_ptr<TlsSession> tls,
                                          std::shared_ptr<Timekeeper> timekeeper,
                                          const core::Limits& limits, std::shared_ptr<void> ticket);

} // namespace jaipur::server::net
