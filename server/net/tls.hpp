// TLS on the server's side of a connection, by OpenSSL on a non-blocking descriptor. Each step
// returns at once; the caller waits for the descriptor and repeats the step. It must not know what
// the bytes mean.
//
// Asio's `ssl::stream` doesn't fit under `Wire`: on a non-blocking socket, its synchronous
// operations fail with `would_block` in the middle, and it would encrypt and send each frame at
// once, although `Wire` gathers several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

struct ssl_ctx_st; // OpenSSL's
struct ssl_st;

namespace jaipur::server::net {

enum class TlsStep : std::uint8_t {
    Done,
    WantsRead,  // repeat it once the descriptor is readable
    WantsWrite, // repeat it once it is writable
    Ended,      // the peer has said that nothing more comes
    Failed,     // nothing more is possible
};

class TlsSession {
  public:
    // The descriptor must stay open as long as steps are taken. Throws std::bad_alloc.
    TlsSession(ssl_ctx_st& context, int descriptor);
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;
    ~TlsSession();

    TlsStep shake_hands();

    struct Moved {
        TlsStep step{};
        std::size_t bytes = 0; // plain ones; 0 unless `Done`
    };

    Moved read_some(std::span<std::uint8_t> where);
    // After `WantsRead` or `WantsWrite`, the next call must offer the same bytes again, maybe at
    // another address, and maybe followed by more.
    Moved write_some(std::span<const char> bytes);

    // Says that nothing more comes (close_notify): otherwise the peer couldn't tell the end from an
    // attacker's. Not after `Failed`, when nothing can be said.
    TlsStep say_goodbye();

    // It has received bytes that it hasn't returned yet: read before waiting for the descriptor.
    bool has_received() const;
    // How many bytes the system has accepted. A blocked record may move forward although no plain
    // byte counts as sent yet.
    std::uint64_t bytes_sent() const;

    // Why a step failed, in OpenSSL's words, which contain nothing of the peer's.
    std::string_view failure() const { return failure_; }

  private:
    TlsStep step_of(int result);
    static void on_message(int sent, int version, int type, const void* bytes, std::size_t size,
                           ssl_st* ssl, void* session);

    struct Free {
        void operator()(ssl_st* ssl) const;
    };

    std::unique_ptr<ssl_st, Free> ssl_;
    std::string_view failure_;
    int later_handshakes_ = 0; // messages after the handshake that change its keys
};

} // namespace jaipur::server::net
