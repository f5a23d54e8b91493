// Quick matches while the store is slow or full.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;

TEST_CASE("quick match doesn't find a room that the store refused") {
    World world(7, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect(), quick = world.connect();
    world.send(host, protocol::QuickMatch{"Asha", {}});
    world.answer_store(Stored::Full);
    CHECK(world.last_answer(host) == "storage_full");
    world.send(quick, protocol::QuickMatch{"Ravi", {}});
    world.answer_store(Stored::Durable);
    CHECK(world.last_answer(quick) == "ok");
    CHECK(world.lobby.counts().rooms == 1);
}

TEST_CASE("quick match: two simultaneous requests meet, even with a slow store") {
    World world(3, patient_limits(), StoreMode::WhenTold);
    const SessionId first = world.connect(), second = world.connect(), third = world.connect();
    world.send(first, protocol::QuickMatch{"Asha", {}});
    world.send(second, protocol::QuickMatch{"Ravi", {}});
    world.send(third, protocol::QuickMatch{"Mira", {{60, 1}}});
    REQUIRE(world.unstored.size() == 2); // the second waits for the first one's room
    while (!world.unstored.empty())
        world.answer_store(Stored::Durable);
    CHECK(world.room(first).room == world.room(second).room);
    CHECK(world.room(first).room != world.room(third).room);
}

TEST_CASE("quick match: nobody waits for a seat that is being taken") {
    World world(3, patient_limits(), StoreMode::WhenTold);
    const SessionId first = world.connect(), second = world.connect(), third = world.connect();
    world.send(first, protocol::QuickMatch{"Asha", {}});
    world.answer_store(Stored::Durable);
    world.send(second, protocol::QuickMatch{"Ravi", {}});
    world.send(third, protocol::QuickMatch{"Mira", {}});
    REQUIRE(world.unstored.size() == 2); // a seat, and a new room
    while (!world.unstored.empty())
        world.answer_store(Stored::Durable);
    CHECK(world.room(first).room == world.room(second).room);
    CHECK(world.room(first).room != world.room(third).room);
}

TEST_CASE("quick match: a player waiting for a room whose host is leaving opens one") {
    World world(7);
    protocol::CreateOptions options;
    options.is_public = true;
    const SessionId host = world.connect(), guest = world.connect();
    const auto code = world.enter(host, protocol::CreateRoom{"Asha", options}).room;
    world.mode = StoreMode::WhenTold;
    world.send(host, protocol::LeaveRoom{});
    world.send(guest, protocol::QuickMatch{"Ravi", {}});
    CHECK(world.unstored.size() == 1);
    world.answer_store(Stored::Durable);
    REQUIRE(world.unstored.size() == 1);
    CHECK(world.unstored.front().room != code);
    world.answer_store(Stored::Durable);
    CHECK(world.last_answer(guest) == "ok");
}

TEST_CASE("quick match: a player waiting for a room that wasn't stored opens one") {
    World world(3, patient_limits(), StoreMode::WhenTold);
    const SessionId first = world.connect(), second = world.connect();
    world.send(first, protocol::QuickMatch{"Asha", {}});
    world.send(second, protocol::QuickMatch{"Ravi", {}});
    world.answer_store(Stored::Full);
    REQUIRE(world.unstored.size() == 1);
    world.answer_store(Stored::Durable);
    CHECK(world.peer(second).room);
    CHECK_FALSE(world.peer(first).room);
}
