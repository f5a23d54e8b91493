// What a session needs of its connection, whether that is a client's own or comes from another
// server.
#pragma once

#include "protocol/close_code.hpp"
#include "server/core/outbox.hpp"
#include "server/net/send_ring.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace jaipur::server::net {

// Frames are gathered up to this size before they are sent; a single message may be longer.
inline constexpr std::size_t enough_for_one = 16 << 10;

class SessionConnection {
  public:
    // Called on the connection's thread, never from inside a call to the connection.
    struct Hooks {
        // A whole text. Returns whether to read the next one; if not, nothing is read, and nothing
        // expected from the peer, until `read_on`.
        std::function<bool(std::string_view)> message;
        std::function<void(std::chrono::milliseconds)> round_trip; // of a ping
        std::function<void()> closing; // called once: from now on nothing is received or sent
        // The peer has taken everything, after it hadn't. May be empty.
        std::function<void()> drained{};
    };

    virtual ~SessionConnection() = default;

    // Starts reading. The hooks live as long as the connection.
    virtual void start(Hooks hooks) = 0;
    virtual void read_on() = 0;
    // Sends it with the next `flush`. Closes the connection if its peer reads too slowly and the
    // queue is full.
    virtual void send(core::Outgoing outgoing) = 0;
    // The same with a later `flush`: until then, a newer view may replace an older one.
    virtual void queue(core::Outgoing outgoing) = 0;
    // Sends everything queued in one call to the system.
    virtual void flush() = 0;

    // Whether a `Flusher` can send for it together with others. If not, flush it at the end of each
    // decision.
    virtual bool sends_together() const { return false; }

    // The first half of a flush: returns the bytes to send, or nothing if `flush` has to be called.
    // Until `end_sending` gets the result, it returns nothing, and `flush` does nothing.
    virtual std::optional<SendRing::Piece> begin_sending() { return std::nullopt; }

    virtual void end_sending(long /*result*/) {}

    // How many messages are queued, because the peer reads slowly or a crowd is served.
    virtual std::size_t queued() const = 0;
    // Whether something still waits to be sent: for the peer, or for a `flush`.
    virtual bool is_blocked() const = 0;
    // Sends everything queued, then closes, within the limit for closing. Over HTTP: hangs up.
    virtual void close(protocol::CloseCode code) = 0;
    // Hangs up at once.
    virtual void abort() = 0;
};

} // namespace jaipur::server::net
