// A TCP socket under observation, as the layer below a WebSocket: it tells a `Liveness` about every
// byte that comes and every write that blocks, which the layers above would keep to themselves.
#pragma once

#include "server/net/liveness.hpp"
#include "server/net/timekeeper.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace jaipur::server::net {

class Wire {
  public:
    using Socket = boost::asio::ip::tcp::socket;
    using executor_type = Socket::executor_type;
    using Error = boost::system::error_code;

    // `watch` is told whenever a deadline may have come nearer.
    Wire(Socket socket, Liveness& liveness, Timekeeper::Watch& watch)
        : socket_(std::move(socket)), liveness_(&liveness), watch_(&watch) {}

    executor_type get_executor() { return socket_.get_executor(); }

    Socket& socket() { return socket_; }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_compose<Token, void(Error, std::size_t)>(
            [this, buffers, started = false](auto& self, Error error = {},
                                             std::size_t count = 0) mutable {
                if (!started) {
                    started = true;
                    const Buffers where = buffers; // `self`, and with it `buffers`, is moved away
                    if (enough_drained())
                        socket_.async_wait(Socket::wait_error, std::move(self));
                    else
                        socket_.async_read_some(where, std::move(self));
                    return;
                }
                if (!error && count == 0 && enough_drained())
                    error = boost::asio::error::eof;
                came(buffers, count);
                self.complete(error, count);
            },
            token, socket_);
    }

    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return boost::asio::async_compose<Token, void(Error, std::size_t)>(
            [this, buffers, started = false](auto& self, Error error = {},
                                             std::size_t count = 0) mutable {
                if (!started) {
                    started = true;
                    liveness_->write_begins(Clock::now());
                    watch_->hurry();
                    const Buffers what = buffers;
                    socket_.async_write_some(what, std::move(self));
                    return;
                }
                liveness_->write_ends();
                self.complete(error, count);
            },
            token, socket_);
    }

    // The end of the connection: says that no more will come from here, then reads what still comes
    // from the peer until it hangs up. To close with bytes unread would reset the connection, and
    // the peer might never see the last words. It takes as long as the peer likes: whoever calls
    // this has to close the socket after a while.
    template <class Token>
    auto async_drain(Token&& token) {
        liveness_->closing(Clock::now());
        watch_->hurry();
        return boost::asio::async_compose<Token, void(Error)>(
            [this, started = false](auto& self, Error error = {}) mutable {
                if (!started) {
                    started = true;
                    Error ignored;
                    socket_.shutdown(Socket::shutdown_send, ignored);
                    socket_.non_blocking(true, ignored);
                } else if (!error) {
                    std::array<std::uint8_t, 2048> trash;
                    drained_ += socket_.read_some(boost::asio::buffer(trash), error);
                }
                // Once around for each piece: a peer that floods must not keep the others waiting.
                if (!error || error == boost::asio::error::would_block)
                    socket_.async_wait(enough_drained() ? Socket::wait_error : Socket::wait_read,
                                       std::move(self));
                else
                    self.complete({});
            },
            token, socket_);
    }

    void close() {
        Error ignored;
        socket_.close(ignored);
    }

  private:
    using Clock = std::chrono::steady_clock;

    // What a peer may still send once it is to be gone. Who floods is not read from any more until
    // the socket is closed: reading it away would take all the time there is.
    static constexpr std::size_t most_drained = 256 * 1024;

    bool enough_drained() const { return drained_ >= most_drained; }

    template <class Buffers>
    void came(const Buffers& buffers, std::size_t count) {
        for (auto it = boost::asio::buffer_sequence_begin(buffers); count > 0; ++it) {
            const boost::asio::const_buffer part(*it);
            const std::size_t size = std::min(count, part.size());
            liveness_->received({static_cast<const std::uint8_t*>(part.data()), size},
                                Clock::now());
            count -= size;
            if (liveness_->is_closing())
                drained_ += size;
        }
        watch_->hurry();
    }

    Socket socket_;
    Liveness* liveness_;
    Timekeeper::Watch* watch_;
    std::size_t drained_ = 0;
};

} // namespace jaipur::server::net
