#include "server/relay/channel.hpp"

#include "server/log/log.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <utility>

namespace jaipur::server::relay {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

// As for clients' connections: what a slow client doesn't read must not pile up on the way.
constexpr int buffer_size = 64 << 10;

constexpr int gone_after_ms = 15'000; // without an acknowledgement from the other machine

} // namespace

void prepare(net::Socket& socket) {
    error_code ignored; // if the socket is gone, the next call reports it
    socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
    socket.set_option(asio::socket_base::send_buffer_size(buffer_size), ignored);
    socket.set_option(asio::socket_base::receive_buffer_size(buffer_size), ignored);
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &gone_after_ms,
                 sizeof gone_after_ms);
    socket.non_blocking(true, ignored);
}

bool exceeds(int seconds, std::chrono::milliseconds limit) {
    return limit.count() > 0 && std::chrono::seconds(seconds) > limit;
}

Channel::Channel(net::Socket socket, std::size_t most_payload)
    : socket_(std::move(socket)), reader_(most_payload) {
    prepare(socket_);
}

void Channel::start(Hooks hooks) {
    hooks_ = std::move(hooks);
    read_on();
}

// ---- reading -----------------------------------------------------------------------------------

void Channel::read_on() {
    if (over_ || reads_)
        return;
    reads_ = true;
    // Frames may wait that came together with the last one; posted, because the caller may be
    // inside of a hook.
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
        if (!self->over_)
            self->handle_frames();
    });
}

void Channel::read() {
    socket_.async_read_some(asio::buffer(piece_),
                            [self = shared_from_this()](error_code error, std::size_t size) {
                                self->on_read(error, size);
                            });
}

void Channel::on_read(const error_code& error, std::size_t size) {
    if (over_)
        return;
    if (error) {
        abort();
        return;
    }
    quiet_.heard = 0;
    reader_.add({piece_.data(), size});
    handle_frames();
}

void Channel::handle_frames() {
    try {
        bool on = true;
        while (on && !over_) {
            const auto frame = reader_.next();
            if (!frame)
                break;
            on = hooks_.frame(*frame);
        }
        if (hooks_.paused && !over_)
            on = hooks_.paused() && on;
        if (reader_.is_too_long())
            abort();
        if (!on)
            reads_ = false;
        else if (!over_)
            read();
    } catch (const std::exception&) {
        log::error("a relayed session failed");
        abort();
    }
}

// ---- writing -----------------------------------------------------------------------------------

void Channel::send(Kind kind, std::string_view payload) {
    if (over_ || finishing_)
        return;
    quiet_.said = 0;
    append_frame(gathered_, kind, payload);
}

void Channel::flush() {
    if (!writes_ && !over_)
        write();
}

void Channel::write() {
    error_code error;
    if (!gathered_.empty()) {
        const std::size_t sent = socket_.write_some(asio::buffer(gathered_), error);
        if (sent > 0)
            quiet_.blocked = 0;
        if (sent == gathered_.size() && sent <= buffer_size)
            gathered_.clear();
        else if (sent == gathered_.size())
            std::string().swap(gathered_);
        else
            gathered_.erase(0, sent);
    }
    if (error && error != asio::error::would_block) {
        abort();
        return;
    }
    const bool was_blocked = std::exchange(writes_, !gathered_.empty());
    if (writes_) {
        socket_.async_wait(net::Socket::wait_write,
                           [self = shared_from_this()](const error_code& failed) {
                               if (self->over_)
                                   return;
                               if (failed)
                                   self->abort();
                               else
                                   self->write();
                           });
    } else if (finishing_) {
        socket_.shutdown(net::Socket::shutdown_send, error); // the other side hangs up
    } else if (was_blocked && hooks_.drained) {
        hooks_.drained();
    }
}

// ---- the end -----------------------------------------------------------------------------------

void Channel::finish() {
    if (std::exchange(finishing_, true))
        return;
    flush();
    if (!over_)
        read_on(); // to notice the end
}

void Channel::abort(How how) {
    if (std::exchange(over_, true))
        return;
    error_code ignored;
    if (how == How::Reset)
        socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    socket_.close(ignored);
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
        const Hooks hooks = std::exchange(self->hooks_, {}); // they may hold what holds this
        if (hooks.closed)
            hooks.closed();
    });
}

Channel::Quiet Channel::look() {
    quiet_.heard = reads_ ? quiet_.heard + 1 : 0;
    ++quiet_.said;
    quiet_.blocked = writes_ ? quiet_.blocked + 1 : 0;
    return quiet_;
}

} // namespace jaipur::server::relay
