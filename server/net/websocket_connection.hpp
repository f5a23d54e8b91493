// The class of a WebSocket connection, for its sources (websocket*.cpp) only.
#pragma once

#include "server/core/outbox.hpp"
#include "server/net/handshake.hpp"
#include "server/net/liveness.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/websocket.hpp"
#include "server/net/wire.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace jaipur::server::net {

class WebSocketConnection final : public WebSocket,
                                  public std::enable_shared_from_this<WebSocketConnection> {
  public:
    WebSocketConnection(Socket socket, std::unique_ptr<TlsSession> tls,
                        std::shared_ptr<Timekeeper> timekeeper, const core::Limits& limits,
                        std::shared_ptr<void> ticket)
        : ticket_(std::move(ticket)), limits_(&limits), liveness_(limits, Clock::now()),
          watch_(std::move(timekeeper), liveness_, [this](Verdict v) { act_on(v); }),
          stream_(std::move(socket), liveness_, watch_, std::move(tls)),
          outbox_(limits.outbox_messages, limits.outbox_bytes) {}

    boost::asio::awaitable<std::optional<Opened>> open(const Site& site) override;
    void start(Hooks hooks) override;
    void read_on() override;

    void send(core::Outgoing outgoing) override;
    void queue(core::Outgoing outgoing) override;
    void flush() override;

    bool sends_together() const override { return !stream_.next_layer().has_tls(); }

    std::optional<SendRing::Piece> begin_sending() override;
    void end_sending(long result) override;

    std::size_t queued() const override { return outbox_.messages(); }

    bool is_blocked() const override { return flushes_ || !outbox_.empty(); }

    void close(protocol::CloseCode code) override { begin_closing(code); }

    void abort() override;

    bool can_move() const override;

    std::shared_ptr<void> leave() override;
    void arrive(const Executor& executor, std::shared_ptr<Timekeeper> timekeeper,
                const core::Limits& limits, std::shared_ptr<void> ticket, Hooks hooks) override;

  private:
    using Self = std::shared_ptr<WebSocketConnection>;
    using Clock = std::chrono::steady_clock;
    using ErrorCode = boost::system::error_code;

    template <class Do>
    void guarded(Do what);
    void failed();

    void read();
    void on_read(const ErrorCode& error, std::size_t size);
    void control_frame(boost::beast::websocket::frame_type kind, boost::beast::string_view payload);
    void peer_closed();
    void act_on(Verdict verdict);
    boost::asio::awaitable<bool> shake_tls_hands(const Site& site);
    void flush_soon();
    void write_out();
    void write_on(ErrorCode error);
    void write_frames(ErrorCode& error);
    static boost::asio::awaitable<void> shake_hands(Self self, protocol::CloseCode code);
    void begin_closing(protocol::CloseCode code);
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
    bool sends_ = false; // between `begin_sending` and `end_sending`; a batch may contain it twice
    Hooks hooks_;
    bool is_websocket_ = false;
    std::optional<protocol::CloseCode> closing_; // why
    boost::asio::cancellation_signal cancel_reading_, cancel_closing_;
    bool shaking_hands_ = false; // at the end
    bool over_ = false;
};

// For callbacks, whose exceptions nobody would catch.
template <class Do>
void WebSocketConnection::guarded(Do what) {
    try {
        what();
    } catch (const std::exception&) {
        failed();
    }
}

} // namespace jaipur::server::net
