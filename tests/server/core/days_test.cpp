// Rooms that are played over days: players come and go, and only the time for an action counts.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::ClaimWin;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::Ready;
using protocol::Resume;

namespace {

constexpr auto day = 24h;

void both_go(World& world, const Table2& table) {
    world.disconnect(table.host);
    world.disconnect(table.guest);
}

} // namespace

TEST_CASE("a match over days goes on while both players come and go") {
    World world(5);
    Table2 table = sit_down(world, over_days());
    deal(world, table);
    for (int i = 0; world.state(table.room).match.phase == Phase::Playing; ++i) {
        both_go(world, table);
        world.pass(day * (1 + i % 2) + 23h);
        come_back(world, table);
        play_one(world, table);
    }
    const auto& result = *world.state(table.room).match.result;
    CHECK(result.reason == EndReason::Seals);
}

TEST_CASE("nobody loses by absence over days, only by the time for an action") {
    World world;
    Table2 table = sit_down(world, over_days());
    deal(world, table);
    const Seat turn = world.state(table.room).match.state.turn;
    const SessionId waiter = table.at(other(turn));
    world.disconnect(table.at(turn));
    CHECK_FALSE(world.room(waiter).players[turn]->claim_in);
    world.pass(3 * day - 1s);
    CHECK(world.answer(waiter, ClaimWin{}) == "cannot_claim");
    CHECK_FALSE(world.room(waiter).players[turn]->overdue);
    world.pass(1s);
    CHECK(world.room(waiter).players[turn]->overdue);
    CHECK_FALSE(world.room(waiter).players[turn]->claim_in);
    CHECK(world.answer(waiter, ClaimWin{}) == "ok");
    CHECK(world.state(table.room).match.result->winner == other(turn));
}

TEST_CASE("with an hour less than a day, or with a clock, everything is as ever") {
    for (const bool with_clock : {false, true}) {
        World world;
        protocol::CreateOptions options = over_days(1);
        if (with_clock)
            options.clock = {36000, 300};
        else
            options.patience -= 3600;
        Table2 table = sit_down(world, options);
        deal(world, table);
        world.disconnect(table.guest);
        CHECK(world.room(table.host).players[Seat::One]->claim_in == 120000);
        world.disconnect(table.host);
        world.pass(1h);
        CHECK(world.state(table.room).match.result->reason == EndReason::Abandoned);
    }
}

TEST_CASE("the server's longest time for a move can make a room one of today") {
    Limits limits = patient_limits();
    limits.longest_move = 1h;
    World world(1, limits);
    Table2 table = sit_down(world, over_days());
    deal(world, table);
    both_go(world, table);
    world.pass(1h);
    CHECK(world.state(table.room).match.result->reason == EndReason::Abandoned);
}

TEST_CASE("both may be away for twice the time of a move; then the match is abandoned") {
    World world;
    Table2 table = sit_down(world, over_days());
    deal(world, table);
    both_go(world, table);
    world.pass(6 * day - 1s);
    CHECK(world.state(table.room).match.phase == Phase::Playing);
    SUBCASE("the first one to be back can claim the win") {
        const Seat turn = world.state(table.room).match.state.turn;
        const SessionId back = world.connect();
        world.enter(back,
                    Resume{table.room, turn == Seat::Zero ? table.guest_token : table.host_token});
        CHECK(world.room(back).players[turn]->overdue);
        CHECK(world.answer(back, ClaimWin{}) == "ok");
    }
    SUBCASE("nobody does") {
        world.pass(1s);
        CHECK(world.state(table.room).match.result->reason == EndReason::Abandoned);
        const SessionId back = world.connect(); // the result stays as long as a move may take
        world.pass(3 * day - 1s);
        CHECK(world.answer(back, Resume{table.room, table.host_token}) == "ok");
        world.disconnect(back);
        world.pass(3 * day);
        CHECK(world.answer(world.connect(), Resume{table.room, table.host_token}) == "bad_token");
        CHECK(world.lobby.counts().rooms == 0);
    }
}

TEST_CASE("before a match over days, a seat and the room are kept as long as a move may take") {
    World world;
    const SessionId host = world.connect();
    const auto opened = world.enter(host, CreateRoom{"Asha", over_days()});
    REQUIRE(world.answer(host, Ready{}) == "ok");
    world.disconnect(host);
    world.pass(2 * day);
    const SessionId guest = world.connect(ip(2));
    world.enter(guest, JoinRoom{opened.room, "Ravi", {}});
    REQUIRE(world.answer(guest, Ready{}) == "ok");
    CHECK(world.state(opened.room).match.phase == Phase::Playing); // without its host
    CHECK(world.answer(world.connect(), Resume{opened.room, *opened.token}) == "ok");

    const SessionId alone = world.connect();
    const auto lonely = world.enter(alone, CreateRoom{"Mira", over_days()});
    world.disconnect(alone);
    world.pass(3 * day - 1s);
    CHECK(world.lobby.room(lonely.room) != nullptr);
    world.pass(1s);
    CHECK(world.lobby.room(lonely.room) == nullptr);
}

TEST_CASE("a player who is away when the commitments are published reveals on coming back") {
    World world;
    const SessionId host = world.connect(), guest = world.connect();
    const auto opened = world.enter(host, CreateRoom{"Asha", over_days()});
    const auto commit = commit_for(world, host, Seat::Zero, nonce_of(1));
    REQUIRE(world.answer(host, Ready{commit}) == "ok");
    world.disconnect(host);
    world.enter(guest, JoinRoom{opened.room, "Ravi", {}});
    REQUIRE(world.answer(guest, Ready{}) == "ok");
    REQUIRE(world.state(opened.room).table_published);
    SUBCASE("two days later") {
        world.pass(2 * day);
        REQUIRE(world.state(opened.room).table_published);
        const SessionId back = world.connect();
        world.enter(back, Resume{opened.room, *opened.token});
        CHECK(world.peer(back).table);
        world.pass(9s);
        CHECK(world.answer(back, protocol::Reveal{nonce_of(1)}) == "ok");
        CHECK(world.state(opened.room).match.phase == Phase::Playing);
    }
    SUBCASE("and has ten seconds for it then") {
        world.pass(2 * day);
        const SessionId back = world.connect();
        world.enter(back, Resume{opened.room, *opened.token});
        world.pass(10s);
        CHECK_FALSE(world.state(opened.room).table_published);
        CHECK(world.state(opened.room).players[Seat::Zero]->missed_reveals == 1);
    }
    SUBCASE("but not later than a move may take") {
        world.pass(3 * day);
        CHECK_FALSE(world.state(opened.room).table_published);
    }
}

TEST_CASE("quick_match never leads into a match over days") {
    for (const StoreMode mode : {StoreMode::AtOnce, StoreMode::WhenTold}) {
        World world(1, patient_limits(), mode);
        protocol::CreateOptions options = over_days();
        options.is_public = true;
        world.send(world.connect(), CreateRoom{"Asha", options});
        const SessionId quick = world.connect();
        world.send(quick, protocol::QuickMatch{"Ravi", {}});
        while (!world.unstored.empty())
            world.answer_store(Stored::Durable);
        CHECK(world.lobby.counts().rooms == 2);
    }
}

TEST_CASE("matches over days leave room for others, on the server and at their address") {
    Limits limits = patient_limits();
    limits.rooms_over_days = 3;
    limits.waiting_rooms_per_address = 2;
    World world(1, limits);
    const auto open = [&](std::uint64_t from, int days) {
        const SessionId session = world.connect(ip(from));
        const CreateRoom request{"Asha", days > 0 ? over_days(days) : protocol::CreateOptions{}};
        const auto answer = world.answer(session, request);
        world.disconnect(session); // deserted, and still counted
        return answer;
    };
    CHECK(open(1, 3) == "ok");
    CHECK(open(1, 30) == "ok");
    CHECK(open(1, 3) == "rate_limited");
    CHECK(open(2, 1) == "ok");
    CHECK(open(3, 1) == "server_full");
    CHECK(open(3, 0) == "ok");
    world.pass(1 * day);
    CHECK(open(3, 1) == "ok"); // the third has closed
}
