// Gathers the connections that a turn of the event loop has something for, and sends to up to 64 of
// them in one system call at the end of the turn. One thread at a time.
#pragma once

#include "server/net/send_ring.hpp"
#include "server/net/session_connection.hpp"
#include "server/net/socket.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace jaipur::server::net {

class Flusher : public std::enable_shared_from_this<Flusher> {
  public:
    // `flushed` is called after each flush, and must not throw.
    Flusher(Executor executor, std::function<void()> flushed);

    // Flushes it at the end of this turn, or sooner if 64 wait. Adding it twice is harmless.
    void add(std::shared_ptr<SessionConnection> connection);
    // Flushes now instead of at the end of the turn. Aborts connections that fail.
    void flush() noexcept;

    bool is_empty() const { return waiting_.empty(); }

  private:
    void begin();
    void end();

    Executor executor_;
    std::function<void()> flushed_;
    SendRing ring_;
    std::vector<std::shared_ptr<SessionConnection>> waiting_, flushing_;
    std::vector<SendRing::Piece> pieces_;     // while flushing
    std::vector<SessionConnection*> senders_; // of each piece
    bool is_posted_ = false;
};

} // namespace jaipur::server::net
