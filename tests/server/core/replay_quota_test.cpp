// How much space the replays of an address may take.
#include "protocol/codec.hpp"
#include "server/core/replay_quota.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

Address v4(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

Address v6(std::uint64_t network) {
    return {Address::Kind::V6, network};
}

Limits with_space(int mib_per_address) {
    Limits limits = patient_limits();
    limits.address_request_burst = 0;
    limits.replay_space_per_address = mib_per_address;
    return limits;
}

SessionId open_bot_room(World& world, const Address& from) {
    const SessionId session = world.connect(from);
    CreateRoom request{"Asha", against_bot()};
    world.enter(session, request);
    return session;
}

// Resigns a match against the bot and asks for another one; returns the answer.
std::string resign_match(World& world, SessionId session) {
    REQUIRE(world.answer(session, protocol::Ready{}) == "ok");
    REQUIRE(world.answer(session, protocol::Resign{}) == "ok");
    return world.answer(session, protocol::AskRematch{});
}

void use_up(World& world, const Address& from) {
    const SessionId session = open_bot_room(world, from);
    while (resign_match(world, session) == "ok") {
    }
    world.disconnect(session);
}

std::size_t stored_bytes(const World& world) {
    std::size_t bytes = 0;
    for (const auto& [match, replay] : world.finished)
        bytes += protocol::encode(replay).size();
    return bytes;
}

} // namespace

TEST_CASE("an address that resigns matches all day stores no more than its quota") {
    World world(1, with_space(1));
    const Time end = world.now + 24h;
    SessionId session = open_bot_room(world, v4(1));
    int refused = 0;
    while (world.now < end) {
        const std::string again = world.room(session).phase == Phase::MatchOver
                                      ? world.answer(session, protocol::AskRematch{})
                                      : resign_match(world, session);
        refused += again == "ok" ? 0 : 1;
        world.pass(20s); // the quota lasts for 256 matches of the day's 4320
    }
    CHECK(refused > 1000);
    CHECK(world.finished.size() > 256);
    CHECK(stored_bytes(world) < 2 * mib); // at once, and over the day
}

TEST_CASE("without space for replays, an address can't begin matches, but goes on with others") {
    World world(2, with_space(1));
    const Table2 running = [&] {
        Table2 table;
        table.host = world.connect(v4(1));
        table.room = world.enter(table.host, CreateRoom{"Asha", {}}).room;
        table.guest = world.connect(v4(2));
        world.enter(table.guest, JoinRoom{table.room, "Ravi", std::nullopt});
        return table;
    }();
    deal(world, running);
    use_up(world, v4(1));

    const auto asks = [&](const Address& from, const protocol::RequestBody& request) {
        return world.answer(world.connect(from), request);
    };
    const auto room = world.enter(world.connect(v4(3)), CreateRoom{"Mira", {}}).room;
    CHECK(asks(v4(1), CreateRoom{"Asha", {}}) == "rate_limited");
    CHECK(asks(v4(1), protocol::QuickMatch{"Asha", std::nullopt}) == "rate_limited");
    CHECK(asks(v4(1), JoinRoom{room, "Asha", std::nullopt}) == "rate_limited");
    CHECK(asks(v4(1), protocol::Spectate{room, std::nullopt, std::nullopt}) == "ok");
    CHECK(asks(v4(4), JoinRoom{room, "Ravi", std::nullopt}) == "ok");

    // The match that runs ends as usual, and its replay is kept.
    const std::size_t before = world.finished.size();
    play_match(world, running);
    CHECK(world.finished.size() == before + 1);
    CHECK(world.answer(running.host, protocol::AskRematch{}) == "rate_limited");
    CHECK(world.answer(running.guest, protocol::AskRematch{}) == "ok");
    CHECK(asks(v4(2), CreateRoom{"Ravi", {}}) == "ok"); // the opponent is unaffected

    world.pass(1h);
    CHECK(world.answer(running.host, protocol::AskRematch{}) == "ok");
    CHECK(world.view(running.guest).phase == Phase::Waiting);
}

TEST_CASE("a match counts for the players' addresses even if they have left") {
    Limits limits = with_space(1);
    limits.waiting_rooms_per_address = 0;
    World world(3, limits);
    CreateRoom timed{"Asha", against_bot()};
    timed.options.clock = protocol::ClockOptions{1, 0};
    const auto may_play = [&] {
        const SessionId session = world.connect(v4(1));
        const std::string answer = world.answer(session, timed);
        if (answer == "ok")
            world.answer(session, protocol::Ready{});
        world.disconnect(session);
        return answer == "ok";
    };
    int matches = 0;
    for (; matches < 1000 && may_play(); ++matches)
        world.pass(5s); // the player loses on time
    CHECK(matches > 200);
    CHECK(matches < 300);
    CHECK(world.finished.size() == static_cast<std::size_t>(matches));
}

TEST_CASE("a match counts for the address that took the seat; after a restart, that returned") {
    for (const bool restarts : {false, true}) {
        Limits limits = with_space(1);
        limits.waiting_rooms_per_address = 0;
        World world(5, limits);
        CreateRoom request{"Asha", against_bot()};
        std::vector<protocol::Seated> seats;
        for (int i = 0; i < 256; ++i)
            seats.push_back(world.enter(world.connect(v4(1)), request));
        if (restarts)
            world.crash();
        for (const protocol::Seated& seat : seats) {
            const SessionId session = world.connect(v4(2));
            REQUIRE(world.answer(session, protocol::Resume{seat.room, *seat.token, {}}) == "ok");
            REQUIRE(world.answer(session, protocol::Ready{}) == "ok");
            REQUIRE(world.answer(session, protocol::Resign{}) == "ok");
        }
        const auto open_from = [&](std::uint64_t number) {
            return world.answer(world.connect(v4(number)), request);
        };
        CHECK(open_from(1) == (restarts ? "ok" : "rate_limited"));
        CHECK(open_from(2) == (restarts ? "rate_limited" : "ok"));
    }
}

TEST_CASE("being refused for space reveals nothing about rooms and isn't a guess") {
    World world(4, with_space(1));
    const auto room = world.enter(world.connect(v4(2)), CreateRoom{"Mira", {}}).room;
    use_up(world, v4(1));
    for (int i = 0; i < 20; ++i)
        CHECK(world.answer(world.connect(v4(1)), JoinRoom{"222222", "Asha", std::nullopt}) ==
              world.answer(world.connect(v4(1)), JoinRoom{room, "Asha", std::nullopt}));
    // Its ten fast guesses are still there.
    for (int i = 0; i < 10; ++i)
        CHECK(world.answer(world.connect(v4(1)),
                           protocol::Spectate{"222222", std::nullopt, std::nullopt}) ==
              "no_such_room");
}

TEST_CASE("space for replays: IPv6 networks, programs on this machine, no limit") {
    Limits limits;
    ReplayQuota quota(limits);
    const Time now{};
    const auto fill = [&](const Address& from, int mibs) {
        const std::vector players{from, Address{}};
        quota.charge(players, static_cast<std::size_t>(mibs) * mib, now);
    };
    for (std::uint64_t i = 0; i < 4; ++i) { // four /64 in one /56
        CHECK(quota.may_begin(v6(0x20010db800000000 + i), now));
        fill(v6(0x20010db800000000 + i), 16);
        CHECK_FALSE(quota.may_begin(v6(0x20010db800000000 + i), now));
    }
    CHECK_FALSE(quota.may_begin(v6(0x20010db800000077), now));
    CHECK(quota.may_begin(v6(0x20010db800000100), now));
    for (std::uint64_t i = 0; i < 4; ++i) // another /56 of the same /48
        fill(v6(0x20010db800000100 + i), 16);
    CHECK_FALSE(quota.may_begin(v6(0x20010db800001000), now));
    CHECK(quota.may_begin(v6(0x20010db800010000), now)); // another /48

    fill({}, 1000);
    CHECK(quota.may_begin({}, now));
    CHECK(quota.may_begin(v4(1), now));

    limits.replay_space_per_address = limits.replay_space_per_56 = limits.replay_space_per_48 = 0;
    for (const Address& from : {v4(2), v6(0x20010db900000000)}) {
        fill(from, 1000);
        CHECK(quota.may_begin(from, now));
    }
}

TEST_CASE("the space that an address has used isn't forgotten, however many others come") {
    const Limits limits;
    ReplayQuota quota(limits);
    const Time now{};
    const auto charge = [&](std::uint64_t from, std::size_t bytes) {
        const std::vector<Address> player{v4(from)};
        quota.charge(player, bytes, now);
    };
    charge(1, static_cast<std::size_t>(limits.replay_space_per_address) * mib);
    for (std::uint64_t i = 0; i < 300; ++i)
        charge(1000 + i, 0);
    CHECK_FALSE(quota.may_begin(v4(1), now));
}

TEST_CASE("a request whose password waits is served, even if the space is used up meanwhile") {
    World world(2, with_space(1));
    CreateRoom locked{"Mira", {}};
    locked.options.password = "sesame";
    const JoinRoom join{world.enter(world.connect(v4(2)), locked).room, "Asha", "sesame"};
    const SessionId playing = open_bot_room(world, v4(1));
    for (int i = 0; i < 10'000 && resign_match(world, playing) == "ok"; ++i) {
    }
    // Until there is space for one match, and not for another after it.
    for (int i = 0; i < 10'000 && world.answer(playing, protocol::AskRematch{}) != "ok"; ++i)
        world.pass(1s);
    REQUIRE(world.answer(playing, protocol::Ready{}) == "ok");

    world.mode = StoreMode::WhenTold;
    const SessionId guest = world.connect(v4(1));
    world.send(guest, join);
    world.send(playing, protocol::Resign{});
    world.answer_store(Stored::Durable);
    CHECK(world.answer(world.connect(v4(1)), JoinRoom{"222222", "Asha", {}}) == "rate_limited");
    world.hash_password();
    world.answer_store(Stored::Durable);
    CHECK(world.last_answer(guest) == "ok");
}

TEST_CASE("a long match may use more space than there is; it is made up for later") {
    const Limits limits;
    ReplayQuota quota(limits);
    const Time now{};
    const std::vector players{v4(1), v4(1), v4(2)}; // an address counts once
    quota.charge(players, 24 * mib, now);
    for (std::uint64_t number = 1; number <= 2; ++number) {
        CHECK_FALSE(quota.may_begin(v4(number), now + 12h));
        CHECK(quota.may_begin(v4(number), now + 12h + 1min));
    }
}

TEST_CASE("a replay is counted with at least its size, and at most twice that") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        World world(seed);
        protocol::CreateOptions options;
        options.seals = static_cast<int>(seed % 3) + 1;
        options.clock = protocol::ClockOptions{36000, 300};
        const Table2 table = sit_down(world, options);
        deal(world, table);
        play_match(world, table);
        const protocol::Replay& replay = world.finished.begin()->second;
        const std::size_t text = protocol::encode(replay).size();
        CHECK(stored_size(replay) >= text);
        CHECK(stored_size(replay) <= 2 * text);
    }
}
