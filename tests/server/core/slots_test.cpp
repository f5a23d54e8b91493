// The slots that a server holds, releases or loses.
#include "tests/server/core/slots.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::QuickMatch;
using protocol::Spectate;

namespace {

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
