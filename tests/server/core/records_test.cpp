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

TEST_CASE("any record that its room could not have made is refused") {
    World world(5);
    const Table2 table = sit_down(world);
    deal(world, table);
    play_one(world, table);
    const RoomState playing = world.state(table.room);
    const auto fits = [&](RecordBody body) {
        RoomState room = playing;
        try {
            apply(room, {1000, table.room, world.now, {}, {}, std::move(body)});
        } catch (const std::logic_error&) {
            return false;
        }
        return true;
    };
    CHECK(fits(Chatted{Seat::Zero, "Asha", "hi"}));
    CHECK(fits(MatchCutShort{EndReason::Resigned, Seat::One}));
    CHECK_FALSE(fits(BecameReady{Seat::Zero, {}}));
    CHECK_FALSE(fits(RematchAsked{Seat::One, {}}));
    const RematchAsked with_match{Seat::One, playing.fresh};
    CHECK_FALSE(fits(with_match));
    CHECK_FALSE(fits(Revealed{Seat::Zero, nonce_of(1)}));
    CHECK_FALSE(fits(TableAborted{}));
    CHECK_FALSE(fits(SeatLeft{Seat::Zero, {}}));
    CHECK_FALSE(fits(SeatTaken{Seat::One, "Mira", {}, {}}));
    CHECK_FALSE(fits(Acted{Seat::Zero, 0, TakeCamels{}}));
    CHECK_FALSE(fits(MatchCutShort{EndReason::Tokens, {}}));
    CHECK_FALSE(fits(RoomOpened{}));
    CHECK_FALSE(fits(Snapshot{}));
}

TEST_CASE("a nonce that doesn't match its commitment is refused") {
    World world(5);
    const Table2 table = sit_down(world);
    const auto commit = commit_for(world, table.host, Seat::Zero, nonce_of(1));
    REQUIRE(world.answer(table.host, Ready{commit}) == "ok");
    REQUIRE(world.answer(table.guest, Ready{}) == "ok");
    for (const std::uint8_t byte : {std::uint8_t{1}, std::uint8_t{2}}) {
        RoomState room = world.state(table.room);
        const Record record{1000, table.room, world.now,
                            {},   {},         Revealed{Seat::Zero, nonce_of(byte)}};
        if (byte == 1)
            CHECK_NOTHROW(apply(room, record));
        else
            CHECK_THROWS_AS(apply(room, record), std::logic_error);
    }
}
