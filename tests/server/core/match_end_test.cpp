// How matches end other than by seals: resign, clock, claim, abandoned.
#include "common/rules.hpp"
#include "server/core/room/state.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::ClaimWin;
using protocol::Resign;

namespace {

const MatchResult& result(World& world, SessionId session) {
    return *world.view(session).result->match;
}

protocol::CreateOptions with_clock(int initial, int increment) {
    protocol::CreateOptions options;
    options.clock = {initial, increment};
    return options;
}

} // namespace

TEST_CASE("resign: only while a match runs; the other wins; a round in play is cut short") {
    World world(6);
    const Table2 table = sit_down(world);
    CHECK(world.answer(table.host, Resign{}) == "not_playing");
    deal(world, table);
    play_one(world, table);
    CHECK(world.answer(table.host, Resign{}) == "ok");
    CHECK(result(world, table.guest) == MatchResult{Seat::One, EndReason::Resigned});
    const auto& view = world.view(table.guest);
    CHECK(view.phase == Phase::MatchOver);
    REQUIRE(view.events.size() == 2);
    CHECK(std::holds_alternative<RoundEnded>(view.events[0]));
    CHECK(std::holds_alternative<MatchEnded>(view.events[1]));
    CHECK(view.result->rounds.back().reason == EndReason::Resigned);
    CHECK_FALSE(view.result->rounds.back().winner);
    CHECK(protocol::mismatch(*view.result->proof) == "");
    CHECK(world.replay(view.match));
    CHECK(world.answer(table.host, Resign{}) == "not_playing");
}

TEST_CASE("resigning between rounds ends the match, not a round") {
    World world(6);
    const Table2 table = sit_down(world);
    deal(world, table);
    play_round(world, table);
    CHECK(world.answer(table.guest, Resign{}) == "ok");
    CHECK(world.view(table.host).events.size() == 1);
    CHECK(world.view(table.host).result->rounds.size() == 1);
    CHECK(result(world, table.host).winner == Seat::Zero);
}

TEST_CASE("clock: runs for the player to act from the deal on; the increment follows the action") {
    World world(6);
    const Table2 table = sit_down(world, with_clock(300, 5));
    CHECK_FALSE(world.view(table.host).clock->running);
    world.pass(1h);
    deal(world, table);
    const Seat first = *world.view(table.host).turn;
    CHECK(world.view(table.host).clock->running == first);
    CHECK(world.view(table.host).clock->remaining_ms[first] == 300000);
    world.pass(10s);
    play_one(world, table);
    CHECK(world.view(table.host).clock->remaining_ms[first] == 295000);
    CHECK(world.view(table.host).clock->remaining_ms[other(first)] == 300000);
    CHECK(world.view(table.host).clock->running == other(first));
    world.pass(1500ms);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, {}, {}});
    CHECK(world.view(watcher).clock->remaining_ms[other(first)] == 298500);
    play_round(world, table);
    CHECK_FALSE(world.view(table.host).clock->running);
    const auto stopped = world.view(table.host).clock->remaining_ms;
    world.pass(30s);
    deal(world, table);
    CHECK(world.view(table.host).clock->remaining_ms == stopped);
}

TEST_CASE("clock: the match is lost the moment the flag falls") {
    World world(6);
    const Table2 table = sit_down(world, with_clock(60, 0));
    deal(world, table);
    const Seat first = *world.view(table.host).turn;
    world.pass(59999ms);
    CHECK(world.view(table.host).phase == Phase::Playing);
    world.pass(1ms);
    CHECK(result(world, table.host) == MatchResult{other(first), EndReason::Timeout});
    CHECK(world.view(table.host).clock->remaining_ms[first] == 0);
    CHECK_FALSE(world.view(table.host).clock->running);
}

TEST_CASE("clock: an action after the flag fell is too late, even before the lobby wakes") {
    World world(6);
    const Table2 table = sit_down(world, with_clock(60, 5));
    deal(world, table);
    const Seat first = *world.view(table.host).turn;
    std::vector<Action> actions;
    legal_actions(world.state(table.room).match.state, actions);
    world.now += 60s;
    CHECK(world.answer(table.at(first), protocol::Act{0, actions[0], {}}) == "not_playing");
    CHECK(result(world, table.host).reason == EndReason::Timeout);
}

TEST_CASE("claim: only once the opponent's absence time is used up") {
    World world(6);
    protocol::CreateOptions options;
    options.grace = 100;
    Table2 table = sit_down(world, options);
    CHECK(world.answer(table.host, ClaimWin{}) == "not_playing");
    deal(world, table);
    CHECK(world.answer(table.host, ClaimWin{}) == "cannot_claim");
    CHECK_FALSE(world.room(table.host).players[Seat::One]->claim_in);
    world.disconnect(table.guest);
    CHECK(world.room(table.host).players[Seat::One]->claim_in == 100000);
    CHECK_FALSE(world.room(table.host).players[Seat::One]->connected);
    world.pass(60s);
    CHECK(world.answer(table.host, ClaimWin{}) == "cannot_claim");
    // The player returns: the remaining absence time is kept.
    table.guest = world.connect();
    world.enter(table.guest, protocol::Resume{table.room, table.guest_token});
    world.pass(5min);
    world.disconnect(table.guest);
    CHECK(world.room(table.host).players[Seat::One]->claim_in == 40000);
    const int rooms = world.peer(table.host).rooms;
    world.pass(39999ms);
    CHECK(world.peer(table.host).rooms == rooms);
    CHECK(world.answer(table.host, ClaimWin{}) == "cannot_claim");
    world.pass(1ms);
    CHECK(world.peer(table.host).rooms == rooms + 1);
    CHECK(world.room(table.host).players[Seat::One]->claim_in == 0);
    CHECK(world.answer(table.host, ClaimWin{}) == "ok");
    CHECK(result(world, table.host) == MatchResult{Seat::Zero, EndReason::Claimed});
}

TEST_CASE("claim: not against a player who is back, however long the absence") {
    World world(6);
    Table2 table = sit_down(world);
    deal(world, table);
    world.disconnect(table.guest);
    world.pass(200s);
    table.guest = world.connect();
    world.enter(table.guest, protocol::Resume{table.room, table.guest_token});
    CHECK(world.answer(table.host, ClaimWin{}) == "cannot_claim");
    CHECK_FALSE(world.room(table.host).players[Seat::One]->claim_in);
    world.disconnect(table.guest);
    CHECK(world.room(table.host).players[Seat::One]->claim_in == 0);
    CHECK(world.answer(table.host, ClaimWin{}) == "ok");
}

TEST_CASE("claim: absence also counts between rounds, for both, and starts anew each match") {
    World world(6);
    protocol::CreateOptions options;
    options.seals = 1;
    options.grace = 30;
    Table2 table = sit_down(world, options);
    deal(world, table);
    world.disconnect(table.guest);
    world.pass(10s);
    world.disconnect(table.host);
    world.pass(10s);
    table.guest = world.connect();
    world.enter(table.guest, protocol::Resume{table.room, table.guest_token});
    CHECK(world.room(table.guest).players[Seat::Zero]->claim_in == 20000);
    table.host = world.connect();
    world.enter(table.host, protocol::Resume{table.room, table.host_token});
    CHECK(world.state(table.room).absence[Seat::One] == 0ms); // presence is not recorded
    play_one(world, table);
    CHECK(world.state(table.room).absence[Seat::One] == 20s);
    CHECK(world.state(table.room).absence[Seat::Zero] == 10s);
    play_match(world, table);
    world.answer(table.host, protocol::AskRematch{});
    world.answer(table.guest, protocol::AskRematch{});
    world.disconnect(table.guest);
    CHECK(world.room(table.host).players[Seat::One]->claim_in == 30000);
    world.pass(20s); // nothing runs while the room waits
    CHECK(world.state(table.room).absence[Seat::One] == 0ms);
}

TEST_CASE("claim: absence time also runs between rounds, and may run out before the next") {
    World world(6);
    protocol::CreateOptions options;
    options.grace = 50;
    const Table2 table = sit_down(world, options);
    deal(world, table);
    play_round(world, table);
    world.disconnect(table.guest);
    world.pass(49s);
    CHECK(world.answer(table.host, ClaimWin{}) == "cannot_claim");
    world.pass(1s);
    CHECK(world.room(table.host).players[Seat::One]->claim_in == 0);
    CHECK(world.answer(table.host, ClaimWin{}) == "ok");
    CHECK(world.view(table.host).events.size() == 1);
}

TEST_CASE("claim: its time is announced, even if the flag would fall much later") {
    World world(6);
    auto options = with_clock(300, 0);
    options.grace = 10;
    const Table2 table = sit_down(world, options);
    deal(world, table);
    const SessionId away = table.at(other(*world.view(table.host).turn));
    const SessionId there = table.at(*world.view(table.host).turn);
    world.disconnect(away);
    const int rooms = world.peer(there).rooms;
    world.pass(10s);
    CHECK(world.peer(there).rooms == rooms + 1);
}

TEST_CASE("abandoned: both away for an hour, without a winner") {
    World world(6);
    const Table2 table = sit_down(world);
    deal(world, table);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, {}, {}});
    world.disconnect(table.guest);
    world.pass(30min);
    CHECK(world.answer(table.host, protocol::LeaveRoom{}) == "ok"); // counts as away
    world.pass(1h - 1ms);
    CHECK(world.view(watcher).phase == Phase::Playing);
    world.pass(1ms);
    CHECK(result(world, watcher) == MatchResult{std::nullopt, EndReason::Abandoned});
}

TEST_CASE("abandoned: not while one of the two is there; a bot counts as away") {
    World world(6);
    const Table2 table = sit_down(world);
    deal(world, table);
    world.disconnect(table.guest);
    world.pass(5h);
    CHECK(world.view(table.host).phase == Phase::Playing);

    const SessionId human = world.connect();
    const auto seated = world.enter(human, protocol::CreateRoom{"Asha", against_bot()});
    world.answer(human, protocol::Ready{});
    world.disconnect(human);
    world.pass(1h);
    const RoomState* room = world.lobby.room(seated.room);
    REQUIRE(room);
    CHECK(room->match.result->reason == EndReason::Abandoned);
    world.pass(15min);
    CHECK_FALSE(world.lobby.room(seated.room));
}

TEST_CASE("a match of 255 rounds ends abandoned, without a winner") {
    World world(6);
    protocol::CreateOptions options;
    options.seals = 3;
    const Table2 table = sit_down(world, options);
    deal(world, table);
    play_round(world, table);
    // Pretend that 254 rounds were drawn: playing them would take too long.
    RoomState state = world.state(table.room);
    while (state.match.round < max_rounds - 1) {
        state.match.results.push_back(state.match.results.front());
        ++state.match.round;
    }
    state.match.seals = {};
    const auto take = [&state](RecordBody body) {
        return apply(state, {1, state.code, {}, {}, {}, std::move(body)});
    };
    take(BecameReady{Seat::Zero, {}});
    take(BecameReady{Seat::One, {}});
    REQUIRE(state.match.round == max_rounds);
    std::vector<Action> actions;
    while (state.match.phase == Phase::Playing) {
        legal_actions(state.match.state, actions);
        const Action action = actions[world.random.below(actions.size())];
        take(Acted{state.match.state.turn, state.match.ply, action});
    }
    CHECK(state.match.result == MatchResult{std::nullopt, EndReason::Abandoned});
}

TEST_CASE("a replay reproduces the match") {
    World world(6);
    protocol::CreateOptions options;
    options.seals = 3;
    const Table2 table = sit_down(world, options);
    deal(world, table);
    play_match(world, table);
    const auto* replay = world.replay(world.view(table.host).match);
    REQUIRE(replay);
    CHECK(replay->options == world.state(table.room).options);
    CHECK(replay->options.seals == 3);
    for (Seat seat : all_seats)
        CHECK(replay->names[seat] == world.room(table.host).players[seat]->name);
    Match match;
    match.seals_to_win = static_cast<std::uint8_t>(replay->options.seals);
    for (const auto& step : replay->actions) {
        if (match.phase != Phase::Playing) {
            const auto round = static_cast<std::uint8_t>(match.round + 1);
            const auto s =
                protocol::shuffle_round(replay->proof.server_seed, replay->proof.transcript, round);
            const Seat starter = round == 1 ? replay->starter : next_starter(match);
            start_round(match, {s.deck, s.bonus3, s.bonus4, s.bonus5}, starter);
        }
        REQUIRE(step.ply == match.ply);
        REQUIRE(play(match, step.seat, step.action).has_value());
    }
    CHECK(match.results == replay->rounds);
    CHECK(match.result == replay->result);
}

TEST_CASE("the proof stays complete when a player leaves after the match") {
    World world(11);
    const Table2 table = sit_down(world);
    const auto secrets = std::array{nonce_of(1), nonce_of(2)};
    for (Seat seat : all_seats)
        CHECK(world.answer(table.at(seat), protocol::Ready{commit_for(world, table.at(seat), seat,
                                                                      secrets[index(seat)])}) ==
              "ok");
    for (Seat seat : all_seats)
        CHECK(world.answer(table.at(seat), protocol::Reveal{secrets[index(seat)]}) == "ok");
    play_one(world, table);
    CHECK(world.answer(table.guest, Resign{}) == "ok");
    const auto proof = world.view(table.host).result->proof;
    REQUIRE(proof);
    CHECK(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, {}, {}});
    CHECK(world.view(watcher).result->proof == proof);
    CHECK(proof->commitments.seats[Seat::One].has_value());
    CHECK(protocol::mismatch(*world.view(watcher).result->proof) == "");
}
