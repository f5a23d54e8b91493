// Two people at a table in a world: they sit down, and play.
#include "common/rules.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace jaipur::server::core::test {

protocol::Secret nonce_of(std::uint8_t byte) {
    protocol::Secret nonce;
    nonce.fill(byte);
    return nonce;
}

protocol::Hash commit_for(World& world, SessionId session, Seat seat,
                          const protocol::Secret& nonce) {
    const auto& fair = world.room(session).fair;
    return protocol::seat_commit(fair.match, fair.server_commit, seat, nonce);
}

Table2 sit_down(World& world, protocol::CreateOptions options) {
    Table2 table;
    table.host = world.connect();
    table.guest = world.connect();
    const auto password = options.password;
    const auto host = world.enter(table.host, protocol::CreateRoom{"Asha", std::move(options)});
    table.room = host.room;
    table.host_token = *host.token;
    table.guest_token =
        *world.enter(table.guest, protocol::JoinRoom{host.room, "Ravi", password}).token;
    return table;
}

void come_back(World& world, Table2& table) {
    table.host = world.connect();
    table.guest = world.connect();
    world.enter(table.host, protocol::Resume{table.room, table.host_token});
    world.enter(table.guest, protocol::Resume{table.room, table.guest_token});
}

void deal(World& world, const Table2& table) {
    protocol::Ready ready;
    if (offers_delay(world.room(table.host).options))
        ready.delay = world.room(table.host).options.delay;
    REQUIRE(world.answer(table.host, ready) == "ok");
    REQUIRE(world.answer(table.guest, ready) == "ok");
    REQUIRE(world.state(table.room).match.phase == Phase::Playing);
}

void play_one(World& world, const Table2& table) {
    const Match& match = world.state(table.room).match;
    std::vector<Action> actions;
    legal_actions(match.state, actions);
    REQUIRE(!actions.empty()); // R13
    const Action action = actions[world.random.below(actions.size())];
    const SessionId mover = table.at(match.state.turn);
    REQUIRE(world.answer(mover, protocol::Act{match.ply, action, std::nullopt}) == "ok");
}

void play_round(World& world, const Table2& table) {
    while (world.state(table.room).match.phase == Phase::Playing)
        play_one(world, table);
}

void play_match(World& world, const Table2& table) {
    play_round(world, table);
    while (world.state(table.room).match.phase == Phase::RoundOver) {
        deal(world, table);
        play_round(world, table);
    }
    REQUIRE(world.state(table.room).match.phase == Phase::MatchOver);
}

} // namespace jaipur::server::core::test
