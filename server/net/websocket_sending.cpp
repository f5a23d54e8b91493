// How a connection sends: what waits, in the order in which it was queued.
#include "server/net/websocket_connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <string>
#include <utility>

namespace jaipur::server::net {

namespace {

namespace asio = boost::asio;

// The send buffer for closing a peer that doesn't read: room for the rest of the blocked message
// and the close frame behind it.
constexpr int closing_buffer = 1 << 20;

} // namespace

void WebSocketConnection::send(core::Outgoing outgoing) {
    if (closing_ || over_)
        return;
    // Nearly always nothing is queued, so skip the queue.
    if (outbox_.empty() && !flushes_ && wire().waiting() < enough_for_one && stream_.is_open()) {
        ErrorCode error;
        stream_.write(asio::buffer(*outgoing.text), error);
        if (error)
            abort();
    } else {
        queue(std::move(outgoing));
    }
}

void WebSocketConnection::queue(core::Outgoing outgoing) {
    if (closing_ || over_)
        return;
    if (outbox_.push(std::move(outgoing)) == core::Outbox::Pushed::Overflow)
        too_slow();
}

void WebSocketConnection::flush() {
    if (!flushes_ && !sends_)
        guarded([this] { write_out(); });
}

std::optional<SendRing::Piece> WebSocketConnection::begin_sending() {
    if (flushes_ || sends_ || over_ || !sends_together())
        return std::nullopt;
    if (wire().waiting() == 0)
        guarded([this] {
            ErrorCode error;
            write_frames(error);
            if (error)
                abort();
        });
    if (over_ || wire().waiting() == 0)
        return std::nullopt;
    sends_ = true;
    return SendRing::Piece{wire().socket().native_handle(), wire().to_send()};
}

void WebSocketConnection::end_sending(long result) {
    sends_ = false;
    guarded([this, result] {
        ErrorCode error;
        if (result < 0)
            error.assign(static_cast<int>(-result), boost::system::system_category());
        wire().sent(result < 0 ? 0 : static_cast<std::size_t>(result), error);
        write_on(error);
    });
}

void WebSocketConnection::flush_soon() {
    if (!std::exchange(flushes_, true))
        asio::post(stream_.get_executor(), [self = shared_from_this()] {
            self->flushes_ = false;
            self->flush();
        });
}

void WebSocketConnection::write_out() {
    ErrorCode error;
    wire().send(error);
    write_on(error);
}

// Once nothing waits in the `Wire`: writes all queued messages, pings and the close frame.
void WebSocketConnection::write_on(ErrorCode error) {
    while (!over_ && !error && wire().waiting() == 0 && (ping_due_ || !outbox_.empty())) {
        write_frames(error);
        if (!error)
            wire().send(error);
    }
    if (over_)
        return;
    if (error) {
        abort();
    } else if (wire().waiting() > 0) {
        flushes_ = true;
        wire().async_send([self = shared_from_this()](ErrorCode failed) {
            self->flushes_ = false;
            failed ? self->abort() : self->flush();
            if (!self->is_blocked() && self->hooks_.drained && !self->over_)
                self->hooks_.drained();
        });
    } else if (closing_ && !std::exchange(shaking_hands_, true)) {
        asio::co_spawn(stream_.get_executor(), shake_hands(shared_from_this(), *closing_),
                       [self = shared_from_this()](const std::exception_ptr& thrown) {
                           if (thrown)
                               self->failed();
                       });
    }
}

void WebSocketConnection::write_frames(ErrorCode& error) {
    if (!stream_.is_open()) { // Beast has written a close frame: nothing may follow it
        ping_due_ = false;
        outbox_.clear();
        return;
    }
    if (std::exchange(ping_due_, false) && !closing_) {
        const std::string payload = liveness_.ping(Clock::now());
        watch_.hurry();
        stream_.ping({payload.data(), payload.size()}, error);
    }
    while (!error && !outbox_.empty() && wire().waiting() < enough_for_one)
        stream_.write(asio::buffer(*outbox_.pop()), error);
}

void WebSocketConnection::too_slow() {
    outbox_.clear();
    // Makes room for the close frame although the peer isn't reading: if it reads later, it still
    // learns why it was closed.
    ErrorCode ignored;
    wire().socket().set_option(asio::socket_base::send_buffer_size(closing_buffer), ignored);
    begin_closing(protocol::CloseCode::TooSlow);
}

} // namespace jaipur::server::net
