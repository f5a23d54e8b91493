// The server's time, by a steady clock that the test moves.
#include "server/shell/clock.hpp"

#include <doctest/doctest.h>

namespace jaipur::server::shell::test {

namespace {

using namespace std::chrono_literals;

constexpr core::Time start{1'763'640'000'000ms};
constexpr Clock::Steady boot{100h};

} // namespace

TEST_CASE("time passes as the steady clock does, without losing parts of milliseconds") {
    Clock clock(start, boot);
    CHECK(clock.look(boot) == start);
    clock.wait_for(start + 1h);
    for (int i = 1; i <= 10'000; ++i)
        clock.look(boot + i * 300us);
    CHECK(clock.look(boot + 3s) == start + 3s);
    CHECK(clock.look(boot + 3s + 999us) == start + 3s);
}

TEST_CASE("a stopped process finds that a second has passed at most") {
    Clock clock(start, boot);
    clock.look(boot + 10s);
    clock.wait_for(start + 1h);
    CHECK(clock.look(boot + 18s) == start + 11s);
    CHECK(clock.look(boot + 18s + 900ms) == start + 11s + 900ms);
    CHECK(clock.look(boot + 10h) == start + 12s + 900ms);
}

TEST_CASE("an idle server's time goes on") {
    Clock clock(start, boot);
    CHECK_FALSE(clock.wait_for(std::nullopt));
    CHECK(clock.look(boot + 10h) == start + 10h);
    clock.wait_for(start + 11h);
    clock.look(boot + 12h);
    clock.wait_for(std::nullopt);
    CHECK(clock.look(boot + 13h) == start + 10h + 1s + 1h);
}

TEST_CASE("the next look is at the deadline, or soon enough before it") {
    Clock clock(start, boot);
    CHECK(clock.wait_for(start + 1h) == boot + core::look_every);
    CHECK(clock.wait_for(start + 20ms) == boot + 20ms);
    clock.look(boot + 7us);
    CHECK(clock.wait_for(start + 20ms) == boot + 20ms);
    CHECK(clock.look(boot + 20ms) == start + 20ms); // not a millisecond short
    CHECK(clock.wait_for(start) <= boot + 20ms);    // overdue
    clock.wait_for(start + 20s);
    clock.look(boot + 8s); // a gap: the deadline is later by the steady clock
    CHECK(clock.wait_for(start + 1020ms + 100ms) == boot + 8s + 100ms);
}

} // namespace jaipur::server::shell::test
