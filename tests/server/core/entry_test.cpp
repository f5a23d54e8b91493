// The ways into a room: create, join, quick match, list.
#include "server/core/chance.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <stdexcept>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateOptions;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::QuickMatch;

namespace {

CreateOptions public_room() {
    CreateOptions options;
    options.is_public = true;
    return options;
}

std::string lower(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

protocol::RoomList list(World& world, std::optional<std::string> after = {}) {
    const SessionId session = world.connect();
    const auto reply = world.ask(session, protocol::ListRooms{std::move(after)});
    return std::get<protocol::RoomList>(std::get<protocol::Ok>(reply).adds);
}

} // namespace

TEST_CASE("create: seat 0, a token, then room and view") {
    World world;
    const SessionId host = world.connect();
    CreateOptions options;
    options.clock = {300, 5};
    options.seals = 3;
    options.grace = 7;
    options.password = "sesame";
    const auto seated = world.enter(host, CreateRoom{"Asha", options});
    CHECK(seated.seat == Seat::Zero);
    REQUIRE(seated.token);
    CHECK(seated.token->size() == 43);
    const auto& heard = world.peer(host).heard;
    REQUIRE(heard.size() == 3);
    CHECK(std::holds_alternative<protocol::Ok>(heard[0]));
    CHECK(std::holds_alternative<protocol::RoomInfo>(heard[1]));
    CHECK(std::holds_alternative<protocol::View>(heard[2]));
    const auto& room = world.room(host);
    CHECK(room.options.has_password);
    CHECK(room.options.clock == protocol::ClockOptions{300, 5});
    CHECK(room.options.seals == 3);
    CHECK(room.options.grace == 7);
    CHECK(room.phase == Phase::Waiting);
    CHECK(room.players[Seat::Zero]->name == "Asha");
    CHECK_FALSE(room.players[Seat::Zero]->ready);
    CHECK_FALSE(room.players[Seat::One]);
    CHECK(room.fair.aborted == 0);
    const auto& view = world.view(host);
    CHECK(view.seq == 0);
    CHECK(view.you == Seat::Zero);
    CHECK(view.round == 0);
    CHECK(view.match == room.fair.match);
    REQUIRE(view.clock);
    CHECK(view.clock->remaining_ms[Seat::One] == 300000);
    CHECK_FALSE(view.clock->running);
}

TEST_CASE("join: the free seat, in any case of the code; the host sees it") {
    World world;
    const SessionId host = world.connect(), guest = world.connect(), third = world.connect();
    const auto code = world.enter(host, CreateRoom{"Asha", {}}).room;
    const auto seated = world.enter(guest, JoinRoom{lower(code), "Ravi", {}});
    CHECK(seated.room == code);
    CHECK(seated.seat == Seat::One);
    CHECK(world.room(host).players[Seat::One]->name == "Ravi");
    CHECK(world.room(host).players[Seat::One]->connected);
    CHECK(world.view(guest).you == Seat::One);
    CHECK(world.peer(host).views == 1); // the game hasn't changed
    CHECK(world.answer(third, JoinRoom{code, "Mira", {}}) == "room_full");
}

TEST_CASE("join: no such room, whether it does not exist, is malformed, or the password is wrong") {
    World world;
    const SessionId host = world.connect(), guest = world.connect();
    CreateOptions options;
    options.password = "sesame";
    const auto code = world.enter(host, CreateRoom{"Asha", options}).room;
    CHECK(world.answer(guest, JoinRoom{"222222", "Ravi", {}}) == "no_such_room");
    CHECK(world.answer(guest, JoinRoom{"", "Ravi", {}}) == "no_such_room");
    CHECK(world.answer(guest, JoinRoom{"K7QX2I", "Ravi", {}}) == "no_such_room");
    CHECK(world.answer(guest, JoinRoom{code, "Ravi", {}}) == "no_such_room");
    CHECK(world.answer(guest, JoinRoom{code, "Ravi", ""}) == "no_such_room");
    CHECK(world.answer(guest, JoinRoom{code, "Ravi", "Sesame"}) == "no_such_room");
    CHECK(world.answer(guest, JoinRoom{code, "Ravi", std::string(65, 'x')}) == "no_such_room");
    CHECK(world.records == 1);
    CHECK(world.answer(guest, JoinRoom{code, "Ravi", "sesame"}) == "ok");
    const SessionId third = world.connect();
    // Without the password you don't learn that the room is full.
    CHECK(world.answer(third, JoinRoom{code, "Mira", "x"}) == "no_such_room");
    CHECK(world.answer(third, JoinRoom{code, "Mira", "sesame"}) == "room_full");
}

TEST_CASE("a password is ignored if the room has none") {
    World world;
    const SessionId host = world.connect(), guest = world.connect();
    const auto code = world.enter(host, CreateRoom{"Asha", {}}).room;
    CHECK(world.answer(guest, JoinRoom{code, "Ravi", "sesame"}) == "ok");
}

TEST_CASE("entering: form, then already_in_room, then the name, then the room") {
    World world;
    const SessionId outside = world.connect();
    const SessionId inside = world.connect();
    const auto code = world.enter(inside, CreateRoom{"Asha", {}}).room;
    CreateOptions empty_password, long_password, unknown_bot;
    empty_password.password = "";
    for (int i = 0; i < 65; ++i)
        long_password.password = long_password.password.value_or("") + "🐫";
    unknown_bot.bot = "grandmaster";
    for (const auto& options : {empty_password, long_password, unknown_bot}) {
        CHECK(world.answer(outside, CreateRoom{"Asha", options}) == "bad_request");
        CHECK(world.answer(inside, CreateRoom{"", options}) == "bad_request");
    }
    const std::vector<protocol::RequestBody> ways{CreateRoom{"", {}}, JoinRoom{"222222", "", {}},
                                                  QuickMatch{"", {}},
                                                  protocol::Spectate{"222222", "", {}}};
    for (const auto& way : ways) {
        CHECK(world.answer(inside, way) == "already_in_room");
        CHECK(world.answer(outside, way) == "bad_name");
    }
    CHECK(world.answer(inside, protocol::Resume{code, "x"}) == "already_in_room");
    CHECK(world.answer(inside, protocol::Spectate{code, {}, {}}) == "already_in_room");
    CHECK(world.answer(outside, CreateRoom{"a\nb", {}}) == "bad_name");
    CHECK(world.answer(outside, CreateRoom{std::string(21, 'x'), {}}) == "bad_name");
    CHECK(world.records == 1);
}

TEST_CASE("outside a room, everything that needs one is not_in_room") {
    World world;
    const SessionId session = world.connect();
    const std::vector<protocol::RequestBody> requests{
        protocol::LeaveRoom{}, protocol::Ready{},    protocol::Act{},
        protocol::Resign{},    protocol::ClaimWin{}, protocol::AskRematch{},
        protocol::SendChat{},  protocol::Reveal{},   protocol::ListSpectators{},
        protocol::Remove{}};
    for (const auto& request : requests)
        CHECK(world.answer(session, request) == "not_in_room");
}

TEST_CASE("quick match: the oldest matching room, else a new public one") {
    World world;
    CreateOptions fast = public_room(), secret = public_room();
    fast.clock = {60, 1};
    secret.password = "sesame";
    const auto create = [&](const CreateOptions& options) {
        const SessionId session = world.connect();
        return std::pair{session, world.enter(session, CreateRoom{"Host", options}).room};
    };
    create(secret);
    create({});
    const auto [first, first_code] = create(public_room());
    const auto [second, second_code] = create(public_room());
    const auto [third, fast_code] = create(fast);
    const auto quick = [&](std::optional<protocol::ClockOptions> clock = {}) {
        const SessionId session = world.connect();
        return world.enter(session, QuickMatch{"Ravi", clock});
    };
    CHECK(quick({{60, 0}}).room != fast_code);
    CHECK(quick({{60, 1}}).room == fast_code);
    CHECK(quick().room == first_code);
    const auto joined = quick();
    CHECK(joined.room == second_code);
    CHECK(joined.seat == Seat::One);
    const auto opened = quick();
    CHECK(opened.seat == Seat::Zero);
    CHECK(world.state(opened.room).options.is_public);
    CHECK(quick().room == opened.room);
    const auto clocked = quick({{60, 2}});
    CHECK(clocked.seat == Seat::Zero);
    CHECK(world.state(clocked.room).options.clock == protocol::ClockOptions{60, 2});
}

TEST_CASE("quick match: nobody is matched with an absent player") {
    World world;
    const SessionId host = world.connect();
    const auto code = world.enter(host, CreateRoom{"Host", public_room()}).room;
    world.disconnect(host);
    const SessionId guest = world.connect();
    CHECK(world.enter(guest, QuickMatch{"Ravi", {}}).room != code);
}

TEST_CASE("quick match: a guest whose host has left is an opponent") {
    World world;
    CreateOptions options = public_room();
    const Table2 table = sit_down(world, options);
    CHECK(world.answer(table.host, protocol::LeaveRoom{}) == "ok");
    const auto joined = world.enter(world.connect(), QuickMatch{"Mira", {}});
    CHECK(joined.room == table.room);
    CHECK(joined.seat == Seat::Zero);
}

TEST_CASE("list: public rooms in the order of their codes, fifty at a time") {
    World world;
    std::set<std::string> codes;
    for (int i = 0; i < 120; ++i) {
        codes.insert(world.enter(world.connect(), CreateRoom{"Host", public_room()}).room);
        world.enter(world.connect(), CreateRoom{"Hidden", {}});
    }
    std::vector<std::string> listed;
    std::optional<std::string> after;
    std::vector<std::size_t> sizes;
    do {
        const auto page = list(world, after);
        for (const auto& room : page.rooms)
            listed.push_back(room.room);
        sizes.push_back(page.rooms.size());
        after = page.next;
    } while (after);
    CHECK(sizes == std::vector<std::size_t>{50, 50, 20});
    CHECK(listed == std::vector<std::string>(codes.begin(), codes.end()));
    CHECK(list(world, "ZZZZZZ").rooms.empty());
    CHECK(list(world, lower(listed[60])).rooms.front().room == listed[61]);
    const SessionId session = world.connect();
    CHECK(world.answer(session, protocol::ListRooms{"K7"}) == "no_such_room");
}

TEST_CASE("list: exactly fifty rooms fit on one page") {
    World world;
    for (int i = 0; i < 50; ++i)
        world.enter(world.connect(), CreateRoom{"Host", public_room()});
    CHECK(list(world).rooms.size() == 50);
    CHECK_FALSE(list(world).next);
}

TEST_CASE("list: what it says about a room; finished matches are left out") {
    World world(5);
    CreateOptions options = public_room();
    options.password = "sesame";
    options.clock = {36000, 300};
    options.seals = 1;
    const Table2 table = sit_down(world, options);
    world.enter(world.connect(), protocol::Spectate{table.room, {}, "sesame"});
    auto rooms = list(world).rooms;
    REQUIRE(rooms.size() == 1);
    CHECK(rooms[0].room == table.room);
    CHECK(rooms[0].names[Seat::Zero] == "Asha");
    CHECK(rooms[0].names[Seat::One] == "Ravi");
    CHECK(rooms[0].phase == Phase::Waiting);
    CHECK(rooms[0].clock == protocol::ClockOptions{36000, 300});
    CHECK(rooms[0].seals == 1);
    CHECK(rooms[0].spectators == 1);
    CHECK(rooms[0].has_password);
    deal(world, table);
    CHECK(list(world).rooms[0].phase == Phase::Playing);
    play_match(world, table);
    CHECK(list(world).rooms.empty());
    world.answer(table.guest, protocol::LeaveRoom{});
    world.enter(world.connect(), JoinRoom{table.room, "Mira", "sesame"});
    CHECK(list(world).rooms[0].names[Seat::One] == "Mira");
}

TEST_CASE("limits: server_full, room_full for spectators; 0 means unlimited") {
    Limits limits = patient_limits();
    limits.rooms = 2;
    limits.spectators = 1;
    World world(1, limits);
    const auto code = world.enter(world.connect(), CreateRoom{"Host", {}}).room;
    world.enter(world.connect(), CreateRoom{"Host", {}});
    CHECK(world.answer(world.connect(), CreateRoom{"Host", {}}) == "server_full");
    CHECK(world.answer(world.connect(), QuickMatch{"Host", {}}) == "server_full");
    const SessionId watcher = world.connect();
    CHECK(world.answer(watcher, protocol::Spectate{code, {}, {}}) == "ok");
    CHECK(world.answer(world.connect(), protocol::Spectate{code, {}, {}}) == "room_full");
    world.disconnect(watcher);
    CHECK(world.answer(world.connect(), protocol::Spectate{code, {}, {}}) == "ok");

    limits.rooms = limits.spectators = 0;
    World open(1, limits);
    const auto big = open.enter(open.connect(), CreateRoom{"Host", {}}).room;
    for (int i = 0; i < 150; ++i)
        CHECK(open.answer(open.connect(), protocol::Spectate{big, {}, {}}) == "ok");
}

TEST_CASE("a limit of one room is one room, in total and for an address that has one waiting") {
    Limits limits = patient_limits();
    limits.rooms = 1;
    World world(1, limits);
    world.enter(world.connect(), CreateRoom{"Host", {}});
    CHECK(world.answer(world.connect(), CreateRoom{"Host", {}}) == "server_full");
    limits.rooms = 0;
    limits.waiting_rooms_per_address = 1;
    World by_address(1, limits);
    const Address from{Address::Kind::V4, 1};
    by_address.enter(by_address.connect(from), CreateRoom{"Host", {}});
    CHECK(by_address.answer(by_address.connect(from), CreateRoom{"Host", {}}) == "rate_limited");
    limits.waiting_rooms_per_address = 0;
    World open(1, limits);
    for (int i = 0; i < 30; ++i)
        CHECK(open.answer(open.connect(from), CreateRoom{"Host", {}}) == "ok");
}

TEST_CASE("shutting down: no new rooms, but existing ones continue") {
    World world;
    const SessionId host = world.connect();
    world.enter(host, CreateRoom{"Asha", public_room()});
    world.shut_down();
    CHECK(world.answer(world.connect(), CreateRoom{"Mira", {}}) == "shutting_down");
    CHECK(world.answer(world.connect(), QuickMatch{"Ravi", {}}) == "ok"); // joins
    CHECK(world.answer(world.connect(), QuickMatch{"Ravi", {}}) == "shutting_down");
    CHECK(world.answer(host, protocol::Ready{}) == "ok");
}

TEST_CASE("ping tells the server's time") {
    World world;
    const auto reply = world.ask(world.connect(), protocol::Ping{});
    CHECK(std::get<protocol::Pong>(std::get<protocol::Ok>(reply).adds).at == 1763640000000);
}

TEST_CASE("a room code already in use is drawn again") {
    int codes = 0;
    Lobby lobby(patient_limits(), [&codes](std::span<std::uint8_t> bytes) {
        const bool is_code = bytes.size() == protocol::room_code_length;
        const int value = is_code ? codes++ / 2 : 0; // each code twice
        std::ranges::fill(bytes, static_cast<std::uint8_t>(value));
    });
    std::set<RoomCode> rooms;
    for (SessionId session = 1; session <= 3; ++session) {
        lobby.connected(session, {}, {});
        Output out;
        lobby.received(session, protocol::Request{1, CreateRoom{"Asha", {}}}, {}, out);
        rooms.insert(out.records.at(0).room);
        lobby.stored(out.records.at(0).number, Stored::Durable, {}, out);
    }
    CHECK(rooms == std::set<RoomCode>{"222222", "333333", "444444"});
}

TEST_CASE("a room that can't be created, because randomness failed, isn't left over") {
    Limits limits = patient_limits();
    limits.waiting_rooms_per_address = limits.rooms = 1;
    for (int failing = 1; failing <= 4; ++failing) { // code, token, match, seed
        int draws = 0;
        Lobby lobby(limits, [&](std::span<std::uint8_t> bytes) {
            if (++draws == failing)
                throw std::runtime_error("no randomness");
            std::ranges::fill(bytes, std::uint8_t{7});
        });
        Output out;
        const auto create = [&](SessionId session) {
            lobby.connected(session, {Address::Kind::V4, 1}, {});
            lobby.received(session, protocol::Request{1, CreateRoom{"Asha", {}}}, {}, out);
        };
        create(1);
        REQUIRE(out.deliveries.size() == 1);
        CHECK(std::get<Disconnect>(out.deliveries.front()).code ==
              protocol::CloseCode::InternalError);
        create(2);
        CHECK(out.records.size() == 1);
    }
}
