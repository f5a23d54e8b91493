// One connection, from its first byte as HTTP to the closing handshake of the WebSocket that it
// may become. It keeps the rules of the transport (sizes, time-outs, frames, pings) and knows
// nothing of what the messages mean.
#pragma once

#include "server/core/limits.hpp"
#include "server/core/outbox.hpp"
#include "server/net/http.hpp"
#include "server/net/socket.hpp"
#include "server/net/timekeeper.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace jaipur::server::net {

// Close codes of the transport itself; those of the core are in `delivery.hpp`.
enum class TransportClose : std::uint16_t {
    BinaryFrame = 1003,
    PolicyViolation = 1008,
    InternalError = 1011,
    TooSlow = 4002,
};

class WebSocket {
  public:
    // Called from the thread of the connection, never from within a call to it.
    struct Hooks {
        // A whole text. Whether the next one is wanted: else it is not read, and nothing is
        // expected of the peer, until `read_on`.
        std::function<bool(std::string_view)> message;
        std::function<void(std::chrono::milliseconds)> round_trip; // of a ping
        std::function<void()> closing; // from now on nothing is received or sent; once
    };

    virtual ~WebSocket() = default;

    struct Opened {
        core::Address from;        // the client's
        core::Gate::Ticket ticket; // to be kept as long as the session
    };

    // Serves HTTP until the client asks for a WebSocket and gets it. None: it never did, and the
    // connection is over.
    virtual boost::asio::awaitable<std::optional<Opened>> open(const Site& site) = 0;
    // Begins to read. The hooks are kept as long as the connection.
    virtual void start(Hooks hooks) = 0;
    virtual void read_on() = 0;
    // Queues; a reader too slow for its queue is closed with 4002.
    virtual void send(core::Outgoing outgoing) = 0;
    // What is queued goes out: several messages as one.
    virtual void flush() = 0;
    // Sends what is queued, then closes, within the limit for closing. Over HTTP: hangs up.
    virtual void close(std::uint16_t code) = 0;
    // Hangs up at once.
    virtual void abort() = 0;
};

// `ticket` is kept for as long as the connection holds its descriptor.
std::shared_ptr<WebSocket> make_websocket(Socket socket, std::shared_ptr<Timekeeper> timekeeper,
                                          const core::Limits& limits, std::shared_ptr<void> ticket);

} // namespace jaipur::server::net
