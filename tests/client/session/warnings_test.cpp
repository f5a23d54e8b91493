// The session warns before time runs out: for a move, or on a clock.
#include "client/console/session/session.hpp"
#include "server/core/room/state.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

namespace {

protocol::CreateOptions with_patience(std::chrono::seconds patience) {
    protocol::CreateOptions options;
    options.patience = static_cast<int>(patience.count());
    return options;
}

} // namespace

TEST_CASE("a player is warned before the time for a move runs out") {
    Network network(1);
    Couple couple = sit_down(network, with_patience(300s));
    both_ready(network, couple);
    const Seat turn = *couple.host->view().turn;
    const Client& mover = couple.at(turn);
    const Client& waiter = couple.at(other(turn));
    const auto told = [](const Client& client, const std::string& time) {
        return client.told("You have " + time +
                           " left for this move. After that, your opponent can claim the win.");
    };
    network.pass(239s);
    CHECK_FALSE(mover.told("left for this move"));
    network.pass(2s);
    CHECK(told(mover, "1 minute"));
    CHECK_FALSE(told(mover, "30 seconds"));
    network.pass(30s);
    CHECK(told(mover, "30 seconds"));
    CHECK_FALSE(told(mover, "10 seconds"));
    network.pass(20s);
    CHECK(told(mover, "10 seconds"));
    CHECK_FALSE(waiter.told("left for this move"));
    network.pass(10s);
    CHECK(mover.told("Your time for this move (5 minutes) is up"));
    CHECK(waiter.told("has taken more than 5 minutes for this move: you can claim the win."));
    couple.at(other(turn)).session.request(protocol::ClaimWin{});
    network.settle();
    CHECK(waiter.view().result->match->reason == EndReason::Claimed);
}

TEST_CASE("both players hear when a clock runs low, and nobody loses on time unwarned") {
    Network network(1);
    protocol::CreateOptions options;
    options.clock = protocol::ClockOptions{120, 0};
    Couple couple = sit_down(network, options);
    both_ready(network, couple);
    const Seat turn = *couple.host->view().turn;
    const Client& mover = couple.at(turn);
    const Client& waiter = couple.at(other(turn));
    const std::string name = turn == Seat::Zero ? "Asha" : "Ravi";
    for (const auto& [passes, time] :
         {std::pair(61s, "1 minute"), {30s, "30 seconds"}, {20s, "10 seconds"}}) {
        CHECK_FALSE(mover.told("You have " + std::string(time)));
        network.pass(passes);
        CHECK(mover.told("You have " + std::string(time) + " left on your clock."));
        CHECK(waiter.told(name + " has " + time + " left on the clock."));
    }
    CHECK(waiter.model().log.back().kind == LogLine::Kind::Account); // the full screen shows clocks
    network.pass(15s);
    CHECK(mover.view().result->match->reason == EndReason::Timeout);
    CHECK(mover.told("You ran out of time."));
}

TEST_CASE("long times for a move are told in hours and days") {
    Network network(1);
    auto options = with_patience(72h);
    options.grace = 3600;
    Couple couple = sit_down(network, options);
    both_ready(network, couple);
    const Client& mover = couple.at(*couple.host->view().turn);
    network.pass(48h + 1min);
    CHECK(mover.told("You have 24 hours left") != mover.told("You have 1 day left"));
    network.pass(23h);
    CHECK(mover.told("You have 60 minutes left") != mover.told("You have 1 hour left"));
}

TEST_CASE("no warning after a move, and half of a short time is left when it comes") {
    Network network(1);
    Couple couple = sit_down(network, with_patience(60s));
    both_ready(network, couple);
    for (int i = 0; i < 4; ++i) {
        network.pass(29s);
        play_one(network, couple);
    }
    CHECK_FALSE(couple.host->told("left for this move"));
    CHECK_FALSE(couple.guest->told("left for this move"));
    network.pass(31s);
    CHECK(couple.at(*couple.host->view().turn).told("left for this move"));
}

} // namespace jaipur::client::test
