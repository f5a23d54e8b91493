// Rematches, and who starts: with the same pair of players, or a new one.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Resign;

TEST_CASE("rematch: once both ask, a new match begins, and the loser of the last one starts") {
    World world(6);
    const Table2 table = sit_down(world);
    CHECK(world.answer(table.host, protocol::AskRematch{}) == "not_playing");
    deal(world, table);
    CHECK(world.answer(table.host, protocol::AskRematch{}) == "not_playing");
    world.answer(table.guest, Resign{});
    const auto old = world.view(table.host);
    CHECK(world.answer(table.host, protocol::AskRematch{}) == "ok");
    CHECK(world.answer(table.host, protocol::AskRematch{}) == "ok");
    CHECK(world.room(table.guest).players[Seat::Zero]->rematch);
    CHECK(world.view(table.guest).phase == Phase::MatchOver);
    CHECK(world.answer(table.guest, protocol::AskRematch{}) == "ok");
    const auto& view = world.view(table.host);
    CHECK(view.phase == Phase::Waiting);
    CHECK(view.seq == old.seq + 1);
    CHECK(view.match != old.match);
    CHECK(view.match == world.room(table.host).fair.match);
    CHECK(view.round == 0);
    CHECK(view.ply == 0);
    CHECK(view.events.empty());
    CHECK_FALSE(view.result);
    CHECK_FALSE(world.room(table.host).players[Seat::Zero]->rematch);
    CHECK_FALSE(world.room(table.host).players[Seat::Zero]->ready);
    deal(world, table);
    CHECK(world.view(table.host).turn == Seat::One); // R18
    CHECK(world.replay(old.match));                  // the old one can still be read
}

TEST_CASE("R18 a rematch keeps its starter when its commitments are voided") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        World world(seed);
        const Table2 table = sit_down(world);
        deal(world, table);
        world.answer(table.host, Resign{});
        world.answer(table.host, protocol::AskRematch{});
        world.answer(table.guest, protocol::AskRematch{});
        world.answer(table.host,
                     protocol::Ready{commit_for(world, table.host, Seat::Zero, nonce_of(1))});
        world.answer(table.guest, protocol::Ready{});
        world.pass(10s);
        REQUIRE(world.room(table.host).fair.aborted == 1);
        deal(world, table);
        CHECK(world.view(table.host).turn == Seat::Zero);
    }
}

TEST_CASE("R5 the starter is drawn for a new pair, even after a player left") {
    std::array<int, 2> first{}, after_change{};
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        World world(seed);
        Table2 table = sit_down(world);
        deal(world, table);
        if (seed % 2 == 0) { // a rematch had been agreed: its starter was known
            world.answer(table.guest, Resign{});
            world.answer(table.host, protocol::AskRematch{});
            world.answer(table.guest, protocol::AskRematch{});
            REQUIRE(world.state(table.room).starter == Seat::One);
            world.answer(table.guest, protocol::LeaveRoom{});
            world.enter(table.guest, protocol::JoinRoom{table.room, "Noor", {}});
            deal(world, table);
        }
        ++first.at(index(*world.view(table.host).turn));
        world.answer(table.guest, Resign{});
        world.answer(table.guest, protocol::LeaveRoom{});
        CHECK(world.view(table.host).phase == Phase::MatchOver); // can still be viewed
        CHECK(world.view(table.host).result->match);
        const auto old = world.view(table.host).match;
        table.guest = world.connect();
        world.enter(table.guest, protocol::JoinRoom{table.room, "Mira", {}});
        CHECK(world.view(table.host).phase == Phase::Waiting);
        CHECK(world.view(table.host).match != old);
        deal(world, table);
        ++after_change.at(index(*world.view(table.host).turn));
    }
    CHECK(first[0] > 15);
    CHECK(first[1] > 15);
    CHECK(after_change[0] > 15);
    CHECK(after_change[1] > 15);
}
