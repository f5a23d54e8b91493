// What the operator does to the lobby: ending matches, announcements, draining, kicking.
#include "server/core/bans.hpp"
#include "server/core/room/state.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using Ending = Lobby::Ending;

namespace {

Ending end_match(World& world, const RoomCode& room, const std::string& why = "") {
    Output out;
    const auto ending = world.lobby.end_match(room, why, world.now, out);
    world.carry_out(out);
    return ending;
}

void announce(World& world, const std::string& text, std::optional<milliseconds> lasts = {}) {
    Output out;
    std::optional<protocol::Announcement> announcement;
    if (!text.empty())
        announcement = {text, unix_ms(world.now)};
    world.lobby.announce(announcement, lasts ? std::optional(world.now + *lasts) : std::nullopt,
                         world.now, out);
    world.carry_out(out);
}

void drain(World& world, bool on) {
    Output out;
    world.lobby.drain(on, world.now, out);
    world.carry_out(out);
}

// The text that this member of a room was told last; empty: none.
std::string announced_to(World& world, SessionId session) {
    const auto& notice = world.room(session).notice;
    return notice && notice->announcement ? notice->announcement->text : "";
}

protocol::Ready ready() {
    return {};
}

} // namespace

TEST_CASE("the operator ends a match: nobody wins, both hear why, and a restart keeps it") {
    World world(6);
    Table2 table = sit_down(world);
    CHECK(end_match(world, table.room) == Ending::NoMatch);
    CHECK(end_match(world, "222222") == Ending::NoRoom);
    CHECK(end_match(world, "no code") == Ending::NoRoom);
    deal(world, table);
    play_one(world, table);
    CHECK(end_match(world, table.room, "Rude names.") == Ending::Ends);
    for (const SessionId player : {table.host, table.guest}) {
        CHECK(world.view(player).phase == Phase::MatchOver);
        CHECK(*world.view(player).result->match == MatchResult{std::nullopt, EndReason::Abandoned});
        CHECK(world.room(player).ended_by_operator == "Rude names.");
    }
    CHECK(world.replay(world.view(table.host).match));
    world.crash();
    come_back(world, table);
    CHECK(world.room(table.host).ended_by_operator == "Rude names.");
    CHECK(end_match(world, table.room) == Ending::NoMatch);
    for (const SessionId player : {table.host, table.guest})
        CHECK(world.answer(player, protocol::AskRematch{}) == "ok");
    CHECK_FALSE(world.room(table.host).ended_by_operator);
}

TEST_CASE("an end between rounds, and one that waits for another record") {
    World world(6, patient_limits(), StoreMode::AtOnce);
    const Table2 table = sit_down(world);
    deal(world, table);
    play_round(world, table);
    world.mode = StoreMode::WhenTold;
    world.send(table.host, protocol::SendChat{"Well played"});
    CHECK(end_match(world, table.room) == Ending::Ends);
    CHECK(world.unstored.size() == 1); // the line of chat
    world.answer_store(Stored::Durable);
    REQUIRE(world.unstored.size() == 1);
    CHECK(world.view(table.guest).phase != Phase::MatchOver); // nobody hears what isn't stored
    world.answer_store(Stored::Durable);
    CHECK(world.view(table.guest).phase == Phase::MatchOver);
    CHECK(world.room(table.guest).ended_by_operator == "");
}

TEST_CASE("if the disk is full, the match ends once there is space") {
    World world(6);
    const Table2 table = sit_down(world);
    deal(world, table);
    world.mode = StoreMode::WhenTold;
    CHECK(end_match(world, table.room) == Ending::Ends);
    world.answer_store(Stored::Full);
    CHECK(world.view(table.guest).phase == Phase::Playing);
    world.mode = StoreMode::AtOnce;
    world.pass(5s);
    CHECK(world.view(table.guest).phase == Phase::MatchOver);
}

TEST_CASE("an announcement reaches everybody in a room, newcomers and the list, until it ends") {
    World world(6);
    const Table2 table = sit_down(world);
    announce(world, "Restart at noon.");
    CHECK(announced_to(world, table.host) == "Restart at noon.");
    CHECK(announced_to(world, table.guest) == "Restart at noon.");
    const SessionId late = world.connect();
    const auto list = world.ask(late, protocol::ListRooms{});
    const auto& rooms = std::get<protocol::RoomList>(std::get<protocol::Ok>(list).adds);
    REQUIRE(rooms.notice);
    CHECK(rooms.notice->announcement->text == "Restart at noon.");
    world.enter(late, protocol::Spectate{table.room, {}, {}});
    CHECK(announced_to(world, late) == "Restart at noon.");
    announce(world, "");
    CHECK_FALSE(world.room(late).notice);
    announce(world, "Soon.", 10min);
    world.pass(9min);
    CHECK(announced_to(world, table.host) == "Soon.");
    world.pass(2min);
    CHECK_FALSE(world.room(table.host).notice);
}

TEST_CASE("while draining, no match begins, and a running one goes on") {
    World world(6);
    const Table2 running = sit_down(world), waiting = sit_down(world);
    deal(world, running);
    drain(world, true);
    CHECK(world.room(running.host).notice->restarting);
    CHECK(world.lobby.matches_to_wait_for() == 1);
    CHECK(world.answer(world.connect(), protocol::CreateRoom{"Asha", {}, {}, {}}) ==
          "shutting_down");
    CHECK(world.answer(world.connect(), protocol::JoinRoom{"222222", "Ravi", {}, {}, {}}) ==
          "shutting_down");
    CHECK(world.answer(world.connect(), protocol::QuickMatch{"Ravi", {}, {}, {}}) ==
          "shutting_down");
    CHECK(world.answer(waiting.host, ready()) == "shutting_down");
    CHECK(world.answer(world.connect(), protocol::Spectate{running.room, {}, {}}) == "ok");
    play_match(world, running);
    CHECK(world.lobby.matches_to_wait_for() == 0);
    CHECK(world.answer(running.host, protocol::AskRematch{}) == "shutting_down");
    drain(world, false);
    CHECK_FALSE(world.room(running.host).notice);
    CHECK(world.answer(running.host, protocol::AskRematch{}) == "ok");
    CHECK(world.answer(waiting.host, ready()) == "ok");
}

TEST_CASE("a drain doesn't wait for matches over days, or without anybody at the table") {
    World world(6);
    protocol::CreateOptions days;
    days.patience = 86400;
    const Table2 slow = sit_down(world, days), left = sit_down(world);
    deal(world, slow);
    deal(world, left);
    CHECK(world.lobby.matches_to_wait_for() == 1);
    world.disconnect(left.host);
    CHECK(world.lobby.matches_to_wait_for() == 1);
    world.disconnect(left.guest);
    CHECK(world.lobby.matches_to_wait_for() == 0);
}

TEST_CASE("kicking closes the connections of a network or a player, and keeps the seat") {
    World world(6);
    const SessionId near = world.connect(ip(0xCB007107)), far = world.connect(ip(0xCB007207));
    Output out;
    CHECK(world.lobby.kick(Network{ip(0xCB007100), 24}, world.now, out) == 1);
    world.carry_out(out);
    CHECK(world.peer(near).closed == protocol::CloseCode::Removed);
    CHECK_FALSE(world.peer(far).closed);
    const Table2 table = sit_down(world);
    deal(world, table);
    Output more;
    CHECK(world.lobby.kick(table.room, Seat::One, world.now, more) == 1);
    CHECK(world.lobby.kick(table.room, Seat::One, world.now, more) == 0);
    world.carry_out(more);
    CHECK(world.peer(table.guest).closed == protocol::CloseCode::Removed);
    CHECK_FALSE(world.room(table.host).players[Seat::One]->connected);
}

TEST_CASE("the overview names rooms and players") {
    World world(6);
    const Table2 table = sit_down(world);
    deal(world, table);
    world.disconnect(table.guest);
    const auto rooms = world.lobby.overview();
    REQUIRE(rooms.size() == 1);
    CHECK(rooms.front().room == table.room);
    CHECK(rooms.front().phase == Phase::Playing);
    CHECK(rooms.front().players[Seat::Zero]->connected);
    CHECK_FALSE(rooms.front().players[Seat::One]->connected);
    const LobbyFigures figures = world.lobby.figures();
    CHECK(figures.connections == 1);
    CHECK(figures.players == 1);
    CHECK(figures.playing == 1);
    CHECK(figures.waiting == 0);
}

TEST_CASE("bans hold for their network and time, and are replaced and removed as a whole") {
    const Time now{1h};
    const Network network{ip(0xCB007100), 24}, one{ip(0xCB007107), 32};
    Bans bans;
    bans.add({network, now, now + 2h});
    bans.add({one, now, {}});
    CHECK(bans.hold(ip(0xCB007142), now));
    CHECK_FALSE(bans.hold(ip(0xCB007242), now));
    CHECK_FALSE(bans.hold(Address{}, now)); // this machine
    CHECK_FALSE(bans.hold(ip(0xCB007142), now + 2h));
    CHECK(bans.hold(ip(0xCB007107), now + 2h));
    CHECK(bans.all(now).size() == 2);
    CHECK(bans.all(now + 3h).size() == 1);
    bans.add({one, now, now + 1h});
    CHECK(bans.all(now).size() == 2);
    CHECK_FALSE(bans.remove({ip(0xCB007100), 25}));
    CHECK(bans.remove(network));
    CHECK_FALSE(bans.hold(ip(0xCB007142), now));
    const Address v6{Address::Kind::V6, 0x20010db800010002};
    bans.add({{v6.within(48), 48}, now, {}});
    CHECK(bans.hold(v6, now));
    CHECK_FALSE(bans.hold({Address::Kind::V6, 0x20010db800020002}, now));
}
