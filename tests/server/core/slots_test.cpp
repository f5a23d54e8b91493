// Rooms come and go while others run: what a server does with the slots that it holds, gives up or
// loses.
#include "protocol/hash.hpp"
#include "protocol/limits.hpp"
#include "tests/server/core/guesses.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
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

namespace {

constexpr auto moved = protocol::CloseCode::ServiceRestart;

std::size_t heard(World& world, SessionId session) {
    return world.peer(session).heard.size();
}

CreateRoom public_room(std::string name) {
    CreateRoom request{std::move(name), {}};
    request.options.is_public = true;
    return request;
}

// Adopts an empty slot.
void hold(World& world, Slot slot) {
    Output out;
    REQUIRE(world.lobby.adopt(slot, 0, world.now, out).empty());
}

// A request whose record the store has, and what else waits for it.
struct Pending {
    World world{7};
    Table2 table = sit_down(world), other = sit_down(world);

    Pending() {
        while (slot() == slot_of(other.room))
            other = sit_down(world);
        deal(world, table);
        world.mode = StoreMode::WhenTold;
        world.send(table.host, protocol::SendChat{"under way"});
        REQUIRE(world.unstored.size() == 1);
    }

    Slot slot() const { return slot_of(table.room); }
};

} // namespace

TEST_CASE("codes are drawn only in slots that the server holds") {
    World world;
    world.lobby.hold_no_slot();
    CHECK(world.answer(world.connect(), CreateRoom{"Asha", {}}) == "shutting_down");
    CHECK(world.answer(world.connect(), QuickMatch{"Asha", {}}) == "shutting_down");
    hold(world, 'K');
    hold(world, '7');
    std::set<Slot> slots;
    for (int i = 0; i < 60; ++i)
        slots.insert(slot_of(world.enter(world.connect(), CreateRoom{"Asha", {}}).room));
    CHECK(slots == std::set<Slot>{'7', 'K'});
    world.release('7');
    for (int i = 0; i < 20; ++i)
        CHECK(slot_of(world.enter(world.connect(), CreateRoom{"Asha", {}}).room) == 'K');
}

TEST_CASE("a server without others draws codes in all slots") {
    World world;
    std::set<Slot> slots;
    while (slots.size() < all_slots.size())
        slots.insert(slot_of(world.enter(world.connect(), CreateRoom{"Asha", {}}).room));
    for (const Slot slot : all_slots)
        CHECK(world.lobby.holds(slot));
}

TEST_CASE("a slot that is released answers what is under way, and then closes its sessions") {
    Pending pending;
    World& world = pending.world;
    const auto [room, host, guest, token, other_token] = pending.table;
    const SessionId watcher = world.connect();
    world.send(watcher, Spectate{room, {}, {}}); // waits for the store
    const auto before = heard(world, guest), elsewhere = heard(world, pending.other.host);
    world.release(pending.slot());
    CHECK_FALSE(world.lobby.holds(pending.slot()));
    CHECK(world.released.empty());
    CHECK(world.lobby.room(room));
    world.send(guest, protocol::SendChat{"too late"}); // waits as well

    world.answer_store(Stored::Durable);
    CHECK(world.released == std::vector<Slot>{pending.slot()});
    CHECK(world.last_answer(host) == "ok");
    CHECK(world.peer(guest).chats.back().text == "under way");
    CHECK(heard(world, guest) == before + 1); // nothing about those who have left
    CHECK(heard(world, watcher) == 0);
    for (const SessionId session : {host, guest, watcher})
        CHECK(world.peer(session).closed == moved);
    CHECK_FALSE(world.lobby.room(room));
    CHECK(heard(world, pending.other.host) == elsewhere);
    CHECK_FALSE(world.peer(pending.other.host).closed);
    world.pass(48h); // nothing is left that could be due
    CHECK(world.unstored.empty());
}

TEST_CASE("rooms without anything under way are released at once") {
    World world;
    Table2 table = sit_down(world);
    deal(world, table);
    const auto before = heard(world, table.host);
    world.release(slot_of(table.room));
    world.release(slot_of(table.room)); // changes nothing
    CHECK(world.released == std::vector<Slot>{slot_of(table.room)});
    CHECK(heard(world, table.host) == before);
    CHECK(world.peer(table.host).closed == moved);
    CHECK(world.peer(table.guest).closed == moved);
    CHECK(world.lobby.counts().rooms == 0);
    CHECK(world.lobby.counts().sessions == 0);
    world.pass(48h); // nothing is left that could be due
    CHECK(world.records == world.log.at(table.room).back().number);
}

TEST_CASE("what the store had no space for is refused before its room is released") {
    Pending pending;
    pending.world.release(pending.slot());
    pending.world.answer_store(Stored::Full);
    CHECK(pending.world.last_answer(pending.table.host) == "storage_full");
    CHECK(pending.world.released == std::vector<Slot>{pending.slot()});
}

TEST_CASE("a room that is being opened is opened before its slot is released") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect();
    world.send(host, CreateRoom{"Asha", {}});
    const Slot slot = slot_of(world.unstored.front().room);
    world.release(slot);
    world.answer_store(Stored::Durable);
    CHECK(world.last_answer(host) == "ok");
    CHECK(world.peer(host).closed == moved);
    CHECK(world.lobby.counts().rooms == 0);
}

TEST_CASE("a slot that is lost is gone at once, and nobody is told anything") {
    Pending pending;
    World& world = pending.world;
    const auto [room, host, guest, token, other_token] = pending.table;
    const SessionId watcher = world.connect();
    world.send(watcher, Spectate{room, {}, {}});
    const std::uint64_t record = world.unstored.front().number;
    const auto mine = heard(world, host), theirs = heard(world, guest);
    world.drop(pending.slot());
    for (const SessionId session : {host, guest, watcher})
        CHECK(world.peer(session).closed == moved);
    Output late;
    for (const Stored result : {Stored::Durable, Stored::Full, Stored::Fenced})
        world.lobby.stored(record, result, world.now, late);
    CHECK(late.deliveries.empty());
    CHECK(late.discarded.empty());
    CHECK(heard(world, host) == mine);
    CHECK(heard(world, guest) == theirs);
    CHECK(heard(world, watcher) == 0);
    CHECK(world.released.empty());
    CHECK_FALSE(world.lobby.room(room));
    world.mode = StoreMode::AtOnce;
    deal(world, pending.other); // the others play on
}

TEST_CASE("a fenced record drops its slot") {
    Pending pending;
    World& world = pending.world;
    Output out;
    world.lobby.stored(world.unstored.front().number, Stored::Fenced, world.now, out);
    CHECK(out.deliveries.size() == 2);
    for (const Delivery& delivery : out.deliveries)
        CHECK(std::get<Disconnect>(delivery).code == moved);
    CHECK_FALSE(world.lobby.holds(pending.slot()));
    CHECK(world.lobby.room(pending.other.room));
}

TEST_CASE("a slot that is lost while it is being released is not reported as released") {
    Pending pending;
    pending.world.release(pending.slot());
    pending.world.drop(pending.slot());
    CHECK(pending.world.released.empty());
    CHECK(pending.world.lobby.counts().rooms == 1);
}

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

TEST_CASE("rooms of two slots whose first records have the same number are both offered") {
    World one(1), two(2);
    const auto lonely = [](World& world) {
        const SessionId host = world.connect();
        const auto seated = world.enter(host, public_room("Asha"));
        return std::pair(seated.room, *seated.token);
    };
    const auto [first, first_token] = lonely(one);
    const auto [second, second_token] = lonely(two);
    REQUIRE(slot_of(first) != slot_of(second));
    REQUIRE(one.state(first).opened == two.state(second).opened);
    two.release(slot_of(second));
    one.release(slot_of(second));
    one.adopt(two, slot_of(second));
    one.enter(one.connect(), Resume{second, second_token});
    std::set<RoomCode> joined;
    for (const char* name : {"Ravi", "Mira"})
        joined.insert(one.enter(one.connect(), QuickMatch{name, {}}).room);
    CHECK(joined == std::set<RoomCode>{first, second});
}

TEST_CASE("a token that has seats in two rooms, because its request was repeated elsewhere") {
    World one(1), two(2);
    CreateRoom request{"Asha", {}};
    request.token = Token{1, 2, 3};
    const auto first = one.enter(one.connect(), request);
    const auto second = two.enter(two.connect(), request); // the first answer was lost
    REQUIRE(slot_of(first.room) != slot_of(second.room));
    two.release(slot_of(first.room));
    two.adopt(one, slot_of(first.room));
    for (const auto& seated : {first, second, first}) {
        const auto again = two.enter(two.connect(), Resume{seated.room, *seated.token});
        CHECK(again.room == seated.room);
    }
    two.release(slot_of(second.room));
    CHECK(two.enter(two.connect(), Resume{std::nullopt, *first.token}).room == first.room);
    two.release(slot_of(first.room));
    CHECK(two.answer(two.connect(), Resume{std::nullopt, *first.token}) == "bad_token");
}

TEST_CASE("what a slot's records so far have made is forgotten if the slot is lost first") {
    World world, other(2);
    const Table2 table = sit_down(other);
    const Slot slot = slot_of(table.room);
    world.drop(slot);
    const auto restore = [&](Output& out) {
        for (const Record& record : other.log.at(table.room))
            world.lobby.restore(record, out);
    };
    Output out;
    restore(out);
    world.drop(slot);
    CHECK(world.lobby.adopt(slot, 2, world.now, out).empty());
    CHECK_FALSE(world.lobby.room(table.room));
}

TEST_CASE("a room whose records don't fit is left out, and the others are adopted") {
    World world, other(5);
    world.lobby.hold_no_slot();
    Table2 bad = sit_down(other), good = sit_down(other);
    while (slot_of(bad.room) != slot_of(good.room))
        good = sit_down(other);
    deal(other, bad);
    play_one(other, bad);
    Output out;
    for (Record record : other.log.at(bad.room)) {
        if (auto* acted = std::get_if<Acted>(&record.body))
            acted->ply = 17;
        world.lobby.restore(record, out);
    }
    for (const Record& record : other.log.at(good.room))
        world.lobby.restore(record, out);
    out.discarded.push_back({bad.room, 1, 1});
    out.discarded.push_back({good.room, 1, 1});
    CHECK(world.lobby.adopt(slot_of(bad.room), 1000, world.now, out) ==
          std::vector<RoomCode>{bad.room});
    CHECK_FALSE(world.lobby.room(bad.room));
    REQUIRE(world.lobby.room(good.room));
    CHECK(*world.lobby.room(good.room) == other.state(good.room));
    REQUIRE(out.discarded.size() == 1); // the bad room's records stay
    CHECK(out.discarded.front().room == good.room);
}
