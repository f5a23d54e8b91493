// What the server remembers about an address: waiting rooms, seats, spectators, requests.
#include "server/core/connection_quota.hpp"
#include "server/core/visitors.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::QuickMatch;

namespace {

CreateRoom bot_room() {
    return {"Asha", against_bot()};
}

} // namespace

TEST_CASE("waiting rooms are limited per address; rooms in play don't count") {
    Limits limits = patient_limits();
    limits.waiting_rooms_per_address = 3;
    World world(1, limits);
    const auto open = [&](std::uint64_t from) {
        return world.answer(world.connect(ip(from)), CreateRoom{"Asha", {}});
    };
    const SessionId host = world.connect(ip(1));
    world.enter(host, bot_room());
    CHECK(open(1) == "ok");
    CHECK(open(1) == "ok");
    CHECK(open(1) == "rate_limited");
    CHECK(world.answer(world.connect(ip(1)), protocol::QuickMatch{"Asha", std::nullopt}) ==
          "rate_limited");
    CHECK(open(2) == "ok");
    CHECK(world.answer(host, protocol::Ready{}) == "ok"); // the match begins
    CHECK(open(1) == "ok");
    CHECK(open(1) == "rate_limited");
    world.disconnect(host); // everyone left: the room counts as waiting
    CHECK(world.lobby.counts().running_matches == 1);

    // Deserted rooms close.
    while (!world.peers.empty())
        world.disconnect(world.peers.begin()->first);
    world.pass(limits.empty_room_dies_after);
    CHECK(open(1) == "ok");
    for (int i = 0; i < 10; ++i)
        CHECK(world.answer(world.connect(), CreateRoom{"Asha", {}}) == "ok"); // loopback
}

TEST_CASE("a match that everyone has left counts as a waiting room") {
    Limits limits = patient_limits();
    limits.waiting_rooms_per_address = 1;
    World world(1, limits);
    const SessionId host = world.connect(ip(1));
    const auto seat = world.enter(host, bot_room());
    CHECK(world.answer(host, protocol::Ready{}) == "ok");
    world.disconnect(host);
    const SessionId again = world.connect(ip(1));
    CHECK(world.answer(again, CreateRoom{"Asha", {}}) == "rate_limited");
    world.enter(again, protocol::Resume{seat.room, *seat.token});
    CHECK(world.answer(world.connect(ip(1)), CreateRoom{"Asha", {}}) == "ok");
}

TEST_CASE("an address holds three seats in other people's rooms until the match begins") {
    World world;
    std::vector<SessionId> hosts;
    std::vector<RoomCode> rooms;
    CreateRoom open{"Asha", {}};
    open.options.is_public = true;
    for (std::uint64_t i = 0; i < 6; ++i) {
        hosts.push_back(world.connect(ip(100 + i)));
        rooms.push_back(world.enter(hosts.back(), open).room);
    }
    const auto join = [&](SessionId session, std::size_t room) {
        return world.answer(session, JoinRoom{rooms[room], "Ravi", {}});
    };
    std::vector<SessionId> guests;
    for (std::size_t i = 0; i < 3; ++i) {
        guests.push_back(world.connect(ip(1)));
        CHECK(join(guests.back(), i) == "ok");
    }
    const SessionId another = world.connect(ip(1));
    CHECK(join(another, 0) == "room_full"); // says more
    CHECK(join(another, 3) == "rate_limited");
    const auto own = world.enter(world.connect(ip(1)), QuickMatch{"Ravi", {}});
    CHECK(own.seat == Seat::Zero); // in its own room, which doesn't count
    CHECK(world.answer(another, protocol::Spectate{rooms[3], {}, {}}) == "ok");

    CHECK(join(world.connect(ip(2)), 3) == "ok"); // a friend from elsewhere
    CHECK(world.answer(hosts[0], protocol::Ready{}) == "ok");
    CHECK(world.answer(guests[0], protocol::Ready{}) == "ok"); // the match begins
    guests.push_back(world.connect(ip(1)));
    CHECK(world.answer(guests.back(), QuickMatch{"Ravi", {}}) == "ok");
    CHECK(join(world.connect(ip(1)), 5) == "rate_limited");
    CHECK(world.answer(guests[1], protocol::LeaveRoom{}) == "ok"); // a seat is free
    CHECK(join(world.connect(ip(1)), 5) == "ok");
    CHECK(join(world.connect(ip(1)), 1) == "rate_limited");

    world.disconnect(guests[2]);
    CHECK(join(world.connect(ip(1)), 1) == "rate_limited"); // the seat is kept for a while
    world.pass(Limits{}.seat_freed_after);
    CHECK(join(world.connect(ip(1)), 1) == "ok");
}

TEST_CASE("an opened room and a held seat count while others come and go") {
    Limits limits = patient_limits();
    limits.waiting_rooms_per_address = 1;
    limits.waiting_seats_per_address = 2;
    World world(1, limits);
    const SessionId host = world.connect(ip(1));
    const auto room = world.enter(host, CreateRoom{"Asha", {}}).room;
    const auto other = world.enter(world.connect(ip(4)), CreateRoom{"Zoe", {}}).room;
    world.enter(world.connect(ip(2)), JoinRoom{room, "Ravi", {}});
    CHECK(world.answer(host, protocol::LeaveRoom{}) == "ok");
    world.enter(world.connect(ip(3)), JoinRoom{room, "Mira", {}}); // the creator's seat
    CHECK(world.answer(world.connect(ip(1)), CreateRoom{"Asha", {}}) == "rate_limited");
    CHECK(world.answer(world.connect(ip(2)), JoinRoom{other, "Ravi", {}}) == "ok");
}

TEST_CASE("seats: a room that closes, one's own room and this machine don't count") {
    Limits limits = patient_limits();
    limits.waiting_seats_per_address = 1;
    World world(1, limits);
    const SessionId host = world.connect(ip(2));
    const auto closing = world.enter(host, CreateRoom{"Asha", {}}).room;
    const SessionId guest = world.connect(ip(1));
    world.enter(guest, JoinRoom{closing, "Ravi", {}});
    const auto other = world.enter(world.connect(ip(2)), CreateRoom{"Mira", {}}).room;
    const auto join = [&](const RoomCode& room, const Address& from) {
        return world.answer(world.connect(from), JoinRoom{room, "Ravi", {}});
    };
    CHECK(join(other, ip(1)) == "rate_limited");
    const auto own = world.enter(world.connect(ip(1)), CreateRoom{"Ravi", {}}).room;
    CHECK(join(own, ip(1)) == "ok");

    world.disconnect(host);
    world.disconnect(guest);
    world.pass(limits.empty_room_dies_after + limits.seat_freed_after);
    CHECK(world.lobby.room(closing) == nullptr);
    CHECK(join(other, ip(1)) == "ok");

    for (int i = 0; i < 10; ++i) {
        const auto room = world.enter(world.connect(ip(2)), CreateRoom{"Asha", {}}).room;
        CHECK(join(room, {}) == "ok"); // loopback
    }
}

TEST_CASE("a seat counts as soon as the store has been asked, and again after a restart") {
    Limits limits = patient_limits();
    limits.waiting_seats_per_address = 1;
    World world(1, limits, StoreMode::WhenTold);
    std::vector<RoomCode> rooms;
    std::vector<SessionId> hosts;
    for (int i = 0; i < 3; ++i) {
        hosts.push_back(world.connect(ip(2)));
        world.send(hosts.back(), CreateRoom{"Asha", {}});
        world.answer_store(Stored::Durable);
        rooms.push_back(world.room(hosts.back()).room);
    }
    const SessionId first = world.connect(ip(1));
    world.send(first, JoinRoom{rooms[0], "Ravi", {}});
    CHECK(world.last_answer(first).empty());
    const SessionId second = world.connect(ip(1));
    CHECK(world.answer(second, JoinRoom{rooms[1], "Ravi", {}}) == "rate_limited");
    world.answer_store(Stored::Full);
    world.send(first, JoinRoom{rooms[0], "Ravi", {}});
    world.answer_store(Stored::Durable);
    REQUIRE(world.last_answer(first) == "ok");
    const auto& ok = std::get<protocol::Ok>(world.peer(first).replies.back());
    const protocol::Seated seat = std::get<protocol::Seated>(ok.adds);

    world.crash();
    const SessionId again = world.connect(ip(1));
    CHECK(world.answer(again, protocol::Resume{seat.room, *seat.token, {}}) == "ok");
    CHECK(world.answer(world.connect(ip(1)), JoinRoom{rooms[1], "Ravi", {}}) == "rate_limited");
}

TEST_CASE("after a restart, a creator's own seat doesn't count as one in other people's rooms") {
    Limits limits = patient_limits();
    limits.waiting_seats_per_address = 1;
    World world(1, limits);
    const auto own = world.enter(world.connect(ip(1)), CreateRoom{"Ravi", {}});
    const auto other = world.enter(world.connect(ip(2)), CreateRoom{"Asha", {}});
    world.crash();
    world.enter(world.connect(ip(1)), protocol::Resume{own.room, *own.token, {}});
    CHECK(world.answer(world.connect(ip(1)), JoinRoom{other.room, "Ravi", {}}) == "ok");
}

TEST_CASE("spectators are limited per address and room") {
    Limits limits = patient_limits();
    limits.spectators_per_address = 2;
    World world(1, limits);
    const auto open = [&] {
        return world.enter(world.connect(ip(9)), CreateRoom{"Asha", {}}).room;
    };
    const RoomCode room = open(), other = open();
    const auto watch = [&](const RoomCode& code, const Address& from) {
        return world.answer(world.connect(from), protocol::Spectate{code, {}, {}});
    };
    const SessionId first = world.connect(ip(1));
    CHECK(world.answer(first, protocol::Spectate{room, {}, {}}) == "ok");
    CHECK(watch(room, ip(1)) == "ok");
    CHECK(watch(room, ip(1)) == "rate_limited");
    CHECK(watch(other, ip(1)) == "ok");
    CHECK(watch(room, ip(2)) == "ok");
    CHECK(world.answer(first, protocol::LeaveRoom{}) == "ok");
    CHECK(watch(room, ip(1)) == "ok");
    CHECK(watch(room, ip(1)) == "rate_limited");
    for (int i = 0; i < 10; ++i)
        CHECK(watch(room, {}) == "ok"); // loopback

    limits.spectators_per_address = 0;
    World open_to_all(1, limits);
    const auto big = open_to_all.enter(open_to_all.connect(), CreateRoom{"Asha", {}}).room;
    for (int i = 0; i < 50; ++i)
        CHECK(open_to_all.answer(open_to_all.connect(ip(1)), protocol::Spectate{big, {}, {}}) ==
              "ok");
}

TEST_CASE("requests are counted over all connections from an address") {
    Limits limits = patient_limits();
    limits.address_request_burst = 10;
    limits.address_request_rate = 1;
    World world(1, limits);
    const auto pings = [&](const Address& from) {
        int granted = 0;
        while (granted < 50 && world.answer(world.connect(from), protocol::Ping{}) == "ok")
            ++granted;
        return granted;
    };
    CHECK(pings(ip(1)) == 10);
    CHECK(pings(ip(2)) == 10);
    CHECK(pings({}) == 50);
    world.pass(3s);
    CHECK(pings(ip(1)) == 3);
}

TEST_CASE("addresses with nothing to remember are forgotten") {
    const Limits limits;
    Visitors visitors(limits);
    Time now{};
    visitors.add_room(ip(2), "222222", now);
    for (std::uint64_t i = 0; i < 100000; ++i) {
        now += 10ms;
        CHECK(visitors.may_ask(ip(1000 + i), now));
    }
    CHECK(visitors.size() < 2000);
    CHECK(visitors.rooms(ip(2)).size() == 1);
    visitors.remove_room(ip(2), "222222");
    CHECK(visitors.rooms(ip(2)).empty());
}

TEST_CASE("however many addresses come at once, the server remembers a bounded number") {
    Limits limits;
    limits.address_request_burst = 1;
    Visitors visitors(limits);
    const Time now{};
    visitors.add_room(ip(2), "222222", now);
    std::size_t peak = 0;
    for (std::uint64_t i = 0; i < 100000; ++i) {
        CHECK(visitors.may_ask(ip(1000 + i), now));
        peak = std::max(peak, visitors.size());
    }
    CHECK(peak > 10000);
    CHECK(peak <= 20000);
    CHECK_FALSE(visitors.may_ask(ip(1000 + 99999), now));
    CHECK(visitors.rooms(ip(2)).size() == 1);
}

TEST_CASE("an address with a connection isn't forgotten, however many others come") {
    Limits limits;
    limits.connections_per_address = 1;
    ConnectionQuota quota(limits);
    const auto entry = quota.session(ip(1), {});
    for (std::uint64_t i = 0; i < 100000; ++i)
        CHECK(quota.may_ask(ip(1000 + i), {}));
    CHECK(std::holds_alternative<ConnectionQuota::Refusal>(quota.session(ip(1), {})));
}
