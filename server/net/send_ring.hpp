// Sends on many sockets in one system call, with io_uring: under full load, the call itself is a
// good part of what a message costs. If the system refuses io_uring (an old kernel, a
// container's filter), it makes one call per socket. One thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

struct io_uring; // liburing's

namespace jaipur::server::net {

class SendRing {
  public:
    static constexpr std::size_t most = 64; // pieces in one call

    // Bytes for one socket without TLS.
    struct Piece {
        int socket = -1;
        std::span<const char> bytes{};
        long result = 0; // how many were sent, or minus the system's error
    };

    SendRing();
    SendRing(const SendRing&) = delete;
    SendRing& operator=(const SendRing&) = delete;
    ~SendRing();

    // At most `most` pieces, no two for the same socket. Never waits for a peer: what the system
    // doesn't accept now fails with EAGAIN. Sets the results.
    void send(std::span<Piece> pieces) noexcept;

  private:
    bool send_together(std::span<Piece> pieces);
    unsigned take_results();
    void give_up();

    struct Close {
        void operator()(io_uring* ring) const;
    };

    std::unique_ptr<io_uring, Close> ring_; // null: the system refuses it
};

} // namespace jaipur::server::net
