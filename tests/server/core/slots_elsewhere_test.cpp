// Requests about rooms whose slots another server holds now.
#include "protocol/hash.hpp"
#include "tests/server/core/slots.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::QuickMatch;
using protocol::Resume;
using protocol::Spectate;

TEST_CASE("requests that name a room of another server close the connection") {
    World world;
    Table2 table = sit_down(world);
    const RoomCode room = table.room;
    world.drop(slot_of(room));
    for (const protocol::RequestBody& request : std::vector<protocol::RequestBody>{
             JoinRoom{room, "Ravi", {}}, Spectate{room, {}, {}}, protocol::ReadInvitation{room, {}},
             Resume{room, table.host_token}}) {
        const SessionId session = world.connect();
        world.send(session, request);
        CHECK(world.peer(session).closed == moved);
        CHECK(heard(world, session) == 0);
    }
    const SessionId lister = world.connect();
    CHECK(world.answer(lister, protocol::ListGames{{{room, table.host_token}}}) == "shutting_down");
    CHECK(std::get<protocol::Error>(world.peer(lister).replies.back()).games.empty());
    CHECK_FALSE(world.lobby.preview({}, room, LinkTo::Seat, world.now).has_value());
    CHECK(world.answer(lister, JoinRoom{"no", "Ravi", {}}) == "no_such_room");
}

TEST_CASE("a list of games tells those here, and isn't whole, if it is about other servers' too") {
    World world(7);
    const Table2 there = sit_down(world);
    Table2 own = sit_down(world);
    while (slot_of(own.room) == slot_of(there.room))
        own = sit_down(world);
    world.drop(slot_of(there.room));
    const SessionId lister = world.connect();
    const protocol::ListGames asked{
        {{there.room, there.host_token}, {own.room, own.host_token}, {{}, "none"}}};
    CHECK(world.answer(lister, asked) == "shutting_down");
    const auto& error = std::get<protocol::Error>(world.peer(lister).replies.back());
    REQUIRE(error.games.size() == 3);
    CHECK_FALSE(error.games[0]);
    CHECK(error.games[1]->room == own.room);
    CHECK_FALSE(error.games[2]);
}

TEST_CASE("naming a room of another server does not count as a guess") {
    World world;
    const SessionId host = world.connect(ip(1));
    const RoomCode room = world.enter(host, CreateRoom{"Asha", {}}).room;
    world.drop(slot_of(room));
    for (int i = 0; i < 50; ++i) {
        const SessionId session = world.connect(ip(2));
        world.send(session, JoinRoom{room, "Ravi", "some password"});
        CHECK(world.peer(session).closed == moved);
        CHECK_FALSE(world.lobby.preview(ip(2), room, LinkTo::Seat, world.now).has_value());
    }
    const Limits limits = patient_limits();
    const SessionId guesser = world.connect(ip(2));
    for (int i = 0; i < limits.wrong_joins; ++i)
        CHECK(world.answer(guesser, JoinRoom{"no", "Ravi", {}}) == "no_such_room");
}

TEST_CASE("a password that is hashed while its room's slot is lost does not count as a guess") {
    World world;
    CreateRoom request{"Asha", {}};
    request.options.password = "a good password";
    const RoomCode room = world.enter(world.connect(), request).room;
    world.mode = StoreMode::WhenTold;
    std::vector<SessionId> guests;
    for (const bool hangs_up : {false, true}) {
        const SessionId guest = world.connect(ip(2));
        world.send(guest, JoinRoom{room, "Ravi", "a bad password"});
        if (!hangs_up)
            world.drop(slot_of(room));
        else
            world.disconnect(guest);
        if (!world.unhashed.empty())
            world.hash_password();
        if (!hangs_up)
            CHECK(world.peer(guest).closed == moved);
    }
    world.mode = StoreMode::AtOnce;
    const SessionId guesser = world.connect(ip(2));
    for (int i = 0; i < patient_limits().wrong_joins; ++i)
        CHECK(world.answer(guesser, JoinRoom{"no", "Ravi", {}}) == "no_such_room");
}

TEST_CASE("a player who only asks about a room that is lost keeps their own") {
    World world(7);
    const Table2 own = sit_down(world);
    RoomCode room;
    do
        room = world.enter(world.connect(), CreateRoom{"Asha", {}}).room;
    while (slot_of(room) == slot_of(own.room));
    world.mode = StoreMode::WhenTold;
    JoinRoom join{room, "Ravi", {}};
    join.token = Token{1, 2, 3};
    world.send(world.connect(), join);
    REQUIRE(world.unstored.size() == 1);
    world.send(own.host, protocol::ListGames{{{room, protocol::base64url(*join.token)}}});
    CHECK(world.lobby.backlog(own.host) == 1); // whether the seat is taken, the store will tell
    world.drop(slot_of(room));
    CHECK(world.last_answer(own.host) == "shutting_down");
    CHECK_FALSE(world.peer(own.host).closed);
}

TEST_CASE("a repeated request for a seat whose room is lost opens no second room") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    CreateRoom request{"Asha", {}};
    request.token = Token{1, 2, 3};
    const SessionId first = world.connect(), again = world.connect();
    world.send(first, request);
    world.send(again, request);
    REQUIRE(world.unstored.size() == 1);
    world.drop(slot_of(world.unstored.front().room));
    CHECK(world.peer(first).closed == moved);
    CHECK(world.peer(again).closed == moved);
    CHECK(world.unstored.empty());
}

TEST_CASE("lists, quick matches and limits forget the rooms of a lost slot") {
    Limits limits = patient_limits();
    limits.waiting_rooms_per_address = 1;
    World world(1, limits);
    const RoomCode room = world.enter(world.connect(ip(1)), public_room("Asha")).room;
    CHECK(world.answer(world.connect(ip(1)), public_room("Asha")) == "rate_limited");
    world.drop(slot_of(room));
    const SessionId lister = world.connect();
    const auto reply = world.ask(lister, protocol::ListRooms{});
    CHECK(std::get<protocol::RoomList>(std::get<protocol::Ok>(reply).adds).rooms.empty());
    const auto quick = world.enter(world.connect(ip(2)), QuickMatch{"Ravi", {}});
    CHECK(quick.room != room);
    CHECK(world.answer(world.connect(ip(1)), public_room("Asha")) == "ok");
}
