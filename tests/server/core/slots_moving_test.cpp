// Rooms that move from server to server: everything in them goes on as it was.
#include "tests/server/core/watchers.hpp"
#include "tests/server/core/world.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Resume;

namespace {

// A room on one of two servers.
struct Two {
    World first{4}, second{5};
    Table2 table;

    explicit Two(protocol::CreateOptions options = {}) {
        second.lobby.hold_no_slot();
        table = sit_down(first, std::move(options));
        deal(first, table);
    }

    // The room's server is gone from one moment to the next.
    void fail_over() { second.adopt(first, slot_of(table.room)); }
};

} // namespace

TEST_CASE("an adopted room shows the same to everybody, and its numbers go on") {
    protocol::CreateOptions options;
    options.spectators = protocol::SpectatorMode::Open;
    options.delay = 4;
    Two two(options);
    const SessionId watcher = two.first.connect();
    two.first.enter(watcher, protocol::Spectate{two.table.room, {}, {}});
    for (int i = 0; i < 7; ++i)
        play_one(two.first, two.table);
    const std::array before{two.first.view(two.table.host), two.first.view(two.table.guest),
                            two.first.view(watcher)};
    const auto last = two.first.records;
    two.fail_over();
    come_back(two.second, two.table);
    const SessionId again = two.second.connect();
    two.second.enter(again, protocol::Spectate{two.table.room, {}, {}});
    std::size_t next = 0;
    for (const SessionId session : {two.table.host, two.table.guest, again}) {
        protocol::View after = two.second.view(session);
        CHECK(after.seq == before[next].seq);
        after.events = before[next].events; // now all of the round
        CHECK(after == before[next++]);
    }
    play_one(two.second, two.table); // the world checks that `seq` goes on
    CHECK(two.second.records == last + 1);
    play_match(two.second, two.table);
    CHECK(two.second.replay(before[0].match));
}

TEST_CASE("rooms of the adopting server hear nothing of it, and no clock of theirs stops") {
    Two two;
    World& world = two.second;
    two.second.adopt(two.first, '2' == slot_of(two.table.room) ? '3' : '2'); // an empty one
    Table2 own = sit_down(world);
    deal(world, own);
    const auto before = world.peer(own.host).heard.size();
    const auto deadline = world.lobby.deadline();
    two.fail_over();
    CHECK(world.peer(own.host).heard.size() == before);
    CHECK(world.lobby.deadline() <= deadline);
    CHECK(world.lobby.counts().rooms == 2);
    play_one(world, own);
    come_back(world, two.table);
    play_one(world, two.table);
}

TEST_CASE("clocks stop between servers, and don't jump by the difference of theirs") {
    for (const milliseconds difference : {milliseconds(-1h), milliseconds(1h)}) {
        CAPTURE(difference.count());
        protocol::CreateOptions options;
        options.clock = {60, 0};
        options.grace = 100;
        Two two(options);
        const Seat first = *two.first.view(two.table.host).turn;
        two.first.disconnect(two.table.at(other(first)));
        two.first.pass(10s);
        play_one(two.first, two.table); // its record holds the clocks
        REQUIRE(two.first.answer(two.table.at(first), protocol::SendChat{"one"}) == "ok");
        const auto line = two.first.peer(two.table.at(first)).chats.back().at;
        const auto step = two.first.state(two.table.room).steps.back().at;
        two.second.now += difference;
        two.fail_over();
        two.second.pass(0ms); // nothing is due
        const SessionId me = two.second.connect();
        const auto& token = first == Seat::Zero ? two.table.host_token : two.table.guest_token;
        two.second.enter(me, Resume{two.table.room, token, 0});
        CHECK(two.second.peer(me).chats.back().text == "one");
        const auto& clock = *two.second.view(me).clock;
        CHECK(clock.remaining_ms[first] == 50000);
        CHECK(clock.remaining_ms[other(first)] == 60000);
        CHECK(two.second.room(me).players[other(first)]->claim_in == 90000);
        CHECK(two.second.answer(me, protocol::ClaimWin{}) == "cannot_claim");
        // In the room, time never goes back.
        CHECK(two.second.answer(me, protocol::SendChat{"two"}) == "ok");
        CHECK(two.second.peer(me).chats.back().at > line);
        two.second.pass(10s); // on the opponent's clock
        come_back(two.second, two.table);
        play_one(two.second, two.table);
        CHECK(two.second.state(two.table.room).steps.back().at >= step);
        CHECK(two.second.view(two.table.host).clock->remaining_ms[other(first)] == 50000);
    }
}

TEST_CASE("a bot's turn goes on where the room goes") {
    World first{4}, second{5};
    second.lobby.hold_no_slot();
    first.bots_think = false;
    const SessionId host = first.connect();
    const auto seated = first.enter(host, protocol::CreateRoom{"Asha", against_bot()});
    REQUIRE(first.answer(host, protocol::Ready{}) == "ok");
    if (first.view(host).turn == Seat::Zero) {
        Table2 table{seated.room, host, 0, *seated.token, ""};
        play_one(first, table);
    }
    first.pass(0ms);
    REQUIRE(first.thoughts.size() == 1); // the bot has been asked
    first.drop(slot_of(seated.room));
    first.think(); // its answer comes too late, to nobody
    second.adopt(first, slot_of(seated.room));
    second.pass(10s); // asked and answered here
    const SessionId again = second.connect();
    second.enter(again, Resume{seated.room, *seated.token});
    CHECK(second.view(again).turn == Seat::Zero);
}

TEST_CASE("P1 matches that move between three servers lose nothing") {
    const std::uint64_t matches = jaipur::test::asked_for("JAIPUR_MOVING_MATCHES", 100);
    std::uint64_t moves = 0, unanswered = 0;
    for (std::uint64_t seed = 1; seed <= matches; ++seed) {
        CAPTURE(seed);
        std::array<std::unique_ptr<World>, 3> servers;
        for (std::size_t i = 0; i < servers.size(); ++i) {
            servers[i] = std::make_unique<World>(3 * seed + i);
            servers[i]->now += seed * 1min * (static_cast<int>(i) - 1);
        }
        protocol::CreateOptions options;
        options.spectators = static_cast<protocol::SpectatorMode>(seed % 3);
        if (seed % 2 == 0)
            options.clock = {600, 5};
        Table2 table = sit_down(*servers[0], options);
        const Slot slot = slot_of(table.room);
        servers[1]->drop(slot);
        servers[2]->drop(slot);
        deal(*servers[0], table);
        std::size_t at = 0;
        Random random(seed);
        while (servers[at]->state(table.room).match.phase != Phase::MatchOver) {
            World& world = *servers[at];
            world.pass(milliseconds(random.below(2000)));
            if (world.state(table.room).match.phase == Phase::RoundOver)
                deal(world, table);
            else
                play_one(world, table);
            if (!random.one_in(8))
                continue;
            ++moves;
            const std::size_t to = (at + 1 + random.below(2)) % servers.size();
            if (random.one_in(2)) {
                // A record is under way when the slot moves: stored and never answered, or lost.
                world.mode = StoreMode::WhenTold;
                world.send(table.host, protocol::SendChat{"hello"});
                const bool orderly = random.one_in(2);
                if (orderly) {
                    world.release(slot);
                    world.answer_store(Stored::Durable);
                    REQUIRE(world.released.back() == slot);
                } else {
                    ++unanswered;
                    world.drop(slot);
                }
                world.mode = StoreMode::AtOnce;
            } else {
                world.release(slot);
            }
            REQUIRE(world.lobby.counts().rooms == 0);
            REQUIRE(world.lobby.counts().sessions == 0);
            servers[to]->adopt(world, slot);
            at = to;
            come_back(*servers[at], table);
        }
        CHECK(servers[at]->replay(servers[at]->state(table.room).fresh.match));
    }
    REQUIRE(moves > matches);
    REQUIRE(unanswered > 0);
    jaipur::test::proved("P1", "rooms that move between servers",
                         jaipur::test::grouped(matches) + " matches, " +
                             jaipur::test::grouped(moves) + " moves");
}
