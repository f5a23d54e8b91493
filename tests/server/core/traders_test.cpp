// The faces that players choose (`trader`), and everywhere that shows them; likewise a bot's level.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::QuickMatch;

namespace {

using Traders = PerSeat<std::optional<int>>;

Traders shown_to(World& world, SessionId session) {
    Traders traders;
    for (const Seat seat : all_seats)
        if (const auto& player = world.room(session).players[seat])
            traders[seat] = player->trader;
    return traders;
}

template <class Added>
Added told(World& world, protocol::RequestBody asked) {
    const SessionId reader = world.connect();
    REQUIRE(world.answer(reader, std::move(asked)) == "ok");
    return std::get<Added>(std::get<protocol::Ok>(world.peer(reader).replies.back()).adds);
}

protocol::CreateOptions patient_room() {
    protocol::CreateOptions options;
    options.is_public = true;
    options.patience = 3600;
    return options;
}

} // namespace

TEST_CASE("a face chosen with create_room, join_room or quick_match is shown to everybody") {
    World world;
    const SessionId host = world.connect(), guest = world.connect(), watcher = world.connect();
    const auto room = world.enter(host, CreateRoom{"Asha", patient_room(), {}, 5}).room;
    CHECK(told<protocol::Invitation>(world, protocol::ReadInvitation{room, {}}).owner_trader == 5);
    world.enter(guest, JoinRoom{room, "Ravi", {}, {}, 0});
    world.enter(watcher, protocol::Spectate{room, {}, {}});
    for (const SessionId each : {host, guest, watcher})
        CHECK(shown_to(world, each) == Traders{{5, 0}});
    const auto listing = told<protocol::RoomList>(world, protocol::ListRooms{}).rooms.at(0);
    CHECK(listing.traders == Traders{{5, 0}});
    CHECK(listing.patience == 3600);

    const SessionId first = world.connect(), second = world.connect();
    world.enter(first, QuickMatch{"Mira", {}, {}, 3});
    world.enter(second, QuickMatch{"Noor", {}, {}, 4});
    CHECK(shown_to(world, first) == Traders{{3, 4}});
}

TEST_CASE("a face outlives rematches, moved seats and restarts, but not its player") {
    World world;
    Table2 table;
    protocol::CreateOptions options;
    options.seals = 1;
    table.host = world.connect();
    table.guest = world.connect();
    const auto host = world.enter(table.host, CreateRoom{"Asha", options, {}, 2});
    table.room = host.room;
    table.host_token = *host.token;
    table.guest_token = *world.enter(table.guest, JoinRoom{host.room, "Ravi", {}, {}, 1}).token;
    deal(world, table);
    play_match(world, table);
    world.answer(table.host, protocol::AskRematch{});
    world.answer(table.guest, protocol::AskRematch{});
    REQUIRE(world.snapshots > 0);
    CHECK(shown_to(world, table.host) == Traders{{2, 1}});
    world.crash();
    come_back(world, table);
    CHECK(shown_to(world, table.host) == Traders{{2, 1}});
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    world.enter(table.guest, JoinRoom{table.room, "Ravi", {}});
    CHECK(shown_to(world, table.host) == Traders{{2, {}}});
}

TEST_CASE("a bot has a level instead of a face") {
    World world;
    protocol::CreateOptions options = patient_room();
    options.bot = "easy";
    const auto seated = world.enter(world.connect(), CreateRoom{"Asha", options, {}, 4});
    const auto listing = told<protocol::RoomList>(world, protocol::ListRooms{}).rooms.at(0);
    CHECK(listing.traders == Traders{{4, {}}});
    CHECK_FALSE(listing.bots[Seat::Zero]);
    CHECK(listing.bots[Seat::One] == "easy");
    const auto games =
        told<protocol::GameList>(world, protocol::ListGames{{{seated.room, *seated.token}}}).games;
    CHECK(games.at(0)->opponent_bot == "easy");
    CHECK_FALSE(games.at(0)->opponent_trader);
}
