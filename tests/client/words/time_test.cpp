// How much time is left, in words.
#include "client/console/words/words.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

using namespace std::chrono_literals;

namespace {

TimeLeft clock_of(std::chrono::seconds whole, std::chrono::milliseconds left) {
    return {TimeLeft::Of::Clock, left, whole, true};
}

TimeLeft move_of(std::chrono::seconds whole, std::chrono::milliseconds left) {
    return {TimeLeft::Of::Move, left, whole, true};
}

} // namespace

TEST_CASE("time is told as exactly as a player needs it") {
    CHECK(words::remaining(30s) == "30 seconds");
    CHECK(words::remaining(29001ms) == "30 seconds");
    CHECK(words::remaining(1s) == "1 second");
    CHECK(words::remaining(-5s) == "0 seconds");
    CHECK(words::remaining(60s) == "1 minute");
    CHECK(words::remaining(61s) == "61 seconds");
    CHECK(words::remaining(9min + 20s) == "10 minutes");
    CHECK(words::remaining(2h) == "2 hours");
    CHECK(words::remaining(3h + 1s) == "4 hours");
    CHECK(words::remaining(72h) == "3 days");
}

TEST_CASE("warnings come at a minute, 30 and 10 seconds, and before that for long times") {
    CHECK(words::next_warning(clock_of(300s, 300s)) == 60s);
    CHECK(words::next_warning(clock_of(300s, 60s)) == 30s);
    CHECK(words::next_warning(clock_of(300s, 30s)) == 10s);
    CHECK_FALSE(words::next_warning(clock_of(300s, 10s)));
    CHECK(words::next_warning(move_of(60s, 60s)) == 30s); // not at the very beginning
    CHECK(words::next_warning(clock_of(15s, 15s)) == 10s);
    CHECK_FALSE(words::next_warning(clock_of(10s, 10s)));
    CHECK_FALSE(words::next_warning(clock_of(10s, 12s))); // after an increment
    CHECK(words::next_warning(move_of(3 * 86400s, 3 * 24h)) == 24h);
    CHECK(words::next_warning(move_of(3 * 86400s, 24h)) == 1h);
    CHECK(words::next_warning(move_of(3 * 86400s, 1h)) == 10min);
}

TEST_CASE("little time is said with the turn") {
    CHECK(words::is_low(clock_of(300s, 59s)));
    CHECK_FALSE(words::is_low(clock_of(300s, 100s)));
    CHECK(words::is_low(move_of(86400s, 5h)));
    CHECK_FALSE(words::is_low(move_of(86400s, 20h)));
}

TEST_CASE("what a player has left, from the model") {
    Model model;
    const SteadyTime now{1h};
    CHECK_FALSE(time_left(model, Seat::Zero, now));
    model.room.emplace().options.clock = protocol::ClockOptions{300, 5};
    model.view.emplace();
    model.view_at = now;
    CHECK_FALSE(time_left(model, Seat::Zero, now));
    model.view->clock = protocol::ClockReading{{{100000, 50000}}, Seat::One};
    CHECK(time_left(model, Seat::Zero, now + 5s)->time == 100s);
    CHECK(time_left(model, Seat::One, now + 5s)->time == 45s);
    CHECK(time_left(model, Seat::One, now + 100s)->time == 0s);
    CHECK(time_left(model, Seat::One, now)->whole == 300s);
    model.view->clock.reset();
    model.view->turn = Seat::Zero;
    model.view->move_in = INT64_MAX; // from a hostile server
    model.room->options.patience = 3600;
    CHECK(time_left(model, Seat::Zero, now)->time == 30 * 24h);
    CHECK_FALSE(time_left(model, Seat::One, now));
}

} // namespace jaipur::client::test
