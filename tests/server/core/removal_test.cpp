// The room's owner, and the people that they can remove.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::LeaveRoom;
using protocol::ListSpectators;
using protocol::QuickMatch;
using protocol::Remove;
using protocol::Spectate;
using protocol::SpectatorNumber;

namespace {

CreateRoom public_room_of_asha() {
    CreateRoom request{"Asha", {}};
    request.options.is_public = true;
    return request;
}

// The host comes from address 1, the guest from 2.
Table2 far_apart(World& world) {
    Table2 table;
    table.host = world.connect(ip(1));
    const auto host = world.enter(table.host, public_room_of_asha());
    table.guest = world.connect(ip(2));
    const auto guest = world.enter(table.guest, JoinRoom{host.room, "Ravi", {}});
    table.room = host.room;
    table.host_token = *host.token;
    table.guest_token = *guest.token;
    return table;
}

std::vector<protocol::Spectator> spectators(World& world, SessionId player) {
    const auto reply = world.ask(player, ListSpectators{});
    const auto* ok = std::get_if<protocol::Ok>(&reply);
    REQUIRE(ok != nullptr);
    return std::get<protocol::SpectatorList>(ok->adds).spectators;
}

std::string joins(World& world, const RoomCode& room, const Address& from) {
    return world.answer(world.connect(from), JoinRoom{room, "Mira", {}});
}

std::string watches(World& world, const RoomCode& room, const Address& from) {
    return world.answer(world.connect(from), Spectate{room, "Mira", {}});
}

constexpr auto removed = protocol::CloseCode::Removed;

} // namespace

TEST_CASE("the owner is the creator or, once they have left for good, the other player") {
    World world;
    Table2 table = sit_down(world);
    CHECK(world.room(table.host).owner == Seat::Zero);
    world.disconnect(table.host); // the seat is kept
    CHECK(world.room(table.guest).owner == Seat::Zero);
    table.host = world.connect();
    world.enter(table.host, protocol::Resume{table.room, table.host_token, {}});
    CHECK(world.answer(table.host, LeaveRoom{}) == "ok");
    CHECK(world.room(table.guest).owner == Seat::One);
    const SessionId creator = world.connect();
    world.enter(creator, JoinRoom{table.room, "Asha", {}});
    CHECK(world.room(creator).owner == Seat::One); // they came later
    CHECK(world.answer(creator, Remove{Seat::One}) == "not_owner");
    CHECK(world.answer(table.guest, Remove{Seat::Zero}) == "ok");
    CHECK(world.peer(creator).closed == removed);
}

TEST_CASE("nobody owns a room with only a bot or nobody in it, until somebody sits down") {
    World world;
    CreateRoom with_bot{"Asha", against_bot()};
    const SessionId host = world.connect();
    const RoomCode room = world.enter(host, with_bot).room;
    const SessionId watcher = world.connect();
    world.enter(watcher, Spectate{room, {}, {}});
    CHECK(world.room(watcher).owner == Seat::Zero);
    CHECK(world.answer(host, LeaveRoom{}) == "ok");
    CHECK(world.room(watcher).owner == std::nullopt);
    const SessionId next = world.connect();
    world.enter(next, JoinRoom{room, "Mira", {}});
    CHECK(world.room(next).owner == Seat::Zero);
}

TEST_CASE("ownership outlasts snapshots and restarts") {
    World world;
    const Table2 table = sit_down(world);
    CHECK(world.answer(table.host, LeaveRoom{}) == "ok");
    const SessionId late = world.connect();
    const auto token = *world.enter(late, JoinRoom{table.room, "Mira", {}}).token;
    for (int i = 0; i < 80; ++i) // more records than a waiting room keeps
        CHECK(world.answer(late, protocol::Ready{
                                     commit_for(world, late, Seat::Zero, nonce_of(i % 2 ? 1 : 2)),
                                     {},
                                     {}}) == "ok");
    CHECK(world.snapshots > 0);
    world.crash();
    const SessionId again = world.connect();
    world.enter(again, protocol::Resume{table.room, token, {}});
    CHECK(world.room(again).owner == Seat::One);
}

TEST_CASE("a removed guest is told by the close code; their seat is free and their token is void") {
    World world;
    Table2 table = far_apart(world);
    CHECK(world.answer(table.host, Remove{Seat::One}) == "ok");
    CHECK(world.peer(table.guest).closed == removed);
    CHECK_FALSE(world.room(table.host).players[Seat::One]);
    CHECK(world.lobby.counts().sessions == 1);
    const SessionId again = world.connect(ip(2));
    CHECK(world.answer(again, protocol::Resume{table.room, table.guest_token, {}}) == "bad_token");
    CHECK(world.answer(again, JoinRoom{table.room, "Ravi", {}}) == "room_full");
    CHECK(world.answer(again, Spectate{table.room, {}, {}}) == "room_full");
    CHECK(joins(world, table.room, ip(3)) == "ok");
    const auto& last = std::get<SeatLeft>(world.log.at(table.room)[2].body);
    CHECK(last.removed);
}

TEST_CASE("a guest who is away can be removed as well") {
    World world;
    const Table2 table = far_apart(world);
    world.disconnect(table.guest);
    CHECK(world.answer(table.host, Remove{Seat::One}) == "ok");
    CHECK_FALSE(world.room(table.host).players[Seat::One]);
    CHECK(joins(world, table.room, ip(2)) == "room_full");
}

TEST_CASE("an address that is kept out can enter other rooms, and this one's successor") {
    World world;
    const Table2 table = far_apart(world);
    CHECK(world.answer(table.host, Remove{Seat::One}) == "ok");
    const SessionId quick = world.connect(ip(2));
    CHECK(world.enter(quick, QuickMatch{"Ravi", {}}).room != table.room); // opens another
    CHECK(world.answer(quick, LeaveRoom{}) == "ok");
    const SessionId elsewhere = world.connect(ip(5));
    const RoomCode other = world.enter(elsewhere, public_room_of_asha()).room;
    CHECK(world.enter(quick, QuickMatch{"Ravi", {}}).room == other);
    CHECK(world.enter(world.connect(ip(3)), QuickMatch{"Mira", {}}).room == table.room);
}

TEST_CASE("the guest can be removed before a match and after it, not during it") {
    World world(3);
    Table2 table = sit_down(world);
    const SessionId guest = table.guest;
    CHECK(world.answer(
              table.host,
              protocol::Ready{commit_for(world, table.host, Seat::Zero, nonce_of(1)), {}, {}}) ==
          "ok");
    CHECK(world.answer(guest, protocol::Ready{}) == "ok");
    REQUIRE(world.state(table.room).table_published);
    CHECK(world.answer(table.host, Remove{Seat::One}) == "not_playing");
    CHECK(world.answer(table.host, protocol::Reveal{nonce_of(1)}) == "ok");
    CHECK(world.answer(table.host, Remove{Seat::One}) == "not_playing");
    play_round(world, table);
    REQUIRE(world.room(table.host).phase == Phase::RoundOver);
    CHECK(world.answer(table.host, Remove{Seat::One}) == "not_playing");
    CHECK(world.answer(table.host, protocol::Resign{}) == "ok");
    CHECK(world.answer(table.host, Remove{Seat::One}) == "ok");
    CHECK(world.peer(guest).closed == removed);
    CHECK(world.view(table.host).result.has_value()); // stays visible
}

TEST_CASE("remove: only the owner, and only somebody who is there") {
    World world;
    const Table2 table = sit_down(world);
    const SessionId watcher = world.connect();
    world.enter(watcher, Spectate{table.room, {}, {}});
    CHECK(world.answer(world.connect(), Remove{Seat::One}) == "not_in_room");
    CHECK(world.answer(watcher, Remove{Seat::One}) == "not_a_player");
    CHECK(world.answer(watcher, ListSpectators{}) == "not_a_player");
    CHECK(world.answer(table.guest, Remove{Seat::Zero}) == "not_owner");
    CHECK(world.answer(table.guest, Remove{SpectatorNumber{1}}) == "not_owner");
    CHECK(world.answer(table.host, Remove{Seat::Zero}) == "not_playing"); // themselves
    for (const SpectatorNumber number : {0u, 2u, 77u})
        CHECK(world.answer(table.host, Remove{number}) == "not_playing");
    CHECK(world.answer(table.host, Remove{Seat::One}) == "ok");
    CHECK(world.answer(table.host, Remove{Seat::One}) == "not_playing"); // a repeat

    CreateRoom with_bot{"Mira", against_bot()};
    const SessionId other = world.connect();
    world.enter(other, with_bot);
    CHECK(world.answer(other, Remove{Seat::One}) == "not_playing");
}

TEST_CASE("spectators are listed with numbers, and removed by them at any time") {
    World world;
    Table2 table = far_apart(world);
    CHECK(spectators(world, table.host).empty());
    const SessionId first = world.connect(ip(3)), second = world.connect(ip(4));
    world.enter(first, Spectate{table.room, "Mira", {}});
    world.enter(second, Spectate{table.room, {}, {}});
    const std::vector<protocol::Spectator> both{{1, "Mira"}, {2, {}}};
    CHECK(spectators(world, table.host) == both);
    CHECK(spectators(world, table.guest) == both);
    deal(world, table);
    CHECK(world.answer(table.host, Remove{SpectatorNumber{1}}) == "ok");
    CHECK(world.peer(first).closed == removed);
    CHECK(world.room(table.guest).spectators == 1);
    CHECK(world.lobby.counts().sessions == 3);
    CHECK(world.answer(table.host, Remove{SpectatorNumber{1}}) == "not_playing"); // a repeat
    CHECK(watches(world, table.room, ip(3)) == "room_full");
    CHECK(joins(world, table.room, ip(3)) == "room_full");
    CHECK(watches(world, table.room, ip(5)) == "ok");
    CHECK(spectators(world, table.host) ==
          std::vector<protocol::Spectator>{{2, {}}, {3, "Mira"}}); // no number twice
}

TEST_CASE("a spectator's listed name differs from that of a player who came later") {
    World world;
    const SessionId host = world.connect();
    const RoomCode room = world.enter(host, CreateRoom{"Asha", {}}).room;
    world.enter(world.connect(), Spectate{room, "RAJ", {}});
    world.enter(world.connect(), JoinRoom{room, "Raj", {}});
    CHECK(spectators(world, host) == std::vector<protocol::Spectator>{{1, "RAJ 2"}});
}

TEST_CASE("only the newest 500 spectators are listed") {
    Limits limits = patient_limits();
    limits.spectators = 0;
    World world(1, limits);
    const SessionId host = world.connect();
    const RoomCode room = world.enter(host, CreateRoom{"Asha", {}}).room;
    for (int i = 0; i < 503; ++i)
        world.enter(world.connect(), Spectate{room, {}, {}});
    const auto list = spectators(world, host);
    CHECK(list.size() == 500);
    CHECK(list.front().spectator == 4);
    CHECK(list.back().spectator == 503);
}

TEST_CASE("the owner's own address and this machine are never kept out") {
    World world;
    const SessionId host = world.connect(ip(1));
    const RoomCode room = world.enter(host, public_room_of_asha()).room;
    const SessionId child = world.connect(ip(1)), local = world.connect();
    world.enter(child, JoinRoom{room, "Ravi", {}});
    world.enter(local, Spectate{room, {}, {}});
    CHECK(world.answer(host, Remove{Seat::One}) == "ok");
    CHECK(world.answer(host, Remove{SpectatorNumber{1}}) == "ok");
    CHECK(world.peer(child).closed == removed);
    CHECK(world.peer(local).closed == removed);
    CHECK(joins(world, room, ip(1)) == "ok");
    CHECK(watches(world, room, {}) == "ok");
}

TEST_CASE("the address from which the owner returned isn't kept out either") {
    World world;
    const SessionId host = world.connect(ip(1));
    const auto seat = world.enter(host, public_room_of_asha());
    world.disconnect(host);
    const SessionId phone = world.connect(ip(7));
    world.enter(phone, protocol::Resume{seat.room, *seat.token, {}});
    const SessionId child = world.connect(ip(7));
    world.enter(child, Spectate{seat.room, {}, {}});
    CHECK(world.answer(phone, Remove{SpectatorNumber{1}}) == "ok");
    CHECK(watches(world, seat.room, ip(7)) == "ok");
}

TEST_CASE("a guest who returned from another address is kept out from both") {
    World world;
    Table2 table = far_apart(world);
    world.disconnect(table.guest);
    world.enter(world.connect(ip(8)), protocol::Resume{table.room, table.guest_token, {}});
    CHECK(world.answer(table.host, Remove{Seat::One}) == "ok");
    CHECK(joins(world, table.room, ip(2)) == "room_full");
    CHECK(joins(world, table.room, ip(8)) == "room_full");
}

TEST_CASE("a room keeps out the last hundred addresses") {
    World world;
    const SessionId host = world.connect(ip(1));
    const RoomCode room = world.enter(host, public_room_of_asha()).room;
    for (std::uint64_t i = 1; i <= 101; ++i) {
        world.enter(world.connect(ip(100 + i)), Spectate{room, {}, {}});
        CHECK(world.answer(host, Remove{SpectatorNumber{i}}) == "ok");
    }
    CHECK(watches(world, room, ip(101)) == "ok"); // the oldest
    CHECK(watches(world, room, ip(102)) == "room_full");
    CHECK(watches(world, room, ip(201)) == "room_full");
}

TEST_CASE("a room that keeps out an address twice keeps out no fewer others") {
    World world;
    const SessionId host = world.connect(ip(1));
    const RoomCode room = world.enter(host, public_room_of_asha()).room;
    const auto watch = [&](std::uint64_t from) {
        world.enter(world.connect(ip(from)), Spectate{room, {}, {}});
    };
    const auto remove = [&](std::uint64_t number) {
        CHECK(world.answer(host, Remove{SpectatorNumber{number}}) == "ok");
    };
    for (std::uint64_t number = 1; number < 100; ++number) {
        watch(100 + number);
        remove(number);
    }
    watch(200);
    watch(200);
    remove(100);
    remove(101);
    CHECK(watches(world, room, ip(101)) == "room_full");
}

namespace {

struct Removal {
    SessionId host, guest;
    RoomCode room;
};

// The owner has removed the guest, and the store hasn't answered yet.
Removal being_removed(World& world) {
    const SessionId host = world.connect(ip(1)), guest = world.connect(ip(2));
    const RoomCode room = world.enter(host, public_room_of_asha()).room;
    world.enter(guest, JoinRoom{room, "Ravi", {}});
    world.mode = StoreMode::WhenTold;
    world.send(host, Remove{Seat::One});
    return {host, guest, room};
}

} // namespace

TEST_CASE("a removal that the store refuses changes nothing") {
    World world;
    const auto [host, guest, room] = being_removed(world);
    CHECK_FALSE(world.peer(guest).closed);
    world.answer_store(Stored::Full);
    CHECK(world.last_answer(host) == "storage_full");
    CHECK_FALSE(world.peer(guest).closed);
    CHECK(watches(world, room, ip(2)) == "ok");
}

TEST_CASE("while a removal is being stored, the guest's requests wait and then find nothing") {
    World world;
    const auto [host, guest, room] = being_removed(world);
    world.send(guest, protocol::Ready{});
    world.send(guest, LeaveRoom{});
    const SessionId again = world.connect(ip(2));
    world.send(again, JoinRoom{room, "Ravi", {}});
    world.disconnect(host); // it is too late to change their mind
    world.answer_store(Stored::Durable);
    CHECK(world.peer(guest).closed == removed);
    CHECK(world.last_answer(guest) == "ok"); // of joining
    CHECK(world.last_answer(again) == "room_full");
    CHECK(world.unstored.empty());
}
