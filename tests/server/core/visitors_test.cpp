// What the server remembers about an address: waiting rooms, requests.
#include "server/core/gate.hpp"
#include "server/core/visitors.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <variant>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;

namespace {

Address address(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

CreateRoom bot_room() {
    CreateRoom request{"Asha", {}};
    request.options.bot = "easy";
    return request;
}

} // namespace

TEST_CASE("waiting rooms are limited per address; rooms in play don't count") {
    Limits limits = patient_limits();
    limits.waiting_rooms_per_address = 3;
    World world(1, limits);
    const auto open = [&](std::uint64_t from) {
        return world.answer(world.connect(address(from)), CreateRoom{"Asha", {}});
    };
    const SessionId host = world.connect(address(1));
    world.enter(host, bot_room());
    CHECK(open(1) == "ok");
    CHECK(open(1) == "ok");
    CHECK(open(1) == "rate_limited");
    CHECK(world.answer(world.connect(address(1)), protocol::QuickMatch{"Asha", std::nullopt}) ==
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
    const SessionId host = world.connect(address(1));
    const auto seat = world.enter(host, bot_room());
    CHECK(world.answer(host, protocol::Ready{}) == "ok");
    world.disconnect(host);
    const SessionId again = world.connect(address(1));
    CHECK(world.answer(again, CreateRoom{"Asha", {}}) == "rate_limited");
    world.enter(again, protocol::Resume{seat.room, *seat.token});
    CHECK(world.answer(world.connect(address(1)), CreateRoom{"Asha", {}}) == "ok");
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
    CHECK(pings(address(1)) == 10);
    CHECK(pings(address(2)) == 10);
    CHECK(pings({}) == 50);
    world.pass(3s);
    CHECK(pings(address(1)) == 3);
}

TEST_CASE("addresses with nothing to remember are forgotten") {
    const Limits limits;
    Visitors visitors(limits);
    Time now{};
    visitors.opened(address(2), "222222", now);
    for (std::uint64_t i = 0; i < 100000; ++i) {
        now += 10ms;
        CHECK(visitors.may_ask(address(1000 + i), now));
    }
    CHECK(visitors.size() < 2000);
    CHECK(visitors.rooms(address(2)).size() == 1);
    visitors.closed(address(2), "222222");
    CHECK(visitors.rooms(address(2)).empty());
}

TEST_CASE("however many addresses come at once, the server remembers a bounded number") {
    Limits limits;
    limits.address_request_burst = 1;
    Visitors visitors(limits);
    const Time now{};
    visitors.opened(address(2), "222222", now);
    std::size_t peak = 0;
    for (std::uint64_t i = 0; i < 100000; ++i) {
        CHECK(visitors.may_ask(address(1000 + i), now));
        peak = std::max(peak, visitors.size());
    }
    CHECK(peak > 10000);
    CHECK(peak <= 20000);
    CHECK_FALSE(visitors.may_ask(address(1000 + 99999), now));
    CHECK(visitors.rooms(address(2)).size() == 1);
}

TEST_CASE("an address with a connection isn't forgotten, however many others come") {
    Limits limits;
    limits.connections_per_address = 1;
    Gate gate(limits);
    const auto entry = gate.session(address(1), {});
    for (std::uint64_t i = 0; i < 100000; ++i)
        CHECK(gate.may_ask(address(1000 + i), {}));
    CHECK(std::holds_alternative<Gate::Refusal>(gate.session(address(1), {})));
}
