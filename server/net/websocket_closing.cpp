// How a connection ends.
#include "server/net/websocket_connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <utility>

namespace jaipur::server::net {

namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using protocol::CloseCode;

auto until_cancelled(asio::cancellation_signal& signal) {
    return asio::as_tuple(asio::bind_cancellation_slot(signal.slot(), asio::use_awaitable));
}

} // namespace

void WebSocketConnection::begin_closing(CloseCode code) {
    if (closing_ || over_)
        return;
    if (!is_websocket_) {
        abort();
        return;
    }
    closing_ = code;
    liveness_.closing(Clock::now());
    watch_.hurry();
    announce_closing();
    flush_soon();
}

asio::awaitable<void> WebSocketConnection::shake_hands(Self self, CloseCode code) {
    const websocket::close_reason reason(static_cast<websocket::close_code>(code));
    co_await self->stream_.async_close(reason, until_cancelled(self->cancel_closing_));
    self->abort();
}

void WebSocketConnection::abort() {
    if (over_)
        return;
    over_ = true;
    wire().close();
    watch_.stop();
    announce_closing();
    cancel_pending();
}

// If a message turns out to be invalid UTF-8 after the close frame was sent, Beast's read and its
// close wait for each other and not for the socket: they would wait forever. Posted, because what
// is cancelled continues at once.
void WebSocketConnection::cancel_pending() {
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
        self->cancel_reading_.emit(asio::cancellation_type::terminal);
        self->cancel_closing_.emit(asio::cancellation_type::terminal);
    });
}

void WebSocketConnection::announce_closing() {
    if (auto closing = std::exchange(hooks_.closing, nullptr))
        asio::post(stream_.get_executor(), std::move(closing));
}

} // namespace jaipur::server::net
