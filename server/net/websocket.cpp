#include "server/log/log.hpp"
#include "server/net/as_values.hpp"
#include "server/net/http_conversation.hpp"
#include "server/net/websocket_connection.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>

#include <string_view>
#include <utility>

namespace jaipur::server::net {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using protocol::CloseCode;

} // namespace

void WebSocketConnection::failed() {
    log::error("connection failed");
    abort();
}

// ---- time --------------------------------------------------------------------------------------

void WebSocketConnection::act_on(Verdict verdict) {
    switch (verdict) {
    case Verdict::Fine:
        return;
    case Verdict::PingDue:
        ping_due_ = true;
        liveness_.ping_waits();
        flush();
        return;
    case Verdict::UpgradeTooSlow:
    case Verdict::Silent:
    case Verdict::ClosingTooSlow:
        abort();
        return;
    case Verdict::MessageTooSlow:
        begin_closing(CloseCode::PolicyViolation);
        return;
    case Verdict::WriteBlocked:
        too_slow();
        return;
    }
}

// ---- TLS ---------------------------------------------------------------------------------------

// Its time is a part of that for the upgrade. False: the connection has ended, or should.
asio::awaitable<bool> WebSocketConnection::shake_tls_hands(const Site& site) {
    const auto [error] = co_await wire().async_shake_hands(as_values);
    std::string failure(wire().tls_failure());
    if (error && failure.empty())
        failure = error.message();
    if (site.shook_hands && (error || wire().has_tls()))
        site.shook_hands(failure);
    if (error == asio::error::connection_aborted) // OpenSSL has sent the reason
        co_await wire().async_drain(as_values);
    co_return !error;
}

// ---- HTTP --------------------------------------------------------------------------------------

asio::awaitable<std::optional<WebSocket::Opened>> WebSocketConnection::open(const Site& site) {
    if (wire().has_tls()) {
        const bool secure = co_await shake_tls_hands(site);
        if (!secure) {
            abort();
            co_return std::nullopt;
        }
    }
    const auto granted = co_await converse_over_http(wire(), liveness_, watch_, *limits_, site);
    if (granted) {
        stream_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
            control_frame(kind, payload);
        });
        const ErrorCode error = co_await accept_upgrade(stream_, *granted, *limits_);
        if (!error) {
            is_websocket_ = true;
            liveness_.upgraded(Clock::now());
            watch_.hurry();
            co_return Opened{granted->request.from, granted->upgrade.ticket};
        }
    }
    abort();
    co_return std::nullopt;
}

// ---- WebSocket ---------------------------------------------------------------------------------

void WebSocketConnection::start(Hooks hooks) {
    hooks_ = std::move(hooks);
    if (closing_ || over_) // since the upgrade
        announce_closing();
    read_on();
}

void WebSocketConnection::read_on() {
    if (closing_ || over_)
        return;
    liveness_.reading_goes_on(Clock::now());
    guarded([this] {
        watch_.hurry();
        read();
    });
}

// Callbacks instead of a coroutine, because every message passes through here.
void WebSocketConnection::read() {
    stream_.async_read_some(
        asio::buffer(piece_),
        asio::bind_cancellation_slot(
            cancel_reading_.slot(), [self = shared_from_this()](ErrorCode error, std::size_t size) {
                self->guarded([&] { self->on_read(error, size); });
            }));
}

void WebSocketConnection::on_read(const ErrorCode& error, std::size_t size) {
    if (error && !closing_)
        abort(); // Beast has sent a close frame if the peer was still there
    if (error || closing_ || over_)
        return;
    if (!stream_.got_text()) {
        begin_closing(CloseCode::BinaryFrame);
        return;
    }
    std::string_view message(piece_.data(), size);
    if (!stream_.is_message_done() || !earlier_pieces_.empty()) {
        earlier_pieces_ += message;
        message = earlier_pieces_;
    }
    bool on = true;
    if (stream_.is_message_done()) {
        on = hooks_.message(message);
        std::string().swap(earlier_pieces_);
    }
    if (closing_ || over_)
        return;
    if (on)
        read();
    else
        liveness_.reading_waits();
}

void WebSocketConnection::control_frame(websocket::frame_type kind, beast::string_view payload) {
    const Instant now = Clock::now();
    auto control = Liveness::Control::Fine;
    if (kind == websocket::frame_type::ping) {
        control = liveness_.peer_pinged(now);
    } else if (kind == websocket::frame_type::pong) {
        const auto ponged = liveness_.peer_ponged({payload.data(), payload.size()}, now);
        control = ponged.control;
        if (ponged.round_trip && hooks_.round_trip && !closing_)
            hooks_.round_trip(*ponged.round_trip);
    } else {
        peer_closed();
    }
    if (control == Liveness::Control::TooMany)
        begin_closing(CloseCode::PolicyViolation);
}

// Beast answers any code above 2999 with the same code, but those above 4999 don't exist (RFC 6455,
// 7.4.2): that is a protocol error like other invalid codes.
void WebSocketConnection::peer_closed() {
    constexpr std::uint16_t highest_code = 4999;
    static constexpr std::array protocol_error{'\x88', '\x02', '\x03', '\xEA'}; // close, 1002
    if (stream_.reason().code > highest_code && stream_.is_open())
        wire().write_last(protocol_error);
    announce_closing();
}

std::shared_ptr<WebSocket> make_websocket(Socket socket, std::unique_ptr<TlsSession> tls,
                                          std::shared_ptr<Timekeeper> timekeeper,
                                          const core::Limits& limits,
                                          std::shared_ptr<void> ticket) {
    return std::make_shared<WebSocketConnection>(std::move(socket), std::move(tls),
                                                 std::move(timekeeper), limits, std::move(ticket));
}

} // namespace jaipur::server::net
