// Which records a room keeps, and from which it can be rebuilt.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Ready;

namespace {

// What a player who resumes with this token and has seen no chat yet is sent.
std::vector<std::string> told_again(World& world, const RoomCode& room, const std::string& token) {
    const SessionId again = world.connect();
    world.enter(again, protocol::Resume{room, token, 0});
    std::vector<std::string> texts;
    for (const auto& chat : world.peer(again).chats)
        texts.push_back(chat.text);
    world.disconnect(again);
    return texts;
}

// Whether the room accepts this record.
bool fits(RoomState room, RecordBody body) {
    try {
        apply(room, {1000, room.code, Time{}, {}, {}, std::move(body)});
    } catch (const std::logic_error&) {
        return false;
    }
    return true;
}

} // namespace

TEST_CASE("a room keeps its last fifty chat lines") {
    World world(4);
    const Table2 table = sit_down(world);
    for (int i = 0; i < 60; ++i)
        REQUIRE(world.answer(table.host, protocol::SendChat{"line " + std::to_string(i)}) == "ok");
    const auto& chat = world.state(table.room).chat;
    CHECK(chat.size() == chat_lines_kept);
    CHECK(chat.front().text == "line 10");
    CHECK(std::ranges::adjacent_find(chat, std::ranges::greater_equal{}, &ChatLine::at) ==
          chat.end());
}

TEST_CASE("a new player gets no earlier chat, however it is requested") {
    using Texts = std::vector<std::string>;
    World world(4);
    Table2 table = sit_down(world);
    const auto say = [&](SessionId who, const char* text) {
        REQUIRE(world.answer(who, protocol::SendChat{text}) == "ok");
    };
    say(table.host, "one");
    say(table.guest, "two");
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    const auto sits_down = [&] {
        table.guest = world.connect();
        table.guest_token =
            *world.enter(table.guest, protocol::JoinRoom{table.room, "Mira", {}}).token;
    };
    sits_down();
    CHECK(world.peer(table.guest).chats.empty());
    CHECK(told_again(world, table.room, table.guest_token) == Texts{});
    say(table.host, "three");
    const auto check = [&](const Texts& host, const Texts& guest) {
        for (int i = 0; i < 2; ++i) { // the second time from the stored records
            CHECK(told_again(world, table.room, table.host_token) == host);
            CHECK(told_again(world, table.room, table.guest_token) == guest);
            world.crash();
        }
        come_back(world, table);
    };
    check({"one", "two", "three"}, {"three"});

    // A seat is kept from match to match, and a snapshot knows that.
    deal(world, table);
    play_match(world, table);
    REQUIRE(world.answer(table.host, protocol::AskRematch{}) == "ok");
    REQUIRE(world.answer(table.guest, protocol::AskRematch{}) == "ok");
    REQUIRE(std::holds_alternative<Snapshot>(world.log.at(table.room).front().body));
    check({"one", "two", "three"}, {"three"});

    // The snapshot replaces the very record that took the seat.
    deal(world, table);
    play_match(world, table);
    say(table.host, "four");
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    sits_down();
    REQUIRE(world.log.at(table.room).size() == 1);
    say(table.guest, "five");
    check({"one", "two", "three", "four", "five"}, {"five"});
}

TEST_CASE("chat, joining and leaving leave few records behind") {
    World world(4);
    Table2 table = sit_down(world);
    const auto records = [&] { return world.log.at(table.room).size(); };
    constexpr std::size_t few = 64 + chat_lines_kept + 1;
    for (int i = 0; i < 300; ++i) {
        REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
        table.guest_token =
            *world.enter(table.guest, protocol::JoinRoom{table.room, "Ravi", {}}).token;
        world.pass(1ms);
        REQUIRE(world.answer(table.host, protocol::SendChat{"hello again"}) == "ok");
        REQUIRE(records() <= few);
    }
    for (int i = 0; i < 300; ++i) { // with a new secret each time
        const auto nonce = nonce_of(static_cast<std::uint8_t>(i));
        const auto commit = commit_for(world, table.host, Seat::Zero, nonce);
        REQUIRE(world.answer(table.host, Ready{commit}) == "ok");
        REQUIRE(records() <= few);
    }
    world.crash();
    come_back(world, table);
    CHECK(world.room(table.guest).players[Seat::Zero]->ready);
    CHECK(world.state(table.room).players[Seat::Zero]->commit);
    deal(world, table);
    const auto before = records();
    for (int i = 0; i < 1000; ++i) {
        world.pass(1ms);
        REQUIRE(world.answer(table.host, protocol::SendChat{"and so on"}) == "ok");
    }
    CHECK(records() <= before + chat_lines_kept);
    world.crash();
    CHECK(world.state(table.room).chat.size() == chat_lines_kept);
}

TEST_CASE("a snapshot replaces more than 64 records, again and again") {
    World world(4);
    const Table2 table = sit_down(world);
    std::size_t most = 0;
    for (int i = 0; i < 300; ++i) {
        REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
        most = std::max(most, world.log.at(table.room).size());
        world.enter(table.guest, protocol::JoinRoom{table.room, "Ravi", {}});
        most = std::max(most, world.log.at(table.room).size());
    }
    CHECK(most == 64);
    CHECK(world.snapshots == 600 / 64);
}

TEST_CASE("a snapshot replaces the records of a match that is over, however short it was") {
    for (const auto spectators : {protocol::SpectatorMode::Public, protocol::SpectatorMode::Open}) {
        World world(4);
        protocol::CreateOptions options;
        options.spectators = spectators;
        const Table2 table = sit_down(world, options);
        deal(world, table);
        REQUIRE(world.answer(table.host, protocol::Resign{}) == "ok");
        for (const SessionId session : {table.host, table.guest})
            REQUIRE(world.answer(session, protocol::AskRematch{}) == "ok");
        CHECK(world.log.at(table.room).size() == 1);
    }
}

TEST_CASE("a clock set back moves no action's time back; other records have the clock's time") {
    World world(4);
    const Table2 table = sit_down(world);
    deal(world, table);
    play_one(world, table);
    const Time first = world.now;
    world.now -= 1s;
    play_one(world, table);
    CHECK(world.log.at(table.room).back().at == first);
    REQUIRE(world.answer(table.host, protocol::Resign{}) == "ok");
    CHECK(world.log.at(table.room).back().at == first - 1s);
}

TEST_CASE("any record that its room could not have made is refused") {
    World world(5);
    const Table2 table = sit_down(world);
    const RoomState waiting = world.state(table.room);
    deal(world, table);
    play_one(world, table);
    const RoomState playing = world.state(table.room);
    CHECK(fits(playing, Chatted{Seat::Zero, "Asha", "hi"}));
    CHECK(fits(playing, MatchCutShort{EndReason::Resigned, Seat::One}));
    CHECK_FALSE(fits(playing, BecameReady{Seat::Zero, {}}));
    CHECK_FALSE(fits(playing, RematchAsked{Seat::One, {}}));
    CHECK_FALSE(fits(playing, RematchAsked{Seat::One, playing.fresh}));
    CHECK_FALSE(fits(playing, Revealed{Seat::Zero, nonce_of(1)}));
    CHECK_FALSE(fits(playing, TableAborted{}));
    CHECK_FALSE(fits(playing, SeatLeft{Seat::Zero, {}}));
    CHECK_FALSE(fits(playing, SeatTaken{Seat::One, "Mira", {}, {}}));
    CHECK_FALSE(fits(playing, Acted{Seat::Zero, 0, TakeCamels{}}));
    CHECK_FALSE(fits(playing, MatchCutShort{EndReason::Tokens, {}}));
    CHECK_FALSE(fits(playing, RoomOpened{}));
    CHECK_FALSE(fits(playing, Snapshot{}));
    CHECK_FALSE(fits(waiting, MatchCutShort{EndReason::Resigned, Seat::One}));

    // Only if the seats are wrong, too.
    RoomState half_empty = waiting;
    half_empty.players[Seat::One].reset();
    CHECK(fits(half_empty, SeatTaken{Seat::One, "Mira", {}, {}}));
    CHECK_FALSE(fits(half_empty, SeatTaken{Seat::Zero, "Mira", {}, {}}));
    CHECK(fits(half_empty, SeatLeft{Seat::Zero, {}}));
    CHECK_FALSE(fits(half_empty, SeatLeft{Seat::One, {}}));
    CHECK(fits(half_empty, BecameReady{Seat::Zero, {}}));
    CHECK_FALSE(fits(half_empty, BecameReady{Seat::One, {}}));
    half_empty = playing;
    half_empty.players[Seat::One].reset();
    CHECK_FALSE(fits(half_empty, SeatTaken{Seat::One, "Mira", {}, {}}));
    RoomState closed = waiting;
    closed.closed = true;
    CHECK_FALSE(fits(closed, Chatted{Seat::Zero, "Asha", "hi"}));
}

TEST_CASE("a reveal before the commitments are published is refused") {
    World world(5);
    const Table2 table = sit_down(world);
    const auto commit = commit_for(world, table.host, Seat::Zero, nonce_of(1));
    REQUIRE(world.answer(table.host, Ready{commit}) == "ok");
    const Revealed reveal{Seat::Zero, nonce_of(1)};
    CHECK_FALSE(fits(world.state(table.room), reveal));
    REQUIRE(world.answer(table.guest, Ready{}) == "ok");
    CHECK(fits(world.state(table.room), reveal));
    CHECK_FALSE(fits(world.state(table.room), Revealed{Seat::One, nonce_of(1)}));
    CHECK_FALSE(fits(world.state(table.room), BecameReady{Seat::Zero, commit}));
    CHECK(fits(world.state(table.room), TableAborted{}));
}

TEST_CASE("a nonce that doesn't match its commitment is refused") {
    World world(5);
    const Table2 table = sit_down(world);
    const auto commit = commit_for(world, table.host, Seat::Zero, nonce_of(1));
    REQUIRE(world.answer(table.host, Ready{commit}) == "ok");
    REQUIRE(world.answer(table.guest, Ready{}) == "ok");
    const RoomState& revealing = world.state(table.room);
    CHECK(fits(revealing, Revealed{Seat::Zero, nonce_of(1)}));
    CHECK_FALSE(fits(revealing, Revealed{Seat::Zero, nonce_of(2)}));
}
