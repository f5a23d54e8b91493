#include "server/net/websocket.hpp"

#include "server/log/log.hpp"
#include "server/net/as_values.hpp"
#include "server/net/handshake.hpp"
#include "server/net/http_conversation.hpp"
#include "server/net/liveness.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/wire.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <array>
#include <exception>
#include <utility>

namespace jaipur::server::net {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using Clock = std::chrono::steady_clock;
using protocol::CloseCode;
using ErrorCode = boost::system::error_code;

auto until_cancelled(asio::cancellation_signal& signal) {
    return asio::as_tuple(asio::bind_cancellation_slot(signal.slot(), asio::use_awaitable));
}

// The send buffer for closing a peer that doesn't read: room for the rest of the blocked message
// and the close frame behind it.
constexpr int closing_buffer = 1 << 20;

class Connection final : public WebSocket, public std::enable_shared_from_this<Connection> {
  public:
    Connection(Socket socket, std::unique_ptr<TlsSession> tls,
               std::shared_ptr<Timekeeper> timekeeper, const core::Limits& limits,
               std::shared_ptr<void> ticket)
        : ticket_(std::move(ticket)), limits_(&limits), liveness_(limits, Clock::now()),
          watch_(std::move(timekeeper), liveness_, [this](Verdict v) { act_on(v); }),
          stream_(std::move(socket), liveness_, watch_, std::move(tls)),
          outbox_(limits.outbox_messages, limits.outbox_bytes) {}

    asio::awaitable<std::optional<Opened>> open(const Site& site) override;
    void start(Hooks hooks) override;
    void read_on() override;

    void send(core::Outgoing outgoing) override;
    void queue(core::Outgoing outgoing) override;
    void flush() override;

    std::size_t queued() const override { return outbox_.messages(); }

    bool is_blocked() const override { return flushes_ || !outbox_.empty(); }

    void close(CloseCode code) override { begin_closing(code); }

    void abort() override;

    bool can_move() const override {
        return is_websocket_ && !closing_ && !over_ && !is_blocked() && !ping_due_;
    }

    std::shared_ptr<void> leave() override;
    void arrive(const Executor& executor, std::shared_ptr<Timekeeper> timekeeper,
                const core::Limits& limits, std::shared_ptr<void> ticket, Hooks hooks) override;

  private:
    using Self = std::shared_ptr<Connection>;

    template <class Do>
    void guarded(Do what);
    void failed();

    void read();
    void on_read(const ErrorCode& error, std::size_t size);
    void control_frame(websocket::frame_type kind, beast::string_view payload);
    void peer_closed();
    void act_on(Verdict verdict);
    asio::awaitable<bool> shake_tls_hands(const Site& site);
    void flush_soon();
    void write_out();
    void write_frames(ErrorCode& error);
    static asio::awaitable<void> shake_hands(Self self, CloseCode code);
    void begin_closing(CloseCode code);
    void too_slow();
    void announce_closing();
    void cancel_pending();

    Wire& wire() { return stream_.next_layer(); }

    std::shared_ptr<void> ticket_;
    const core::Limits* limits_;
    Liveness liveness_;
    Timekeeper::Watch watch_;
    WebSocketStream stream_;
    std::array<char, 512> piece_{}; // nearly every message fits
    std::string earlier_pieces_;    // of the message that is being received
    core::Outbox outbox_;
    bool ping_due_ = false;
    bool flushes_ = false; // soon, or as soon as the system accepts more
    Hooks hooks_;
    bool is_websocket_ = false;
    std::optional<CloseCode> closing_; // why
    asio::cancellation_signal cancel_reading_, cancel_closing_;
    bool shaking_hands_ = false; // at the end
    bool over_ = false;
};

void Connection::failed() {
    log::error("connection failed");
    abort();
}

// For callbacks, whose exceptions nobody would catch.
template <class Do>
void Connection::guarded(Do what) {
    try {
        what();
    } catch (const std::exception&) {
        failed();
    }
}

// ---- time --------------------------------------------------------------------------------------

void Connection::act_on(Verdict verdict) {
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
asio::awaitable<bool> Connection::shake_tls_hands(const Site& site) {
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

asio::awaitable<std::optional<WebSocket::Opened>> Connection::open(const Site& site) {
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

void Connection::start(Hooks hooks) {
    hooks_ = std::move(hooks);
    if (closing_ || over_) // since the upgrade
        announce_closing();
    read_on();
}

void Connection::read_on() {
    if (closing_ || over_)
        return;
    liveness_.reading_goes_on(Clock::now());
    guarded([this] {
        watch_.hurry();
        read();
    });
}

// Callbacks instead of a coroutine, because every message passes through here.
void Connection::read() {
    stream_.async_read_some(
        asio::buffer(piece_),
        asio::bind_cancellation_slot(
            cancel_reading_.slot(), [self = shared_from_this()](ErrorCode error, std::size_t size) {
                self->guarded([&] { self->on_read(error, size); });
            }));
}

void Connection::on_read(const ErrorCode& error, std::size_t size) {
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
        peer_closed();
    }
    if (control == Liveness::Control::TooMany)
        begin_closing(CloseCode::PolicyViolation);
}

// Beast answers any code above 2999 with the same code, but those above 4999 don't exist (RFC 6455,
// 7.4.2): that is a protocol error like other invalid codes.
void Connection::peer_closed() {
    constexpr std::uint16_t highest_code = 4999;
    static constexpr std::array protocol_error{'\x88', '\x02', '\x03', '\xEA'}; // close, 1002
    if (stream_.reason().code > highest_code && stream_.is_open())
        wire().write_last(protocol_error);
    announce_closing();
}

void Connection::send(core::Outgoing outgoing) {
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

void Connection::queue(core::Outgoing outgoing) {
    if (closing_ || over_)
        return;
    if (outbox_.push(std::move(outgoing)) == core::Outbox::Pushed::Overflow)
        too_slow();
}

void Connection::flush() {
    if (!flushes_)
        guarded([this] { write_out(); });
}

void Connection::flush_soon() {
    if (!std::exchange(flushes_, true))
        asio::post(stream_.get_executor(), [self = shared_from_this()] {
            self->flushes_ = false;
            self->flush();
        });
}

// All queued messages, pings and the close frame are written here.
void Connection::write_out() {
    ErrorCode error;
    wire().send(error);
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

void Connection::write_frames(ErrorCode& error) {
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

// ---- from thread to thread ---------------------------------------------------------------------
// Beast's stream stays where it is in memory: only the socket below it changes threads.

std::shared_ptr<void> Connection::leave() {
    watch_.stop();
    wire().leave();
    hooks_ = {};
    return std::exchange(ticket_, nullptr);
}

void Connection::arrive(const Executor& executor, std::shared_ptr<Timekeeper> timekeeper,
                        const core::Limits& limits, std::shared_ptr<void> ticket, Hooks hooks) {
    limits_ = &limits;
    liveness_.use(limits);
    wire().arrive(executor);
    watch_.start(std::move(timekeeper));
    ticket_ = std::move(ticket);
    hooks_ = std::move(hooks);
}

// ---- the end -----------------------------------------------------------------------------------

void Connection::begin_closing(CloseCode code) {
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

asio::awaitable<void> Connection::shake_hands(Self self, CloseCode code) {
    const websocket::close_reason reason(static_cast<websocket::close_code>(code));
    co_await self->stream_.async_close(reason, until_cancelled(self->cancel_closing_));
    self->abort();
}

void Connection::too_slow() {
    outbox_.clear();
    // Makes room for the close frame although the peer isn't reading: if it reads later, it still
    // learns why it was closed.
    ErrorCode ignored;
    wire().socket().set_option(asio::socket_base::send_buffer_size(closing_buffer), ignored);
    begin_closing(CloseCode::TooSlow);
}

void Connection::abort() {
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
void Connection::cancel_pending() {
    asio::post(stream_.get_executor(), [self = shared_from_this()] {
        self->cancel_reading_.emit(asio::cancellation_type::terminal);
        self->cancel_closing_.emit(asio::cancellation_type::terminal);
    });
}

void Connection::announce_closing() {
    if (auto closing = std::exchange(hooks_.closing, nullptr))
        asio::post(stream_.get_executor(), std::move(closing));
}

} // namespace

std::shared_ptr<WebSocket> make_websocket(Socket socket, std::unique_ptr<TlsSession> tls,
                                          std::shared_ptr<Timekeeper> timekeeper,
                                          const core::Limits& limits,
                                          std::shared_ptr<void> ticket) {
    return std::make_shared<Connection>(std::move(socket), std::move(tls), std::move(timekeeper),
                                        limits, std::move(ticket));
}

} // namespace jaipur::server::net
