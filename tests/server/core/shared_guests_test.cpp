// One of several servers keeps the guest book; the others read it.
#include "tests/server/core/guests.hpp"

#include <doctest/doctest.h>

#include <optional>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Enter;

namespace {

constexpr auto come_back_code = protocol::CloseCode::ServiceRestart;

// What a store would hold after the changes of `from`.
void read_book(World& world, const World& from, bool keeps) {
    GuestEntries entries;
    for (const auto& [number, entry] : from.guests)
        entries.push_back(entry);
    Output out;
    world.lobby.refresh_guests(entries, keeps, out);
    world.carry_out(out);
}

struct KeeperAndReader {
    World keeper{4}, reader{5};

    KeeperAndReader() {
        for (World* world : {&keeper, &reader})
            world->lobby.set_privacy(for_guests);
        reader.lobby.hold_no_slot();
    }
};

} // namespace

TEST_CASE("a server that reads the guest book knows passes, and gives none") {
    KeeperAndReader two;
    set_password(two.keeper, "open sesame");
    CHECK(two.keeper.lobby.keeps_guests());
    CHECK(two.keeper.answer(two.keeper.connect(), enter("open sesame", 1)) == "ok");
    CHECK_FALSE(two.reader.lobby.keeps_guests());
    read_book(two.reader, two.keeper, false);
    const SessionId guest = two.reader.connect();
    CHECK(two.reader.answer(guest, Enter{pass_of(1), {}}) == "ok");
    CHECK(two.reader.answer(guest, protocol::ListRooms{}) == "ok");
    CHECK(two.reader.answer(two.reader.connect(), protocol::ListRooms{}) == "server_locked");
    // Whether it counts, the keeper knows.
    for (const Enter& request : {Enter{pass_of(2), {}}, enter("open sesame", 2), enter("wrong", 2),
                                 enter(pass_of(9), 2)}) {
        const SessionId stranger = two.reader.connect();
        two.reader.send(stranger, request);
        CHECK(two.reader.peer(stranger).closed == come_back_code);
        CHECK(two.reader.peer(stranger).heard.empty());
    }
    CHECK(two.reader.guests.empty());
    CHECK(two.reader.unhashed.empty());
}

TEST_CASE("a pass that is void in the book as it is now admits nobody") {
    KeeperAndReader two;
    set_password(two.keeper, "open sesame");
    CHECK(two.keeper.answer(two.keeper.connect(), enter("open sesame", 1)) == "ok");
    read_book(two.reader, two.keeper, false);
    const SessionId guest = two.reader.connect();
    CHECK(two.reader.answer(guest, Enter{pass_of(1), {}}) == "ok");
    read_book(two.reader, two.keeper, false); // nothing new
    CHECK(two.reader.answer(guest, protocol::ListRooms{}) == "ok");
    set_password(two.keeper, "another");
    read_book(two.reader, two.keeper, false);
    CHECK(two.reader.answer(guest, protocol::ListRooms{}) == "server_locked");
}

TEST_CASE("the next server that keeps the guest book goes on where the first one was") {
    KeeperAndReader two;
    set_password(two.keeper, "open sesame");
    CHECK(two.keeper.answer(two.keeper.connect(), enter("open sesame", 1)) == "ok");
    read_book(two.reader, two.keeper, true);
    CHECK(two.reader.lobby.keeps_guests());
    CHECK(two.reader.answer(two.reader.connect(), enter("wrong", 2)) == "wrong_password");
    CHECK(two.reader.answer(two.reader.connect(), enter("open sesame", 2)) == "ok");
    CHECK(two.reader.guests.rbegin()->first > two.keeper.guests.rbegin()->first);
}

TEST_CASE("a server that gives up its slot, or loses it, no longer keeps the guest book") {
    for (const bool on_purpose : {true, false}) {
        World world;
        world.lobby.set_privacy(for_guests);
        set_password(world, "open sesame");
        Output out;
        if (on_purpose)
            world.lobby.release(guests_slot, world.now, out);
        else
            world.lobby.drop(guests_slot, world.now, out);
        CHECK_FALSE(world.lobby.keeps_guests());
        const SessionId guest = world.connect();
        world.send(guest, enter("open sesame", 1));
        CHECK(world.peer(guest).closed == come_back_code);
    }
}

TEST_CASE("a guest whose password is hashed while the slot is lost comes back elsewhere") {
    World world;
    world.lobby.set_privacy(for_guests);
    set_password(world, "open sesame");
    world.mode = StoreMode::WhenTold;
    const SessionId guest = world.connect();
    world.send(guest, enter("open sesame", 1));
    REQUIRE(world.unhashed.size() == 1);
    Output out;
    world.lobby.drop(guests_slot, world.now, out);
    world.carry_out(out);
    world.hash_password();
    CHECK(world.peer(guest).closed == come_back_code);
    CHECK(world.guests.size() == 1); // the password
}
