// A seat that moves to another device, with a key that its player asked for.
#include "protocol/hash.hpp"
#include "tests/server/core/world.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::MoveSeat;
using protocol::Resume;
using protocol::TakeOver;

namespace {

// A key to the seat of this session.
protocol::Secret key_of(World& world, SessionId session) {
    REQUIRE(world.answer(session, MoveSeat{}) == "ok");
    const auto& ok = std::get<protocol::Ok>(world.peer(session).replies.back());
    const auto& key = std::get<protocol::SeatKey>(ok.adds);
    CHECK(key.expires_in == 600000);
    return key.key;
}

Token token_of(std::uint8_t byte) {
    Token token;
    token.fill(byte);
    return token;
}

std::string resume(World& world, const Table2& table, const std::string& token) {
    return world.answer(world.connect(), Resume{table.room, token});
}

} // namespace

TEST_CASE("a key moves a seat: the old device is told, its token is void, the match goes on") {
    World world;
    const Table2 table = sit_down(world);
    deal(world, table);
    play_one(world, table);
    const auto before = world.state(table.room);
    const auto key = key_of(world, table.host);
    CHECK(world.state(table.room) == before);
    const SessionId phone = world.connect(ip(7));
    const auto seated = world.enter(phone, TakeOver{key, token_of(9)});
    CHECK(seated ==
          protocol::Seated{table.room, Seat::Zero, protocol::base64url(token_of(9)), "Asha"});
    CHECK(world.peer(table.host).closed == protocol::CloseCode::Replaced);
    CHECK(world.view(phone).you == Seat::Zero);
    CHECK(world.view(phone).seq == before.seq);
    CHECK(world.room(table.guest).players[Seat::Zero]->connected);
    CHECK(resume(world, table, table.host_token) == "bad_token");
    CHECK(resume(world, table, *seated.token) == "ok");
    CHECK(resume(world, table, table.guest_token) == "ok");
}

TEST_CASE("a key works once, for ten minutes, and only for the player who asked for it") {
    World world;
    const Table2 table = sit_down(world);
    const auto take_over = [&](const protocol::Secret& key) {
        const SessionId session = world.connect();
        return world.answer(session,
                            TakeOver{key, draw<Token>([&](auto bytes) {
                                         for (auto& byte : bytes)
                                             byte = static_cast<std::uint8_t>(world.random.next());
                                     })});
    };
    CHECK(take_over(token_of(1)) == "bad_token");
    const auto first = key_of(world, table.host);
    const auto second = key_of(world, table.host);
    CHECK(take_over(first) == "bad_token"); // the second replaced it
    CHECK(take_over(second) == "ok");
    CHECK(take_over(second) == "bad_token");
    const auto late = key_of(world, table.guest);
    world.pass(599999ms);
    const auto right_before = late;
    world.pass(1ms);
    CHECK(take_over(right_before) == "bad_token");
    const auto left = key_of(world, table.guest);
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    CHECK(take_over(left) == "bad_token");
    world.enter(table.guest, protocol::JoinRoom{table.room, "Mira", {}});
    CHECK(take_over(left) == "bad_token");
    CHECK(take_over(key_of(world, table.guest)) == "ok");
}

TEST_CASE("only a player has a key to give, and only a connection in no room takes one") {
    World world;
    const Table2 table = sit_down(world);
    const SessionId watcher = world.connect();
    CHECK(world.answer(watcher, MoveSeat{}) == "not_in_room");
    world.enter(watcher, protocol::Spectate{table.room, {}, {}});
    CHECK(world.answer(watcher, MoveSeat{}) == "not_a_player");
    const auto key = key_of(world, table.host);
    for (const SessionId session : {watcher, table.host, table.guest})
        CHECK(world.answer(session, TakeOver{key, token_of(1)}) == "already_in_room");
    CHECK(world.answer(world.connect(), TakeOver{key, token_of(1)}) == "ok"); // it wasn't used up
}

TEST_CASE("take_over is repeated until it is answered, on any connection") {
    World world;
    const Table2 table = sit_down(world);
    const TakeOver request{key_of(world, table.host), token_of(1)};
    const SessionId lost = world.connect();
    world.send(lost, request);
    world.disconnect(lost);
    const auto records = world.records;
    const SessionId again = world.connect();
    const auto seated = world.enter(again, request);
    CHECK(world.enter(again, request) == seated);
    CHECK(world.enter(world.connect(), request) == seated);
    world.pass(3600s);
    CHECK(world.records == records);
}

TEST_CASE("until the store has answered, neither token is refused; then exactly one is") {
    for (const Stored result : {Stored::Durable, Stored::Full}) {
        World world(1, patient_limits(), StoreMode::AtOnce);
        const Table2 table = sit_down(world);
        const TakeOver request{key_of(world, table.host), token_of(1)};
        const std::string moved = protocol::base64url(token_of(1));
        world.mode = StoreMode::WhenTold;
        const SessionId phone = world.connect(), old = world.connect(), second = world.connect(),
                        repeat = world.connect();
        world.send(phone, request);
        world.send(second, TakeOver{request.key, token_of(2)});
        world.send(old, Resume{table.room, table.host_token});
        world.disconnect(phone);
        world.send(repeat, request);
        CHECK(world.last_answer(old).empty());
        CHECK(world.last_answer(second).empty());
        world.answer_store(result);
        world.mode = StoreMode::AtOnce;
        while (!world.unstored.empty())
            world.answer_store(Stored::Durable);
        if (result == Stored::Durable) {
            CHECK(world.last_answer(second) == "bad_token");
            CHECK(world.last_answer(old) == "bad_token");
            CHECK(world.last_answer(repeat) == "ok");
            CHECK(resume(world, table, moved) == "ok");
        } else { // the key is still good for the next one that waits
            CHECK(world.last_answer(second) == "ok");
            CHECK(resume(world, table, table.host_token) == "bad_token");
            CHECK(resume(world, table, moved) == "bad_token");
            CHECK(resume(world, table, protocol::base64url(token_of(2))) == "ok");
        }
    }
}

TEST_CASE("P1: a kill while a seat moves leaves one of the two tokens, and the sender can repeat") {
    for (const bool durable : {false, true}) {
        CAPTURE(durable);
        World world;
        Table2 table = sit_down(world);
        deal(world, table);
        const TakeOver request{key_of(world, table.host), token_of(1)};
        world.mode = StoreMode::WhenTold;
        world.send(world.connect(), request);
        if (durable)
            world.answer_store(Stored::Durable);
        world.mode = StoreMode::AtOnce;
        world.crash();
        CHECK(world.answer(world.connect(), request) == (durable ? "ok" : "bad_token"));
        CHECK(resume(world, table, table.host_token) == (durable ? "bad_token" : "ok"));
    }
    jaipur::test::proved("P1", "moved seats", "2 kills left exactly one token each");
}

TEST_CASE("if the new device has gone before the store answers, the old one is gone as well") {
    World world;
    const Table2 table = sit_down(world);
    deal(world, table);
    const TakeOver request{key_of(world, table.host), token_of(1)};
    world.mode = StoreMode::WhenTold;
    const SessionId phone = world.connect();
    world.send(phone, request);
    world.disconnect(phone);
    world.answer_store(Stored::Durable);
    CHECK(world.peer(table.host).closed == protocol::CloseCode::Replaced);
    CHECK_FALSE(world.room(table.guest).players[Seat::Zero]->connected);
    CHECK(world.room(table.guest).players[Seat::Zero]->claim_in == 120000);
}

TEST_CASE("a moved seat gives nobody time, neither for a move nor for the match nor for absence") {
    for (const bool with_clock : {false, true}) {
        CAPTURE(with_clock);
        World world;
        protocol::CreateOptions options;
        options.patience = 60;
        options.seals = 1;
        if (with_clock)
            options.clock = {60, 0};
        Table2 table = sit_down(world, options);
        deal(world, table);
        const Seat turn = world.state(table.room).match.state.turn;
        const auto left = [&](SessionId session) {
            const auto& view = world.view(session);
            return with_clock ? view.clock->remaining_ms[turn] : *view.move_in;
        };
        SessionId mover = table.at(turn);
        for (std::uint8_t i = 1; i <= 5; ++i) {
            const TakeOver request{key_of(world, mover), token_of(i)};
            world.pass(10s);
            mover = world.connect();
            world.enter(mover, request);
            CHECK(left(mover) == 60000 - i * 10000);
        }
        world.pass(11s);
        if (!with_clock)
            REQUIRE(world.answer(table.at(other(turn)), protocol::ClaimWin{}) == "ok");
        CHECK(world.state(table.room).match.result->winner == other(turn));
    }
}

TEST_CASE("moving a seat again and again leaves one record") {
    World world;
    const Table2 table = sit_down(world);
    deal(world, table);
    const auto records = world.log.at(table.room).size();
    SessionId device = table.host;
    for (std::uint8_t i = 1; i <= 100; ++i) {
        const TakeOver request{key_of(world, device), token_of(i)};
        device = world.connect();
        world.enter(device, request);
    }
    CHECK(world.log.at(table.room).size() == records + 1);
    world.crash();
    CHECK(resume(world, table, protocol::base64url(token_of(100))) == "ok");
    CHECK(resume(world, table, protocol::base64url(token_of(99))) == "bad_token");
}
