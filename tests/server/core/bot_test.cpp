// A bot's seat, and how long the bot takes for its actions.
#include "common/rules.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;

namespace {

// How long the bot takes for its actions of one match, in which the person does what is legal
// first. Somebody comes and goes meanwhile; with `restarts`, the server restarts first.
std::vector<milliseconds> bot_times(std::uint64_t seed, std::optional<protocol::ClockOptions> clock,
                                    bool restarts = false) {
    Limits limits = patient_limits();
    limits.bot_time = 1000ms;
    World world(seed, limits);
    auto options = against_bot();
    options.clock = clock;
    SessionId human = world.connect();
    const auto seat = world.enter(human, protocol::CreateRoom{"Asha", options});
    const auto code = seat.room;
    const auto nonce = nonce_of(4);
    world.answer(human, protocol::Ready{commit_for(world, human, Seat::Zero, nonce)});
    REQUIRE(world.answer(human, protocol::Reveal{nonce}) == "ok");
    std::vector<milliseconds> times;
    std::vector<Action> actions;
    while (world.state(code).match.phase == Phase::Playing) {
        const Match& match = world.state(code).match;
        if (match.state.turn == Seat::Zero) {
            legal_actions(match.state, actions);
            REQUIRE(world.answer(human, protocol::Act{match.ply, actions.at(0), {}}) == "ok");
            continue;
        }
        const auto ply = match.ply;
        if (restarts) {
            world.crash(1h);
            human = world.connect();
            REQUIRE(world.answer(human, protocol::Resume{code, *seat.token}) == "ok");
        }
        const Time begin = world.now;
        while (world.state(code).match.ply == ply) {
            if ((world.now - begin) % 100ms == 50ms)
                world.disconnect(world.connect());
            world.pass(1ms);
        }
        times.push_back(world.now - begin);
    }
    return times;
}

} // namespace

TEST_CASE("a bot's seat is connected and ready, without lag or absence time") {
    World world(2);
    const SessionId human = world.connect();
    const auto code = world.enter(human, protocol::CreateRoom{"Asha", against_bot()}).room;
    const auto& bot = *world.room(human).players[Seat::One];
    CHECK(bot.name == "Easy bot");
    CHECK(bot.bot == "easy");
    CHECK(bot.connected);
    CHECK(bot.ready);
    CHECK_FALSE(bot.lag_ms);
    CHECK_FALSE(bot.claim_in);
    CHECK(world.answer(world.connect(), protocol::JoinRoom{code, "Ravi", {}}) == "room_full");
    const auto nonce = nonce_of(4);
    CHECK(world.answer(human, protocol::Ready{commit_for(world, human, Seat::Zero, nonce)}) ==
          "ok");
    CHECK_FALSE(world.peer(human).table->seats[Seat::One]);
    CHECK(world.answer(human, protocol::Reveal{nonce}) == "ok");
    CHECK(world.view(human).phase == Phase::Playing);
    CHECK(world.view(human).turn == Seat::Zero);
    CHECK(world.answer(human, protocol::ClaimWin{}) == "cannot_claim");
    // Shown until the round is dealt, as for people.
    CHECK_FALSE(world.room(human).players[Seat::One]->ready);
}

TEST_CASE("a bot takes its time, by the number of the action, whatever it holds") {
    const auto times = bot_times(1, std::nullopt), others = bot_times(2, std::nullopt);
    REQUIRE(times.size() > 3);
    REQUIRE(others.size() > 3);
    for (const milliseconds time : times)
        CHECK((time >= 600ms && time <= 1400ms));
    CHECK(times[0] != times[1]);
    CHECK(std::equal(times.begin(), times.begin() + 3, others.begin()));
}

TEST_CASE("a bot takes as much time after a restart") {
    CHECK(bot_times(1, std::nullopt, true) == bot_times(1, std::nullopt));
}

TEST_CASE("a bot hurries when its clock is low") {
    for (const milliseconds time : bot_times(1, protocol::ClockOptions{10, 0}))
        CHECK((time > 0ms && time <= 450ms));
    for (const milliseconds time : bot_times(1, protocol::ClockOptions{1, 0}))
        CHECK(time == 0ms);
}

TEST_CASE("spectators learn that an absence ran out while the bot waited for the store") {
    World world(2);
    const SessionId human = world.connect();
    const auto code = world.enter(human, protocol::CreateRoom{"Asha", against_bot()}).room;
    const SessionId spectator = world.connect();
    world.ask(spectator, protocol::Spectate{code, {}, {}});
    const auto nonce = nonce_of(4);
    world.answer(human, protocol::Ready{commit_for(world, human, Seat::Zero, nonce)});
    REQUIRE(world.answer(human, protocol::Reveal{nonce}) == "ok");
    REQUIRE(world.state(code).match.state.turn == Seat::Zero);
    std::vector<Action> actions;
    legal_actions(world.state(code).match.state, actions);
    world.mode = StoreMode::WhenTold;
    world.send(human, protocol::Act{world.state(code).match.ply, actions.at(0), {}});
    REQUIRE(world.unstored.size() == 1);
    world.disconnect(human);
    CHECK(world.room(spectator).players[Seat::Zero]->claim_in == 120000);
    world.answer_store(Stored::Durable);
    REQUIRE(world.unstored.size() == 1); // the bot's move
    world.answer_store(Stored::Full);
    world.now += 200s; // the machine stalls
    world.pass(0ms);
    REQUIRE(world.unstored.size() == 1); // again
    world.answer_store(Stored::Durable);
    CHECK(world.view(spectator).turn == Seat::Zero);
    CHECK(world.room(spectator).players[Seat::Zero]->claim_in.value_or(-1) == 0);
}
