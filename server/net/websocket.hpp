// One connection, from its first byte of HTTP to the closing handshake of the WebSocket that it may
// become. It enforces the transport's rules (sizes, timeouts, frames, pings) and must not know what
// messages mean.
#pragma once

#include "protocol/close_code.hpp"
#include "server/core/limits.hpp"
#include "server/core/outbox.hpp"
#include "server/net/http.hpp"
#include "server/net/socket.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/tls.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace jaipur::server::net {

class WebSocket {
  public:
    // Called on the connection's thread, never from inside a call to the connection.
    struct Hooks {
        // A whole text. Returns whether to read the next one; if not, nothing is read, and nothing
        // expected from the peer, until `read_on`.
        std::function<bool(std::string_view)> message;
        std::function<void(std::chrono::milliseconds)> round_trip; // of a ping
        std::function<void()> closing; // called once: from now on nothing is received or sent
    };

    virtual ~WebSocket() = default;

    struct Opened {
        core::Address from;                   // the client's
        core::ConnectionQuota::Ticket ticket; // keep it as long as the session
    };

    // Serves HTTP until the client gets a WebSocket. None: the connection ended without one.
    virtual boost::asio::awaitable<std::optional<Opened>> open(const Site& site) = 0;
    // Starts reading. The hooks live as long as the connection.
    virtual void start(Hooks hooks) = 0;
    virtual void read_on() = 0;
    // Queues a message. Closes the connection if its peer reads too slowly and the queue is full.
    virtual void send(core::Outgoing outgoing) = 0;
    // Sends everything queued in one call to the system.
    virtual void flush() = 0;
    // How many messages are queued because the peer reads slowly.
    virtual std::size_t queued() const = 0;
    // Sends everything queued, then closes, within the limit for closing. Over HTTP: hangs up.
    virtual void close(protocol::CloseCode code) = 0;
    // Hangs up at once.
    virtual void abort() = 0;
};

// The connection keeps `ticket` as long as its descriptor. `tls`: null for a plain connection.
std::shared_ptr<WebSocket> make_websocket(Socket socket, std::unique_ptr<TlsSession> tls,
                                          std::shared_ptr<Timekeeper> timekeeper,
                                          const core::Limits& limits, std::shared_ptr<void> ticket);

} // namespace jaipur::server::net
