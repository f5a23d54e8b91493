// Limits that change while rooms are open.
#include "tests/server/core/guesses.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;

TEST_CASE("a room goes on under other limits; the next one feels them") {
    World world;
    const SessionId host = world.connect(ip(1)), guest = world.connect(ip(2));
    const auto room = world.enter(host, CreateRoom{"Asha", {}}).room;
    Limits limits = patient_limits();
    limits.rooms = 1;
    world.lobby.change(limits, world.now);
    CHECK(world.answer(guest, CreateRoom{"Mira", {}}) == "server_full");
    CHECK(world.answer(guest, JoinRoom{room, "Mira", std::nullopt}) == "ok");
    limits.rooms = 2;
    world.lobby.change(limits, world.now);
    CHECK(world.answer(world.connect(ip(3)), CreateRoom{"Ravi", {}}) == "ok");
}

TEST_CASE("the limits on wrong joins stay until the next start") {
    World world;
    Limits limits = patient_limits();
    limits.wrong_joins = 0;
    limits.wrong_joins_in_total = 0;
    world.lobby.change(limits, world.now);
    CHECK(guesses(world, ip(1)) == 10);
}

TEST_CASE("other timers of rooms hold at once") {
    World world;
    const SessionId host = world.connect(ip(1));
    world.enter(host, CreateRoom{"Asha", {}});
    world.disconnect(host);
    CHECK(world.lobby.counts().rooms == 1);
    Limits limits = patient_limits();
    limits.empty_room_dies_after = 1s;
    world.lobby.change(limits, world.now);
    world.pass(1s);
    CHECK(world.lobby.counts().rooms == 0);
}
