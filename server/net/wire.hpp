// The layer below a WebSocket: a TCP socket, maybe with TLS, that reports all received bytes and
// blocked writes to a `Liveness`, because the layers above hide them. It buffers writes until
// `send`, so that several frames go out in one system call and one TLS record.
#pragma once

#include "server/net/liveness.hpp"
#include "server/net/socket.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/tls.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace jaipur::server::net {

class Wire {
  public:
    using executor_type = Executor;
    using Error = boost::system::error_code;

    // Tells `watch` whenever a deadline may have moved closer. `tls`: null for a plain connection.
    Wire(Socket socket, Liveness& liveness, Timekeeper::Watch& watch,
         std::unique_ptr<TlsSession> tls)
        : socket_(std::move(socket)), liveness_(&liveness), watch_(&watch), tls_(std::move(tls)) {
        Error ignored; // if the socket is gone, the next call reports it
        socket_.non_blocking(true, ignored);
    }

    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    ~Wire() { close(); }

    // Moves to another thread, while nothing is being read, waited for or sent: `leave` on the old
    // one, then `arrive` on the new one.
    void leave();
    void arrive(const Executor& executor);

    Executor get_executor() { return socket_.get_executor(); }

    Socket& socket() { return socket_; }

    bool has_tls() const { return tls_ != nullptr; }

    // Why TLS failed; empty: it didn't.
    std::string_view tls_failure() const { return tls_ ? tls_->failure() : std::string_view{}; }

    // Before anything is read or written, if there is TLS. A client that speaks plain HTTP instead
    // gets a plain connection.
    template <class Token>
    auto async_shake_hands(Token&& token) {
        return boost::asio::async_compose<Token, void(Error)>(
            [this, started = false](auto& self, Error error = {}) mutable {
                if (std::exchange(started, true) && !error)
                    shake_hands(error);
                else if (!error)
                    error = boost::asio::error::would_block;
                if (error == boost::asio::error::would_block)
                    socket_.async_wait(read_waits_, std::move(self));
                else
                    self.complete(error);
            },
            token, socket_);
    }

    // ---- reading

    // Into the first buffer only: that costs the system less than several.
    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        const auto where = first_of(buffers);
        return boost::asio::async_compose<Token, void(Error, std::size_t)>(
            [this, where, started = false](auto& self, Error error = {},
                                           std::size_t count = 0) mutable {
                if (!std::exchange(started, true)) {
                    const auto target = where; // `where` moves away with `self`
                    if (enough_drained())
                        socket_.async_wait(Socket::wait_error, std::move(self));
                    else if (tls_)
                        wait_for_data(std::move(self));
                    else
                        socket_.async_read_some(target, std::move(self));
                    return;
                }
                if (tls_ && !error && !enough_drained()) {
                    count = decrypt(where, error);
                    if (error == boost::asio::error::would_block) {
                        socket_.async_wait(read_waits_, std::move(self));
                        return;
                    }
                }
                if (!error && count == 0)
                    error = boost::asio::error::eof;
                on_read(where, count);
                self.complete(error, count);
            },
            token, socket_);
    }

    template <class Buffers>
    std::size_t read_some(const Buffers& buffers, Error& error) {
        const auto where = first_of(buffers);
        const std::size_t count = tls_ ? decrypt(where, error) : socket_.read_some(where, error);
        on_read(where, count);
        return count;
    }

    // ---- writing

    // Buffers everything; the next `send` sends it.
    template <class Buffers>
    std::size_t write_some(const Buffers& buffers, Error& error) {
        error = {};
        std::size_t count = 0;
        for (auto it = boost::asio::buffer_sequence_begin(buffers);
             it != boost::asio::buffer_sequence_end(buffers); ++it) {
            const boost::asio::const_buffer part(*it);
            if (!has_last_)
                gather({static_cast<const char*>(part.data()), part.size()});
            count += part.size();
        }
        return count;
    }

    // Buffers the last bytes: whatever is written later is dropped.
    void write_last(std::span<const char> bytes) {
        gather(bytes);
        has_last_ = true;
    }

    // Bytes written but not sent yet.
    std::size_t waiting() const { return gathered_.size(); }

    // Sends as many of them as the system accepts now.
    void send(Error& error);

    // The same without TLS in two steps: what to send, and how much of it was sent.
    std::span<const char> to_send() const { return gathered_; }

    void sent(std::size_t count, Error& error) { sent(count, count > 0, error); }

    // Completes when everything is sent.
    template <class Token>
    auto async_send(Token&& token) {
        return boost::asio::async_compose<Token, void(Error)>(
            [this, started = false](auto& self, Error error = {}) mutable {
                if (!error)
                    send(error);
                if (!error && waiting() > 0) {
                    started = true;
                    socket_.async_wait(write_waits_, std::move(self));
                } else if (!std::exchange(started, true)) {
                    boost::asio::post(get_executor(), [self = std::move(self), error]() mutable {
                        self.complete(error);
                    });
                } else {
                    self.complete(error);
                }
            },
            token, socket_);
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        Error none;
        const std::size_t count = write_some(buffers, none);
        return boost::asio::async_compose<Token, void(Error, std::size_t)>(
            [this, count, started = false](auto& self, Error error = {}) mutable {
                if (!std::exchange(started, true))
                    this->async_send(std::move(self));
                else
                    self.complete(error, error ? 0 : count);
            },
            token, socket_);
    }

    // Beast requires these of a layer, and calls neither.
    template <class Buffers>
    std::size_t read_some(const Buffers& buffers) {
        return or_throw([&](Error& error) { return read_some(buffers, error); });
    }

    template <class Buffers>
    std::size_t write_some(const Buffers& buffers) {
        return or_throw([&](Error& error) { return write_some(buffers, error); });
    }

    // ---- the end

    // Ends the connection: shuts down sending, then reads until the peer hangs up. Closing with
    // unread bytes would reset the connection, and the peer might never see the last message. The
    // peer decides how long that takes, so the caller must close the socket after a while.
    template <class Token>
    auto async_drain(Token&& token) {
        liveness_->closing(Clock::now());
        watch_->hurry();
        return boost::asio::async_compose<Token, void(Error)>(
            [this, started = false](auto& self, Error error = {}) mutable {
                if (!started && !error && !say_goodbye()) {
                    socket_.async_wait(Socket::wait_write, std::move(self));
                    return;
                }
                if (!std::exchange(started, true)) {
                    Error ignored;
                    socket_.shutdown(Socket::shutdown_send, ignored);
                } else if (!error) {
                    std::array<std::uint8_t, 2048> trash;
                    drained_ += socket_.read_some(boost::asio::buffer(trash), error);
                }
                // Yields after each read, so that a flooding peer doesn't delay others.
                if (!error || error == boost::asio::error::would_block)
                    socket_.async_wait(enough_drained() ? Socket::wait_error : Socket::wait_read,
                                       std::move(self));
                else
                    self.complete({});
            },
            token, socket_);
    }

    void close();

  private:
    using Clock = std::chrono::steady_clock;

    // How many bytes are read after sending was shut down. The rest of a flood stays unread until
    // the socket closes: reading it would take all our time.
    static constexpr std::size_t most_drained = 256 << 10;

    bool enough_drained() const { return drained_ >= most_drained; }

    template <class Buffers>
    static boost::asio::mutable_buffer first_of(const Buffers& buffers) {
        return *boost::asio::buffer_sequence_begin(buffers);
    }

    // Calls back once there may be something to decrypt, and never at once.
    template <class Handler>
    void wait_for_data(Handler&& handler) {
        if (tls_->has_received())
            boost::asio::post(get_executor(), std::forward<Handler>(handler));
        else
            socket_.async_wait(Socket::wait_read, std::forward<Handler>(handler));
    }

    void shake_hands(Error& error);
    std::size_t decrypt(boost::asio::mutable_buffer where, Error& error);
    std::size_t encrypt(Error& error);
    bool say_goodbye();
    void on_read(boost::asio::mutable_buffer where, std::size_t count);
    void gather(std::span<const char> bytes);
    void sent(std::size_t count, bool moved, Error& error);

    template <class Do>
    static std::size_t or_throw(Do what) {
        Error error;
        const std::size_t count = what(error);
        if (error)
            throw boost::system::system_error(error);
        return count;
    }

    // A socket that no thread has.
    struct OnTheWay {
        boost::asio::ip::tcp protocol;
        int descriptor = -1;
    };

    Socket socket_;
    std::optional<OnTheWay> on_the_way_;
    Liveness* liveness_;
    Timekeeper::Watch* watch_;
    std::unique_ptr<TlsSession> tls_;
    // For what to wait until the last step of TLS can be repeated.
    Socket::wait_type read_waits_ = Socket::wait_read, write_waits_ = Socket::wait_write;
    bool speaks_tls_ = false; // the peer; unknown before its first byte
    std::string gathered_;
    bool has_last_ = false;
    bool blocked_ = false; // the system accepted only a part
    std::size_t drained_ = 0;
};

} // namespace jaipur::server::net
