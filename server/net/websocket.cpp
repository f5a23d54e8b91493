#include "server/net/websocket.hpp"

#include "server/log.hpp"
#include "server/net/http_conversation.hpp"
#include "server/net/liveness.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/wire.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <exception>
#include <utility>

namespace jaipur::server::net {

// What Beast calls at the end of a WebSocket, found by the type of `wire`.
template <class Handler>
void async_teardown(boost::beast::role_type, Wire& wire, Handler&& handler) {
    wire.async_drain(std::forward<Handler>(handler));
}

inline void beast_close_socket(Wire& wire) {
    wire.close();
}

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Clock = std::chrono::steady_clock;
using ErrorCode = boost::system::error_code;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);

auto until_cancelled(asio::cancellation_signal& signal) {
    return asio::as_tuple(asio::bind_cancellation_slot(signal.slot(), asio::use_awaitable));
}

// What is left for a last word where the peer does not read: the rest of the message that is stuck,
// and the close frame behind it.
constexpr int last_words = 1 << 20;

class Connection final : public WebSocket, public std::enable_shared_from_this<Connection> {
  public:
    Connection(asio::ip::tcp::socket socket, std::shared_ptr<Timekeeper> timekeeper,
               const Limits& limits, std::shared_ptr<void> ticket)
        : ticket_(std::move(ticket)), limits_(limits), liveness_(limits, Clock::now()),
          watch_(std::move(timekeeper), liveness_, [this](Verdict v) { act_on(v); }),
          stream_(std::move(socket), liveness_, watch_),
          wake_(stream_.get_executor(), asio::steady_timer::time_point::max()),
          outbox_(limits.outbox_messages, limits.outbox_bytes), buffer_(limits.message_bytes + 1) {}

    asio::awaitable<std::optional<Opened>> open(const Site& site) override;
    asio::awaitable<std::optional<std::string>> receive() override;

    void on(Hooks hooks) override { hooks_ = std::move(hooks); }

    void send(Outgoing outgoing) override;

    void close(std::uint16_t code) override { begin_closing(code); }

    void abort() override;

  private:
    using Self = std::shared_ptr<Connection>;

    void run(asio::awaitable<void> coroutine);
    static asio::awaitable<void> write(Self self);

    asio::awaitable<ErrorCode> accept(const GrantedUpgrade& granted);
    void control_frame(websocket::frame_type kind, beast::string_view payload);
    void act_on(Verdict verdict);
    void begin_closing(std::uint16_t code);

    void begin_closing(TransportClose code) { begin_closing(static_cast<std::uint16_t>(code)); }

    void too_slow();
    void tell_closing();
    void cancel_what_waits();

    Wire& wire() { return stream_.next_layer(); }

    std::shared_ptr<void> ticket_;
    const Limits& limits_;
    Liveness liveness_;
    Timekeeper::Watch watch_;
    websocket::stream<Wire, false> stream_; // false: nothing is compressed
    asio::steady_timer wake_;               // of the writer
    Outbox outbox_;
    beast::flat_buffer buffer_;
    bool ping_due_ = false;
    Hooks hooks_;
    bool is_websocket_ = false;
    std::optional<std::uint16_t> closing_; // the code
    asio::cancellation_signal cancel_reading_, cancel_closing_;
    bool over_ = false;
};

void Connection::run(asio::awaitable<void> coroutine) {
    asio::co_spawn(stream_.get_executor(), std::move(coroutine),
                   [self = shared_from_this()](std::exception_ptr error) {
                       if (!error)
                           return;
                       log::error("connection failed");
                       self->abort();
                   });
}

// ---- time --------------------------------------------------------------------------------------

void Connection::act_on(Verdict verdict) {
    switch (verdict) {
    case Verdict::Fine:
        return;
    case Verdict::PingDue:
        ping_due_ = true;
        liveness_.ping_waits();
        wake_.cancel();
        return;
    case Verdict::UpgradeTooSlow:
    case Verdict::Silent:
    case Verdict::ClosingTooSlow:
        abort();
        return;
    case Verdict::MessageTooSlow:
        begin_closing(TransportClose::PolicyViolation);
        return;
    case Verdict::WriteBlocked:
        too_slow();
        return;
    }
}

// ---- HTTP --------------------------------------------------------------------------------------

asio::awaitable<std::optional<WebSocket::Opened>> Connection::open(const Site& site) {
    const auto granted = co_await converse_over_http(wire(), liveness_, watch_, limits_, site);
    if (granted) {
        const ErrorCode error = co_await accept(*granted);
        if (!error)
            co_return Opened{granted->request.from, granted->upgrade.ticket};
    }
    abort();
    co_return std::nullopt;
}

asio::awaitable<ErrorCode> Connection::accept(const GrantedUpgrade& granted) {
    http::request<http::empty_body> request(http::verb::get, granted.request.target,
                                            static_cast<unsigned>(granted.request.version));
    for (const auto& [name, value] : granted.request.headers)
        request.insert(name, value);
    stream_.set_option(websocket::stream_base::decorator(
        [with_subprotocol = granted.upgrade.with_subprotocol](websocket::response_type& response) {
            response.set(http::field::server, "jaipur");
            if (with_subprotocol)
                response.set(http::field::sec_websocket_protocol, subprotocol);
        }));
    stream_.read_message_max(limits_.message_bytes);
    stream_.auto_fragment(false);
    stream_.text(true);
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
        control_frame(kind, payload);
    });
    const auto [error] = co_await stream_.async_accept(request, as_values);
    if (!error) {
        is_websocket_ = true;
        liveness_.upgraded(Clock::now());
        watch_.hurry();
        run(write(shared_from_this()));
    }
    co_return error;
}

// ---- WebSocket ---------------------------------------------------------------------------------

asio::awaitable<std::optional<std::string>> Connection::receive() {
    liveness_.reading_goes_on(Clock::now());
    watch_.hurry();
    bool whole = false;
    while (!whole && !closing_ && !over_) {
        const auto [error, size] =
            co_await stream_.async_read_some(buffer_, 0, until_cancelled(cancel_reading_));
        if (error && !closing_)
            abort(); // Beast has sent the close frame, where there was somebody to send it to
        if (error)
            break;
        if (!stream_.got_text())
            begin_closing(TransportClose::BinaryFrame);
        whole = stream_.is_message_done();
    }
    liveness_.reading_waits();
    if (!whole || closing_ || over_)
        co_return std::nullopt;
    std::string message = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    co_return message;
}

void Connection::control_frame(websocket::frame_type kind, beast::string_view payload) {
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
        tell_closing();
    }
    if (control == Liveness::Control::TooMany)
        begin_closing(TransportClose::PolicyViolation);
}

void Connection::send(Outgoing outgoing) {
    if (closing_ || over_)
        return;
    if (outbox_.push(std::move(outgoing)) == Outbox::Pushed::Overflow)
        too_slow();
    wake_.cancel();
}

// The only one who writes messages, pings and the close frame.
asio::awaitable<void> Connection::write(Self self) {
    ErrorCode error;
    while (!error && !self->over_) {
        if (self->ping_due_ && !self->closing_) {
            self->ping_due_ = false;
            const std::string payload = self->liveness_.ping(Clock::now());
            self->watch_.hurry();
            const websocket::ping_data data(payload.data(), payload.size());
            const auto [failed] = co_await self->stream_.async_ping(data, as_values);
            error = failed;
        } else if (!self->outbox_.empty()) {
            const auto text = self->outbox_.pop();
            const auto [failed, size] =
                co_await self->stream_.async_write(asio::buffer(*text), as_values);
            error = failed;
        } else if (self->closing_) {
            const websocket::close_reason reason(
                static_cast<websocket::close_code>(*self->closing_));
            co_await self->stream_.async_close(reason, until_cancelled(self->cancel_closing_));
            break;
        } else {
            co_await self->wake_.async_wait(as_values);
        }
    }
    self->abort();
}

// ---- the end -----------------------------------------------------------------------------------

void Connection::begin_closing(std::uint16_t code) {
    if (closing_ || over_)
        return;
    if (!is_websocket_) {
        abort();
        return;
    }
    closing_ = code;
    liveness_.closing(Clock::now());
    watch_.hurry();
    wake_.cancel();
    tell_closing();
}

void Connection::too_slow() {
    outbox_.clear();
    // So that the close frame gets into the system's hands although nothing is read: who reads late
    // still learns why.
    ErrorCode ignored;
    wire().socket().set_option(asio::socket_base::send_buffer_size(last_words), ignored);
    begin_closing(TransportClose::TooSlow);
}

void Connection::abort() {
    if (over_)
        return;
    over_ = true;
    wire().close();
    watch_.stop();
    wake_.cancel();
    tell_closing();
    cancel_what_waits();
}

// Where a message turns out to be bad UTF-8 after the close frame has gone out, Beast's reading
// waits for its closing, and its closing for its reading; neither waits for the socket, and both
// would wait for ever. Not from here: what is cancelled goes on at once.
void Connection::cancel_what_waits() {
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
        self->cancel_reading_.emit(asio::cancellation_type::terminal);
        self->cancel_closing_.emit(asio::cancellation_type::terminal);
    });
}

void Connection::tell_closing() {
    if (auto closing = std::exchange(hooks_.closing, nullptr))
        asio::post(stream_.get_executor(), std::move(closing));
}

} // namespace

std::shared_ptr<WebSocket> make_websocket(asio::ip::tcp::socket socket,
                                          std::shared_ptr<Timekeeper> timekeeper,
                                          const Limits& limits, std::shared_ptr<void> ticket) {
    return std::make_shared<Connection>(std::move(socket), std::move(timekeeper), limits,
                                        std::move(ticket));
}

} // namespace jaipur::server::net
