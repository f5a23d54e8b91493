// What a server makes of the records of a slot that it adopts.
#include "tests/server/core/slots.hpp"

#include <doctest/doctest.h>

#include <set>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::QuickMatch;
using protocol::Resume;

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
