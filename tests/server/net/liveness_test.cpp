#include "server/net/liveness.hpp"

#include <doctest/doctest.h>

#include <array>

namespace jaipur::server::net {

namespace {

using namespace std::chrono_literals;
using Control = Liveness::Control;

const Instant start{};
const std::array<std::uint8_t, 1> a_byte{0x81}; // the first of a text frame
const std::array<std::uint8_t, 6> empty_text{0x81, 0x80, 0, 0, 0, 0};

Liveness open_connection(const core::Limits& limits) {
    Liveness liveness(limits, start);
    liveness.upgraded(start);
    return liveness;
}

} // namespace

TEST_CASE("the whole upgrade must arrive within 5 s, whatever trickles in") {
    const core::Limits limits;
    Liveness liveness(limits, start);
    CHECK(liveness.next() == start + 5s);
    liveness.received(a_byte, start + 4s);
    CHECK(liveness.verdict(start + 4999ms) == Verdict::Fine);
    CHECK(liveness.verdict(start + 5s) == Verdict::UpgradeTooSlow);
}

TEST_CASE("each HTTP request gets its full time; writing a response doesn't use it up") {
    const core::Limits limits;
    Liveness liveness(limits, start);
    liveness.answering(start);
    liveness.write_begins(start + 1s);
    CHECK(liveness.verdict(start + 6s) == Verdict::Fine);
    liveness.write_ends();
    liveness.write_begins(start + 9s); // the peer read one byte, which gains it nothing
    CHECK(liveness.verdict(start + 9999ms) == Verdict::Fine);
    CHECK(liveness.verdict(start + 10s) == Verdict::WriteBlocked);
    liveness.answering(start + 9s); // the next piece
    CHECK(liveness.next() == start + 19s);
    liveness.request_awaited(start + 16s);
    CHECK(liveness.next() == start + 21s);
}

TEST_CASE("a slowly written upgrade response must be sent within the same 5 s") {
    const core::Limits limits;
    Liveness liveness(limits, start);
    liveness.write_begins(start + 1s);
    CHECK(liveness.verdict(start + 4999ms) == Verdict::Fine);
    CHECK(liveness.verdict(start + 5s) == Verdict::UpgradeTooSlow);
}

TEST_CASE("a ping is due every 15 s; after 30 s of silence a peer is dropped") {
    const core::Limits limits;
    Liveness liveness = open_connection(limits);
    CHECK(liveness.next() == start + 15s);
    CHECK(liveness.verdict(start + 15s) == Verdict::PingDue);
    liveness.ping(start + 15s);
    CHECK(liveness.verdict(start + 29999ms) == Verdict::Fine);
    liveness.ping(start + 29999ms);
    CHECK(liveness.verdict(start + 30s) == Verdict::Silent);
    liveness.received(empty_text, start + 30s); // any byte counts
    CHECK(liveness.verdict(start + 30s) == Verdict::Fine);
}

TEST_CASE("a message must be complete within 10 s of its first byte") {
    const core::Limits limits;
    Liveness liveness = open_connection(limits);
    liveness.received(a_byte, start + 1s);
    liveness.received(std::span(empty_text).subspan(1, 1), start + 10s); // not silent
    CHECK(liveness.verdict(start + 10999ms) == Verdict::Fine);
    CHECK(liveness.verdict(start + 11s) == Verdict::MessageTooSlow);
    liveness.received(std::span(empty_text).subspan(2), start + 11s);
    CHECK(liveness.verdict(start + 11s) == Verdict::Fine);
}

TEST_CASE("a message with twice as many fragments as allowed bytes is ended at once") {
    core::Limits limits;
    limits.message_bytes = 10;
    Liveness liveness = open_connection(limits);
    const std::array<std::uint8_t, 6> begins{0x01, 0x80, 0, 0, 0, 0}, goes_on{0x00, 0x80};
    const std::array<std::uint8_t, 6> ends{0x80, 0x80, 0, 0, 0, 0};
    for (int message = 0; message < 3; ++message) { // several such messages in turn are fine
        liveness.received(begins, start);
        for (int i = 0; i < 19; ++i)
            liveness.received(goes_on, start);
        CHECK(liveness.verdict(start) == Verdict::Fine);
        liveness.received(ends, start);
    }
    liveness.received(begins, start);
    for (int i = 0; i < 20; ++i)
        liveness.received(goes_on, start);
    CHECK(liveness.verdict(start) == Verdict::MessageTooSlow);
    CHECK(liveness.next() <= start);
}

TEST_CASE("while the server doesn't read, the peer has no deadline") {
    const core::Limits limits;
    Liveness liveness = open_connection(limits);
    liveness.received(a_byte, start);
    liveness.reading_waits();
    liveness.ping(start + 50s);
    CHECK(liveness.verdict(start + 60s) == Verdict::Fine);
    liveness.reading_goes_on(start + 60s);
    CHECK(liveness.verdict(start + 69999ms) == Verdict::PingDue);
    liveness.ping(start + 69999ms);
    CHECK(liveness.verdict(start + 70s) == Verdict::MessageTooSlow);
}

TEST_CASE("a write may be blocked for 10 s, with a ping waiting behind it") {
    const core::Limits limits;
    Liveness liveness = open_connection(limits);
    liveness.received(empty_text, start + 9s);
    liveness.write_begins(start + 10s);
    CHECK(liveness.verdict(start + 14999ms) == Verdict::Fine);
    CHECK(liveness.verdict(start + 15s) == Verdict::PingDue);
    liveness.ping_waits(); // reported once, not requested again
    CHECK(liveness.next() == start + 20s);
    CHECK(liveness.verdict(start + 20s) == Verdict::WriteBlocked);
    liveness.write_ends();
    CHECK(liveness.verdict(start + 38999ms) == Verdict::Fine);
}

TEST_CASE("a ping counts from when it is sent") {
    core::Limits limits;
    limits.silence_timeout = 0ms;
    Liveness liveness = open_connection(limits);
    CHECK(liveness.verdict(start + 15s) == Verdict::PingDue);
    liveness.ping_waits();
    const std::string payload = liveness.ping(start + 19s);
    CHECK(liveness.next() == start + 34s);
    CHECK(liveness.peer_ponged(payload, start + 20s).round_trip == 1s);
}

TEST_CASE("time in which the server didn't run counts against no peer") {
    const core::Limits limits;
    const auto over = [](const Liveness& liveness) { return liveness.verdict(start + 69s); };
    const auto after = [](const Liveness& liveness) { return liveness.next() - start; };
    Liveness upgrading(limits, start);
    upgrading.did_not_run(60s, start + 62s);
    CHECK(after(upgrading) == 65s);

    Liveness open = open_connection(limits);
    const std::string payload = open.ping(start + 2s);
    open.did_not_run(60s, start + 63s);
    CHECK(over(open) == Verdict::Fine);
    CHECK(after(open) == 60s + 2s + 15s);
    CHECK(open.peer_ponged(payload, start + 63s).round_trip == 1s);
    open.ping(start + 77s);
    CHECK(after(open) == 60s + 30s); // silent

    Liveness sending = open_connection(limits);
    sending.received(a_byte, start + 1s);
    sending.did_not_run(60s, start + 62s);
    CHECK(after(sending) == 60s + 1s + 10s);
    sending.write_begins(start + 63s); // since it runs again
    sending.received(std::span(empty_text).subspan(1), start + 63s);
    sending.did_not_run(60s, start + 64s);
    CHECK(after(sending) == 64s + 10s);

    Liveness blocked = open_connection(limits);
    blocked.write_begins(start + 1s);
    blocked.did_not_run(60s, start + 62s);
    CHECK(after(blocked) == 60s + 1s + 10s);
    blocked.closing(start + 62s);
    blocked.did_not_run(60s, start + 123s);
    CHECK(after(blocked) == 60s + 62s + 3s);
}

TEST_CASE("while closing, only the closing timeout applies") {
    const core::Limits limits;
    Liveness liveness = open_connection(limits);
    liveness.received(a_byte, start);
    liveness.write_begins(start);
    liveness.closing(start + 9s);
    liveness.closing(start + 11s); // requested twice, begun once
    CHECK(liveness.verdict(start + 11999ms) == Verdict::Fine);
    CHECK(liveness.verdict(start + 12s) == Verdict::ClosingTooSlow);
}

TEST_CASE("0 lifts a timeout") {
    core::Limits limits;
    limits.upgrade_timeout = limits.write_timeout = limits.message_timeout = 0ms;
    limits.ping_interval = limits.silence_timeout = 0ms;
    Liveness liveness(limits, start);
    CHECK(liveness.verdict(start + 24h) == Verdict::Fine);
    liveness.upgraded(start);
    liveness.received(a_byte, start);
    liveness.write_begins(start);
    CHECK(liveness.verdict(start + 24h) == Verdict::Fine);
}

TEST_CASE("more than 10 control frames within 10 s are too many") {
    const core::Limits limits;
    Liveness liveness = open_connection(limits);
    for (int i = 0; i < 10; ++i)
        CHECK(liveness.peer_pinged(start + 100ms * i) == Control::Fine);
    SUBCASE("the eleventh in the window") {
        CHECK(liveness.peer_pinged(start + 9999ms) == Control::TooMany);
    }
    SUBCASE("an unsolicited pong counts, too") {
        CHECK(liveness.peer_ponged("1", start + 1s).control == Control::TooMany);
    }
    SUBCASE("the window slides") {
        CHECK(liveness.peer_pinged(start + 10s) == Control::Fine);
        CHECK(liveness.peer_pinged(start + 10001ms) == Control::TooMany);
    }
}

TEST_CASE("pongs that answer our pings aren't counted and give the round-trip time") {
    const core::Limits limits;
    Liveness liveness = open_connection(limits);
    for (int i = 0; i < 100; ++i) {
        const Instant now = start + 10ms * i;
        const std::string payload = liveness.ping(now);
        const auto ponged = liveness.peer_ponged(payload, now + 7ms);
        CHECK(ponged.control == Control::Fine);
        CHECK(ponged.round_trip == 7ms);
    }
}

TEST_CASE("each pong is accepted once, and late ones give no round-trip time") {
    core::Limits limits;
    limits.control_frames = 1;
    Liveness liveness = open_connection(limits);
    const std::string first = liveness.ping(start);
    const std::string second = liveness.ping(start + 15s);
    CHECK_FALSE(liveness.peer_ponged(first, start + 16s).round_trip);
    CHECK(liveness.peer_ponged(second, start + 17s).round_trip == 2s);
    CHECK(liveness.peer_ponged(second, start + 17s).control == Control::Fine);
    CHECK(liveness.peer_ponged(second, start + 17s).control == Control::TooMany);
    for (const char* forged : {"", "3", "-1", "2 ", "02x", "99999999999999999999"})
        CHECK_FALSE(liveness.peer_ponged(forged, start + 18s).round_trip);
}

} // namespace jaipur::server::net
