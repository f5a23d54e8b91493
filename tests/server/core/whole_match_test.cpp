// A whole match of two players and a spectator, from the first request to the proof, by values.
#include "protocol/fair.hpp"
#include "protocol/observe.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::test;

namespace {

// The view is what `observe` gives of the true state, and carries the room's number for it.
void check_view(const RoomState& room, const protocol::View& view, protocol::Viewer viewer) {
    protocol::View expected = protocol::observe(room.match, viewer);
    expected.room = room.code;
    expected.seq = room.seq;
    expected.match = room.fresh.match;
    expected.events = view.events;
    if (room.match.phase == Phase::MatchOver)
        expected.result->proof = *room.proof;
    CHECK(view == expected);
}

} // namespace

TEST_CASE("two players and a spectator play a whole match with the fair shuffle") {
    World world(42);
    const Table2 table = sit_down(world);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, std::nullopt, std::nullopt});
    CHECK(world.view(watcher).phase == Phase::Waiting);
    CHECK(world.room(table.host).spectators == 1);

    const auto nonce0 = nonce_of(7), nonce1 = nonce_of(9);
    const auto commit0 = commit_for(world, table.host, Seat::Zero, nonce0);
    const auto commit1 = commit_for(world, table.guest, Seat::One, nonce1);
    CHECK(world.answer(table.host, protocol::Ready{commit0}) == "ok");
    CHECK(world.room(watcher).players[Seat::Zero]->ready);
    CHECK(world.answer(table.guest, protocol::Ready{commit1}) == "ok");
    for (const SessionId session : {table.host, table.guest, watcher}) {
        REQUIRE(world.peer(session).table);
        CHECK(world.peer(session).table->commitments == commitments(world.state(table.room)));
        CHECK(world.view(session).phase == Phase::Waiting);
    }
    CHECK(world.answer(table.guest, protocol::Reveal{nonce1}) == "ok");
    CHECK(world.view(table.guest).phase == Phase::Waiting);
    CHECK(world.answer(table.host, protocol::Reveal{nonce0}) == "ok");
    CHECK(world.view(table.guest).phase == Phase::Playing);
    CHECK(world.view(table.guest).seq == 1);
    CHECK_FALSE(world.room(watcher).players[Seat::Zero]->ready);

    const auto check_all = [&] {
        const RoomState& room = world.state(table.room);
        check_view(room, world.view(table.host), protocol::Viewer::Seat0);
        check_view(room, world.view(table.guest), protocol::Viewer::Seat1);
        check_view(room, world.view(watcher), protocol::Viewer::Spectator);
    };
    check_all();
    while (world.state(table.room).match.phase != Phase::MatchOver) {
        if (world.state(table.room).match.phase == Phase::RoundOver)
            deal(world, table);
        play_one(world, table);
        check_all();
    }

    const auto& result = *world.view(watcher).result;
    REQUIRE(result.match);
    CHECK(result.match->reason == EndReason::Seals);
    CHECK(world.view(watcher).players[*result.match->winner].seals == 2);
    REQUIRE(result.proof);
    CHECK(protocol::mismatch(*result.proof) == "");
    CHECK(result.proof->nonces[Seat::Zero] == nonce0);
    CHECK(result.proof->nonces[Seat::One] == nonce1);

    const auto* replay = world.replay(world.view(watcher).match);
    REQUIRE(replay);
    CHECK(replay->actions.size() == world.view(watcher).ply);
    CHECK(replay->names[Seat::One] == "Ravi");
    CHECK(replay->result == *result.match);
    CHECK(replay->proof == *result.proof);
}
