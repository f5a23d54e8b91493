// Agreements to the spectator delay: when they apply, and to what.
#include "protocol/observe.hpp"
#include "server/core/room/views.hpp"
#include "tests/server/core/watchers.hpp"

#include <doctest/doctest.h>

#include <utility>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::SpectatorMode;

namespace {

protocol::Ready agreeing(int delay) {
    return {std::nullopt, std::nullopt, delay};
}

// Whether the players have agreed, as everybody in the room is told.
PerSeat<bool> agreed(World& world, const Table2& table) {
    PerSeat<bool> result;
    for (Seat seat : all_seats)
        if (const auto& player = world.room(table.host).players[seat])
            result[seat] = player->agreed;
    return result;
}

// Plays the round. Its spectators see what the spectators of a `public` room see: nothing hidden,
// and the current state.
void check_nothing_shown(World& world, const Table2& table, SessionId watcher) {
    while (world.state(table.room).match.phase == Phase::Playing) {
        const RoomState& room = world.state(table.room);
        protocol::View view = world.view(watcher);
        view.events.clear();
        REQUIRE(view == view_of(room, protocol::Viewer::Spectator, room.clock_left));
        const SessionId late = watch(world, table.room);
        const auto whole_round = observed(room.round_events, protocol::Viewer::Spectator);
        REQUIRE(world.view(late).events == whole_round);
        REQUIRE(world.answer(late, protocol::LeaveRoom{}) == "ok");
        world.enter(late, protocol::Spectate{table.room, {}, {}});
        view = world.view(late);
        REQUIRE(std::exchange(view.events, {}) == whole_round);
        REQUIRE(view == view_of(room, protocol::Viewer::Spectator, room.clock_left));
        world.disconnect(late);
        play_one(world, table);
    }
    for (Seat seat : all_seats)
        CHECK(world.view(watcher).players[seat].hand ==
              world.state(table.room).match.state.traders[seat].hand);
}

} // namespace

TEST_CASE("P26 without an agreement, open spectators see hands only once the round is over") {
    struct Case {
        const char* what;
        bool is_public;
        std::optional<int> delay, host, guest;
    };

    for (const Case& each : {
             Case{"nobody asked for a delay", false, {}, {}, {}},
             Case{"players send the default", false, {}, 4, 4},
             Case{"nobody agreed", false, 2, {}, {}},
             Case{"only the host agreed", false, 2, 2, {}},
             Case{"only the guest agreed", false, 2, {}, 2},
             Case{"the guest named another number", false, 2, 2, 3},
             Case{"the room is public", true, 2, 2, 2},
         }) {
        CAPTURE(each.what);
        World world(9);
        auto options = watched(SpectatorMode::Open, each.delay);
        options.is_public = each.is_public;
        const Table2 table = sit_down(world, options);
        const SessionId watcher = watch(world, table.room);
        const bool offers = each.delay && !each.is_public;
        CHECK(world.room(watcher).options.open_after ==
              (offers ? protocol::OpenAfter::Actions : protocol::OpenAfter::Round));
        CHECK(world.room(watcher).options.delay == each.delay.value_or(4));
        REQUIRE(world.answer(table.host, protocol::Ready{{}, {}, each.host}) == "ok");
        CHECK(agreed(world, table)[Seat::Zero] == (offers && each.host.has_value()));
        REQUIRE(world.answer(table.guest, protocol::Ready{{}, {}, each.guest}) == "ok");
        CHECK(agreed(world, table)[Seat::One] == (offers && each.guest == each.delay));
        check_nothing_shown(world, table, watcher);
    }
}

TEST_CASE("an agreement can be changed until the cards are shuffled, and repeating is safe") {
    World world(9);
    const Table2 table = sit_down(world, watched(SpectatorMode::Open, 3));
    const auto records = [&] { return world.records; };
    REQUIRE(world.answer(table.host, agreeing(3)) == "ok");
    const auto before = records();
    CHECK(world.answer(table.host, agreeing(3)) == "ok"); // nothing new, nothing stored
    CHECK(records() == before);
    CHECK(agreed(world, table)[Seat::Zero]);
    CHECK(world.answer(table.host, protocol::Ready{}) == "ok");
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    CHECK(world.answer(table.host, agreeing(4)) == "ok");
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.host, agreeing(3)) == "ok");
    REQUIRE(world.answer(table.guest, agreeing(3)) == "ok");
    REQUIRE(world.state(table.room).match.phase == Phase::Playing);
    CHECK(world.answer(table.host, agreeing(3)) == "ok");
    CHECK(world.answer(table.host, protocol::Ready{}) == "not_playing"); // too late
    CHECK(agreed(world, table)[Seat::Zero]);
    CHECK(world.state(table.room).open);
    play_round(world, table);
    CHECK(world.answer(table.host, protocol::Ready{}) == "ok"); // later rounds ignore it
    CHECK(world.answer(table.guest, protocol::Ready{}) == "ok");
    CHECK(world.state(table.room).open);
}

TEST_CASE("P26 an agreement is for one match against one opponent") {
    World world(9);
    auto options = watched(SpectatorMode::Open, 2);
    options.seals = 1;
    Table2 table = sit_down(world, options);
    const SessionId watcher = watch(world, table.room);
    REQUIRE(world.answer(table.host, agreeing(2)) == "ok");
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok"); // before the match
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    CHECK(world.room(table.host).players[Seat::Zero]->ready);
    REQUIRE(world.answer(table.host, agreeing(2)) == "ok"); // with nobody
    CHECK(agreed(world, table)[Seat::Zero]);
    world.enter(table.guest, protocol::JoinRoom{table.room, "Mira", {}});
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.guest, agreeing(2)) == "ok");
    check_nothing_shown(world, table, watcher);
    while (world.state(table.room).match.phase != Phase::MatchOver) {
        deal(world, table); // agreeing is too late now
        check_nothing_shown(world, table, watcher);
    }
    SUBCASE("a rematch begins without one") {}

    SUBCASE("even after a match with one") {
        for (const SessionId player : {table.host, table.guest})
            REQUIRE(world.answer(player, protocol::AskRematch{}) == "ok");
        deal(world, table);
        CHECK(world.state(table.room).open);
        play_match(world, table);
    }
    for (const SessionId player : {table.host, table.guest})
        REQUIRE(world.answer(player, protocol::AskRematch{}) == "ok");
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.host, agreeing(2)) == "ok");
    REQUIRE(world.answer(table.guest, protocol::Ready{}) == "ok");
    check_nothing_shown(world, table, watcher);
}

TEST_CASE("P26 an agreement on its way when the opponent changes isn't for the new one") {
    World world(9);
    Table2 table = sit_down(world, watched(SpectatorMode::Open, 2));
    protocol::Ready stale = agreeing(2), current = agreeing(2);
    stale.pairing = world.room(table.host).pairing;
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    CHECK(world.answer(table.host, stale) == "bad_commit");
    world.enter(table.guest, protocol::JoinRoom{table.room, "Mira", {}});
    CHECK(world.answer(table.host, stale) == "bad_commit");
    CHECK_FALSE(world.room(table.host).players[Seat::Zero]->ready);
    SUBCASE("without a delay, nothing is agreed") {
        stale.delay = 3;
        CHECK(world.answer(table.host, stale) == "ok");
        CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    }
    SUBCASE("without a pairing, it counts for the opponent who is there") {
        CHECK(world.answer(table.host, agreeing(2)) == "ok");
        CHECK(agreed(world, table)[Seat::Zero]);
    }
    SUBCASE("with the new pairing, it counts, and repeating is safe") {
        current.pairing = world.room(table.host).pairing;
        CHECK(current.pairing == *stale.pairing + 2);
        CHECK(world.answer(table.host, current) == "ok");
        CHECK(world.answer(table.host, current) == "ok");
        CHECK(world.answer(table.guest, current) == "ok");
        CHECK(world.state(table.room).open);
        CHECK(world.answer(table.host, current) == "ok");
    }
}

TEST_CASE("the pairing survives restarts and snapshots") {
    World world(9);
    Table2 table = sit_down(world, watched(SpectatorMode::Open, 2));
    CHECK(world.room(table.host).pairing == 1);
    for (int i = 0; i < 100 && world.snapshots == 0; ++i)
        REQUIRE(world.answer(table.host, i % 2 == 0 ? agreeing(2) : protocol::Ready{}) == "ok");
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    world.crash();
    world.enter(table.host = world.connect(), protocol::Resume{table.room, table.host_token});
    CHECK(world.room(table.host).pairing == 2);
}

TEST_CASE("a bot agrees whenever its opponent does") {
    for (const bool agrees : {false, true}) {
        CAPTURE(agrees);
        World world(9);
        auto options = watched(SpectatorMode::Open, 2);
        options.bot = "easy";
        const SessionId human = world.connect();
        const auto seated = world.enter(human, protocol::CreateRoom{"Asha", options});
        CHECK_FALSE(world.room(human).players[Seat::One]->agreed);
        REQUIRE(world.answer(human, agrees ? agreeing(2) : protocol::Ready{}) == "ok");
        REQUIRE(world.state(seated.room).match.phase == Phase::Playing);
        CHECK(world.room(human).players[Seat::One]->agreed == agrees);
        CHECK(bool(world.state(seated.room).open) == agrees);
    }
}

TEST_CASE("an agreement survives restarts") {
    World world(9);
    Table2 table = sit_down(world, watched(SpectatorMode::Open, 2));
    for (int i = 0; i < 100 && world.snapshots == 0; ++i)
        REQUIRE(world.answer(table.host, i % 2 == 0 ? agreeing(2) : protocol::Ready{}) == "ok");
    REQUIRE(world.log.at(table.room).size() == 1); // a snapshot replaced the records
    REQUIRE(agreed(world, table)[Seat::Zero]);
    world.crash();
    come_back(world, table);
    CHECK(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.guest, agreeing(2)) == "ok");
    CHECK(world.state(table.room).open);
    for (int i = 0; i < 3; ++i)
        play_one(world, table);
    world.crash();
    come_back(world, table);
    const SessionId watcher = watch(world, table.room);
    CHECK(world.view(watcher).ply == 1);
    CHECK(world.view(watcher).players[Seat::One].hand);
}
