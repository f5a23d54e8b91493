// When a connection has something to do, and when it has taken too long, as a value: time goes in,
// deadlines and verdicts come out. It must not know about sockets or timers.
#pragma once

#include "server/core/limits.hpp"
#include "server/net/frame_watch.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::net {

enum class Verdict : std::uint8_t {
    Fine,
    PingDue,
    UpgradeTooSlow,
    Silent,
    MessageTooSlow,
    WriteBlocked,
    ClosingTooSlow,
};

class Liveness {
  public:
    Liveness(const core::Limits& limits, Instant now);

    // Refers to these from now on.
    void use(const core::Limits& limits) { limits_ = &limits; }

    // ---- what happens
    void request_awaited(Instant now); // HTTP: the time for one request or upgrade starts
    // HTTP: that time ends; each piece of the answer has the time for a write.
    void answering(Instant now);
    void upgraded(Instant now); // a WebSocket from here on
    void closing(Instant now);
    void received(std::span<const std::uint8_t> bytes, Instant now);
    void reading_waits(); // we don't read, so we expect nothing from the peer
    void reading_goes_on(Instant now);
    void write_begins(Instant now);
    void write_ends();
    void ping_waits();             // the one that is due will be sent soon
    std::string ping(Instant now); // it is sent now; returns its payload

    enum class Control : std::uint8_t { Fine, TooMany };
    Control peer_pinged(Instant now);

    struct Ponged {
        Control control{};
        std::optional<std::chrono::milliseconds> round_trip;
    };

    Ponged peer_ponged(std::string_view payload, Instant now);
    // The server didn't run for this long, until about now: that counts against no peer.
    void did_not_run(Instant::duration time, Instant now);

    // ---- what follows
    Verdict verdict(Instant now) const;
    Instant next() const; // when to ask for a verdict again; never: far in the future

    bool is_closing() const { return stage_ == Stage::Closing; }

  private:
    enum class Stage : std::uint8_t { Http, Open, Closing };

    struct Deadline {
        Instant at;
        Verdict verdict{};
    };

    Deadline nearest() const;

    const core::Limits* limits_;
    Stage stage_ = Stage::Http;
    Instant stage_since_;
    bool answering_ = false;             // over HTTP
    std::optional<Instant> reads_since_; // empty if we don't read
    Instant heard_;
    Instant pinged_;
    bool ping_waits_ = false;
    std::uint64_t pings_sent_ = 0;
    std::uint64_t pings_answered_ = 0;
    std::optional<Instant> write_begun_;
    FrameWatch frames_;
    std::vector<Instant> control_frames_; // within the window
};

} // namespace jaipur::server::net
