// Presence: dropped connections, resume, leaving, freed seats, expiring rooms, lag.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::JoinRoom;
using protocol::LeaveRoom;
using protocol::Resume;

TEST_CASE("a dropped connection: the others are told, the seat is kept") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    world.disconnect(table.guest);
    const auto& player = *world.room(table.host).players[Seat::One];
    CHECK_FALSE(player.connected);
    CHECK(player.name == "Ravi");
    CHECK(player.claim_in == 120000);
    CHECK(world.answer(world.connect(), JoinRoom{table.room, "Mira", {}}) == "room_full");
}

TEST_CASE("resume: ok, room, view with all events of the round; the same state") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    for (int i = 0; i < 5; ++i)
        play_one(world, table);
    auto before = world.view(table.guest);
    world.disconnect(table.guest);
    const SessionId again = world.connect();
    const auto seated = world.enter(again, Resume{table.room, table.guest_token});
    CHECK(seated.seat == Seat::One);
    CHECK_FALSE(seated.token);
    const auto& heard = world.peer(again).heard;
    REQUIRE(heard.size() == 3);
    CHECK(std::holds_alternative<protocol::RoomInfo>(heard[1]));
    CHECK(std::get<protocol::View>(heard[2]).events.size() == 6); // round_started and five more
    before.events = world.view(again).events;
    CHECK(world.view(again) == before);
    CHECK(world.room(table.host).players[Seat::One]->connected);
}

TEST_CASE("resume: the older connection is closed with 4001 and no longer in the room") {
    World world(3);
    Table2 table = sit_down(world);
    deal(world, table);
    const SessionId again = world.connect();
    world.enter(again, Resume{table.room, table.guest_token});
    CHECK(world.peer(table.guest).closed == protocol::CloseCode::Replaced);
    CHECK(world.room(table.host).players[Seat::One]->connected);
    const SessionId old = table.guest;
    table.guest = again;
    play_one(world, table); // the kit fails if anything goes to the closed connection
    world.disconnect(old);
    CHECK(world.room(table.host).players[Seat::One]->connected);
    CHECK(world.lobby.counts().sessions == 2);
}

TEST_CASE("resume: every failure is bad_token and changes nothing") {
    World world(3);
    const Table2 table = sit_down(world);
    const Table2 elsewhere = sit_down(world);
    const SessionId session = world.connect();
    const auto before = world.peer(table.host).heard.size();
    for (const Resume& resume :
         {Resume{"222222", table.host_token}, Resume{"", table.host_token}, Resume{table.room, ""},
          Resume{table.room, "zz"}, Resume{table.room, std::string(43, 'A')},
          Resume{table.room, elsewhere.host_token}, Resume{table.room, table.host_token + "A"}})
        CHECK(world.answer(session, resume) == "bad_token");
    CHECK(world.peer(table.host).heard.size() == before);
    CHECK_FALSE(world.peer(table.host).closed);
}

TEST_CASE("a bot's seat can't be resumed") {
    World world(3);
    const auto code =
        world.enter(world.connect(), protocol::CreateRoom{"Asha", against_bot()}).room;
    CHECK(world.answer(world.connect(), Resume{code, std::string(43, 'A')}) == "bad_token");
}

TEST_CASE("leave before the match: the seat is freed and its token becomes invalid") {
    World world(3);
    const Table2 table = sit_down(world);
    const int rooms = world.peer(table.host).rooms;
    CHECK(world.answer(table.host, LeaveRoom{}) == "ok");
    CHECK(world.peer(table.host).rooms == rooms); // no longer told
    CHECK_FALSE(world.room(table.guest).players[Seat::Zero]);
    CHECK(world.answer(table.host, LeaveRoom{}) == "not_in_room");
    CHECK(world.answer(table.host, Resume{table.room, table.host_token}) == "bad_token");
    CHECK(world.enter(table.host, JoinRoom{table.room, "Asha", {}}).seat == Seat::Zero);
}

TEST_CASE("leave during a match: the seat is kept, counts as away, and can be resumed") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    const auto records = world.records;
    CHECK(world.answer(table.guest, LeaveRoom{}) == "ok");
    CHECK(world.records == records);
    CHECK(world.room(table.host).players[Seat::One]->claim_in == 120000);
    CHECK(world.answer(table.guest, protocol::Resign{}) == "not_in_room");
    CHECK(world.answer(table.guest, Resume{table.room, table.guest_token}) == "ok");
    CHECK_FALSE(world.room(table.host).players[Seat::One]->claim_in);
}

TEST_CASE("leave between rounds keeps the seat; after the match it is freed") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    play_round(world, table);
    CHECK(world.answer(table.guest, LeaveRoom{}) == "ok");
    CHECK(world.room(table.host).players[Seat::One]);
    CHECK(world.answer(table.guest, Resume{table.room, table.guest_token}) == "ok");
    world.answer(table.host, protocol::Resign{});
    CHECK(world.answer(table.guest, LeaveRoom{}) == "ok");
    CHECK_FALSE(world.room(table.host).players[Seat::One]);
    CHECK(world.answer(table.guest, Resume{table.room, table.guest_token}) == "bad_token");
}

TEST_CASE("both seats free: the lower one is taken first") {
    World world(3);
    const Table2 table = sit_down(world);
    world.answer(table.host, LeaveRoom{});
    world.answer(table.guest, LeaveRoom{});
    CHECK(world.enter(table.guest, JoinRoom{table.room, "Mira", {}}).seat == Seat::Zero);
    CHECK(world.enter(table.host, JoinRoom{table.room, "Noor", {}}).seat == Seat::One);
}

TEST_CASE("in a waiting room, a seat is freed after 60 s away") {
    World world(3);
    const Table2 table = sit_down(world);
    world.disconnect(table.guest);
    world.pass(59999ms);
    CHECK(world.room(table.host).players[Seat::One]);
    world.pass(1ms);
    CHECK_FALSE(world.room(table.host).players[Seat::One]);
    CHECK(world.answer(world.connect(), Resume{table.room, table.guest_token}) == "bad_token");
    CHECK(world.answer(world.connect(), JoinRoom{table.room, "Mira", {}}) == "ok");
}

TEST_CASE("a player back in time keeps the seat and has 60 s again next time") {
    World world(3);
    const Table2 table = sit_down(world);
    world.disconnect(table.guest);
    world.pass(50s);
    const SessionId again = world.connect();
    world.enter(again, Resume{table.room, table.guest_token});
    world.pass(50s);
    world.disconnect(again);
    world.pass(50s);
    CHECK(world.room(table.host).players[Seat::One]);
    world.pass(10s);
    CHECK_FALSE(world.room(table.host).players[Seat::One]);
}

TEST_CASE("resuming after the seat's time is up is bad_token, even before the lobby wakes") {
    World world(3);
    const Table2 table = sit_down(world);
    world.disconnect(table.guest);
    world.now += 60s;
    CHECK(world.answer(world.connect(), Resume{table.room, table.guest_token}) == "bad_token");
}

TEST_CASE("a seat is not freed while a match runs or is over") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    world.disconnect(table.guest);
    world.pass(10min);
    CHECK(world.room(table.host).players[Seat::One]);
    CHECK(world.answer(table.host, protocol::ClaimWin{}) == "ok");
    world.pass(10min);
    CHECK(world.room(table.host).players[Seat::One]);
    CHECK(world.answer(world.connect(), Resume{table.room, table.guest_token}) == "ok");
}

TEST_CASE("an away player's 60 s begin when the room begins to wait") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    world.answer(table.host, protocol::Resign{});
    world.answer(table.guest, protocol::AskRematch{});
    world.disconnect(table.guest);
    world.pass(10min);
    world.answer(table.host, protocol::AskRematch{});
    CHECK(world.view(table.host).phase == Phase::Waiting);
    world.pass(59999ms);
    CHECK(world.room(table.host).players[Seat::One]);
    world.pass(1ms);
    CHECK_FALSE(world.room(table.host).players[Seat::One]);
}

TEST_CASE("an empty waiting room closes after 15 min; a spectator keeps it open") {
    World world(3);
    const SessionId host = world.connect();
    const auto code = world.enter(host, protocol::CreateRoom{"Asha", {}}).room;
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{code, {}, {}});
    world.disconnect(host);
    world.pass(1h);
    CHECK(world.lobby.room(code));
    world.disconnect(watcher);
    world.pass(15min - 1ms);
    CHECK(world.lobby.room(code));
    CHECK(world.lobby.counts().rooms == 1);
    world.pass(1ms);
    CHECK_FALSE(world.lobby.room(code));
    CHECK(world.lobby.counts().rooms == 0);
    CHECK_FALSE(world.lobby.deadline());
    CHECK(world.answer(world.connect(), JoinRoom{code, "Ravi", {}}) == "no_such_room");
}

TEST_CASE("a visitor in time keeps a room open") {
    World world(3);
    const SessionId host = world.connect();
    protocol::CreateOptions options;
    options.is_public = true;
    const auto code = world.enter(host, protocol::CreateRoom{"Asha", options}).room;
    world.disconnect(host);
    world.pass(14min);
    const SessionId guest = world.connect();
    world.enter(guest, JoinRoom{code, "Ravi", {}});
    world.pass(1h);
    CHECK(world.lobby.room(code));
    world.disconnect(guest);
    world.pass(15min);
    CHECK_FALSE(world.lobby.room(code));
}

TEST_CASE("a room closes 15 min after its match was abandoned") {
    World world(3);
    const Table2 table = sit_down(world);
    deal(world, table);
    world.disconnect(table.host);
    world.disconnect(table.guest);
    world.pass(1h);
    REQUIRE(world.lobby.room(table.room));
    CHECK(world.state(table.room).match.phase == Phase::MatchOver);
    world.pass(15min - 1ms);
    CHECK(world.lobby.room(table.room));
    world.pass(1ms);
    CHECK_FALSE(world.lobby.room(table.room));
}

TEST_CASE("0 lifts room timeouts") {
    Limits limits = patient_limits();
    limits.seat_freed_after = 0ms;
    limits.empty_room_dies_after = 0ms;
    limits.abandoned_after = 0ms;
    limits.ready_taken_after = 0ms;
    limits.reveal_timeout = 0ms;
    World world(3, limits);
    const SessionId host = world.connect();
    const auto code = world.enter(host, protocol::CreateRoom{"Asha", {}}).room;
    world.disconnect(host);
    CHECK_FALSE(world.lobby.deadline());
    world.pass(24h);
    CHECK(world.state(code).players[Seat::Zero]);
}

TEST_CASE("lag: sent when first known and after large changes; forgotten with the connection") {
    World world(3);
    const Table2 table = sit_down(world);
    CHECK_FALSE(world.room(table.host).players[Seat::One]->lag_ms);
    const auto measure = [&](int ms) {
        Output out;
        world.lobby.lag(table.guest, milliseconds(ms), world.now, out);
        const bool told = !out.deliveries.empty();
        world.carry_out(out);
        return told;
    };
    const auto shown = [&] { return world.room(table.host).players[Seat::One]->lag_ms; };
    CHECK(measure(12));
    CHECK(shown() == 12);
    CHECK_FALSE(measure(22)); // 10 ms more
    CHECK(measure(23));
    CHECK(shown() == 23);
    CHECK(measure(100));
    CHECK_FALSE(measure(125)); // 25 % more
    CHECK_FALSE(measure(75));
    CHECK(measure(126));
    CHECK(shown() == 126);
    world.disconnect(table.guest);
    CHECK_FALSE(shown());
}

TEST_CASE("lag measured before taking a seat is known in the room") {
    World world(3);
    const SessionId host = world.connect();
    Output out;
    world.lobby.lag(host, 40ms, world.now, out);
    CHECK(out.deliveries.empty());
    world.enter(host, protocol::CreateRoom{"Asha", {}});
    CHECK(world.room(host).players[Seat::Zero]->lag_ms == 40);
}

TEST_CASE("an unknown or closed connection is ignored") {
    World world(3);
    Output out;
    world.lobby.received(77, protocol::Request{1, protocol::Ping{}}, world.now, out);
    world.lobby.disconnected(77, world.now, out);
    world.lobby.lag(77, 5ms, world.now, out);
    world.lobby.stored(77, Stored::Durable, world.now, out);
    CHECK(out.deliveries.empty());
    CHECK(world.lobby.backlog(77) == 0);
}

TEST_CASE("a player who waits for an invitation and returns on another connection stops waiting") {
    for (const bool in_slow_lane : {false, true}) {
        CAPTURE(in_slow_lane);
        World world;
        protocol::CreateRoom create{"Mira", {}};
        create.options.password = "sesame";
        const RoomCode locked = world.enter(world.connect(ip(1)), create).room;
        const Table2 table = sit_down(world);
        if (in_slow_lane)
            for (int i = 0; i < 10; ++i)
                CHECK(world.answer(table.host, protocol::ReadInvitation{"222222", {}}) ==
                      "no_such_room");
        world.mode = StoreMode::WhenTold;
        const SessionId stranger = world.connect(ip(2));
        world.send(stranger, protocol::JoinRoom{locked, "Zoe", "sesame"});
        REQUIRE(world.unhashed.size() == 1);
        const std::size_t answers = world.peer(table.host).replies.size();
        world.send(table.host, protocol::ReadInvitation{locked, "sesame"});
        CHECK(world.peer(table.host).replies.size() == answers); // it waits
        world.enter(world.connect(), protocol::Resume{table.room, table.host_token});
        CHECK(world.peer(table.host).closed == protocol::CloseCode::Replaced);
        world.hash_password();
        world.pass(10s);
        CHECK(world.unhashed.empty());
    }
}
