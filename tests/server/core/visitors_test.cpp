// What the server remembers about an address: guesses, waiting rooms, requests.
#include "server/core/password.hpp"
#include "server/core/visitors.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::Spectate;

namespace {

Address address(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

CreateRoom locked_room() {
    CreateRoom request{"Asha", {}};
    request.options.password = "sesame";
    return request;
}

CreateRoom bot_room() {
    CreateRoom request{"Asha", {}};
    request.options.bot = "easy";
    return request;
}

// How often this address may guess before it has to wait.
int guesses(World& world, const Address& from, const protocol::RequestBody& guess) {
    int count = 0;
    while (world.answer(world.connect(from), guess) == "no_such_room")
        ++count;
    return count;
}

const JoinRoom nowhere{"222222", "Mira", std::nullopt};

} // namespace

TEST_CASE("ten wrong joins in ten minutes per address, over any number of connections") {
    World world;
    CHECK(guesses(world, address(1), nowhere) == 10);
    // Other addresses, and this one's other requests, are unaffected.
    CHECK(guesses(world, address(2), Spectate{"222222", std::nullopt, std::nullopt}) == 10);
    // Loopback is not exempt: each of its addresses counts.
    CHECK(guesses(world, {}, nowhere) == 10);
    CHECK(guesses(world, {Address::Kind::ThisMachine, 0x7f000002}, nowhere) == 10);
    CHECK(world.answer(world.connect(address(1)), CreateRoom{"Asha", {}}) == "ok");

    world.pass(599s);
    CHECK(world.answer(world.connect(address(1)), nowhere) == "rate_limited");
    world.pass(1s);
    CHECK(guesses(world, address(1), nowhere) == 10);
}

TEST_CASE("a wrong password is a wrong join; after too many, even the right one is refused") {
    World world;
    const auto room = world.enter(world.connect(address(1)), locked_room()).room;
    const auto join = [&](std::optional<std::string> password) {
        return JoinRoom{room, "Mira", std::move(password)};
    };
    for (int i = 0; i < 5; ++i) {
        CHECK(world.answer(world.connect(address(2)), join("sesam")) == "no_such_room");
        CHECK(world.answer(world.connect(address(2)), join(std::nullopt)) == "no_such_room");
    }
    CHECK(world.answer(world.connect(address(2)), join("sesame")) == "rate_limited");
    CHECK(world.answer(world.connect(address(3)), join("sesame")) == "ok");
}

TEST_CASE("simultaneous guesses gain nothing: they are counted when answered") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    std::map<std::string, int> answers;
    for (int round = 0; round < 3; ++round) {
        std::vector<SessionId> sessions;
        for (int i = 0; i < 4; ++i) {
            sessions.push_back(world.connect(address(1)));
            world.send(sessions.back(), JoinRoom{"222222", "Mira", "guess " + std::to_string(i)});
        }
        REQUIRE(world.unhashed.size() == 4);
        while (!world.unhashed.empty())
            world.hash_password();
        for (const SessionId session : sessions)
            ++answers[world.last_answer(session)];
    }
    CHECK(answers == std::map<std::string, int>{{"no_such_room", 10}, {"rate_limited", 2}});
}

TEST_CASE("few passwords per address are hashed at once; the others wait their turn") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    world.send(world.connect(), locked_room());
    world.hash_password();
    world.answer_store(Stored::Durable);
    const auto room = world.peers.begin()->second.room->room;
    const auto watch = [&](std::uint64_t from, const char* password) {
        const SessionId session = world.connect(address(from));
        world.send(session, Spectate{room, std::nullopt, password});
        return session;
    };
    std::vector<SessionId> friends;
    for (int i = 0; i < 9; ++i)
        friends.push_back(watch(1, "sesame"));
    const SessionId gone = watch(1, "sesame");
    CHECK(world.unhashed.size() == 4);
    const SessionId other = watch(2, "sesame"); // behind four, not behind ten
    REQUIRE(world.unhashed.size() == 5);
    CHECK(world.unhashed.back().session == other);
    world.disconnect(friends.front()); // a hash in progress still counts
    CHECK(world.unhashed.size() == 5);
    world.disconnect(gone); // a waiting one doesn't
    int hashed = 0;
    for (; !world.unhashed.empty(); ++hashed)
        world.hash_password();
    CHECK(hashed == 10);
    friends.front() = other;
    for (const SessionId session : friends)
        CHECK(world.last_answer(session) == "ok");
}

TEST_CASE("a request that fails ends its own session, not the one that gave way to it") {
    bool broken = false;
    Lobby lobby(patient_limits(), [&broken](std::span<std::uint8_t> bytes) {
        if (broken)
            throw std::runtime_error("no randomness");
        std::ranges::fill(bytes, std::uint8_t{7});
    });
    Output out;
    const auto ask = [&](SessionId session, protocol::EntryRequest request) {
        lobby.connected(session, address(1), {});
        lobby.received(session, protocol::Request{1, std::move(request)}, {}, out);
    };
    for (SessionId session = 1; session <= 4; ++session)
        ask(session, JoinRoom{"222222", "Mira", "guess"});
    ask(5, locked_room()); // needs a salt
    ask(6, JoinRoom{"222222", "Mira", "guess"});
    REQUIRE(out.passwords.size() == 4);
    broken = true;
    lobby.hashed(1, PasswordHash{}, {}, out);
    REQUIRE(out.deliveries.size() == 2);
    const auto& ended = std::get<Disconnect>(out.deliveries.front());
    CHECK(ended.session == 5);
    CHECK(ended.code == protocol::CloseCode::InternalError);
    CHECK(ended.exception == std::string_view(typeid(std::runtime_error).name()));
    CHECK(std::get<Send>(out.deliveries.back()).to == 1);
    CHECK(lobby.counts().sessions == 5);
    CHECK(out.passwords.back().session == 6); // the next one waits no longer
}

TEST_CASE("requests sent ahead don't overtake those that wait to be hashed") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const auto guess = [&](SessionId session, const char* password) {
        world.send(session, JoinRoom{"222222", "Mira", password});
    };
    for (int i = 0; i < 4; ++i) {
        const SessionId greedy = world.connect(address(1));
        guess(greedy, "first");
        guess(greedy, "second");
    }
    guess(world.connect(address(1)), "friend");
    REQUIRE(world.unhashed.size() == 4);
    world.hash_password();
    CHECK(world.unhashed.back().password == "friend");
}

TEST_CASE("a queued wrong password is not hashed once ten were wrong") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    std::map<std::string, int> answers;
    std::vector<SessionId> sessions;
    for (int i = 0; i < 30; ++i) {
        sessions.push_back(world.connect(address(1)));
        world.send(sessions.back(), JoinRoom{"222222", "Mira", "guess " + std::to_string(i)});
    }
    int hashed = 0;
    for (; !world.unhashed.empty(); ++hashed)
        world.hash_password();
    for (const SessionId session : sessions)
        ++answers[world.last_answer(session)];
    CHECK(answers == std::map<std::string, int>{{"no_such_room", 10}, {"rate_limited", 20}});
    CHECK(hashed <= 10 + 4);
}

TEST_CASE("disconnecting while a password is hashed still counts as a guess") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    for (int i = 0; i < 10; ++i) {
        const SessionId session = world.connect(address(1));
        world.send(session, JoinRoom{"222222", "Mira", "guess"});
        world.disconnect(session);
        world.hash_password();
    }
    CHECK(world.answer(world.connect(address(1)), nowhere) == "rate_limited");
    CHECK(world.answer(world.connect(address(2)), nowhere) == "no_such_room");
}

TEST_CASE("a connection about to be closed is ignored, even while an answer is pending") {
    Limits limits;
    limits.request_burst = 1;
    limits.refusals_until_closed = 3;
    World world(1, limits, StoreMode::WhenTold);
    const SessionId session = world.connect(address(1));
    world.send(session, JoinRoom{"222222", "Mira", "guess"});
    for (int i = 0; i < 3; ++i) {
        CHECK(world.lobby.accepts_requests(session));
        world.send(session, protocol::Ping{});
    }
    CHECK_FALSE(world.lobby.accepts_requests(session));
    CHECK(world.lobby.backlog(session) == 4);
    world.send(session, protocol::Ping{});
    CHECK(world.lobby.backlog(session) == 4);
    world.hash_password();
    CHECK(world.peer(session).replies.size() == 4);
}

TEST_CASE("a password is not hashed for a room that can't be opened") {
    Limits limits = patient_limits();
    limits.waiting_rooms_per_address = 1;
    limits.rooms = 2;
    World world(1, limits, StoreMode::WhenTold);
    const auto ask = [&](std::uint64_t from, const protocol::CreateRoom& request) {
        const SessionId session = world.connect(address(from));
        world.send(session, request);
        return world.last_answer(session);
    };
    ask(1, CreateRoom{"Asha", {}});
    CHECK(ask(1, locked_room()) == "rate_limited");
    ask(2, CreateRoom{"Asha", {}});
    CHECK(ask(3, locked_room()) == "server_full");
    world.lobby.shut_down();
    CHECK(ask(3, locked_room()) == "shutting_down");
    CHECK(world.unhashed.empty());
}

TEST_CASE("a password is hashed once, whether or not the room exists") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect();
    world.send(host, locked_room());
    REQUIRE(world.unhashed.size() == 1);
    const Salt salt = world.unhashed.front().salt;
    world.hash_password();
    world.answer_store(Stored::Durable);
    const auto room = world.peer(host).room->room;
    CHECK(world.state(room).password->salt == salt);

    const SessionId guest = world.connect();
    world.send(guest, JoinRoom{room, "Mira", "sesam"});
    world.send(guest, JoinRoom{"222222", "Mira", "sesam"});
    world.send(guest, JoinRoom{"?", "Mira", "sesam"});
    world.send(guest, Spectate{room, std::nullopt, "sesame"});
    world.send(guest, protocol::Ping{}); // answers keep their order
    for (const bool with_its_salt : {true, false, false, true}) {
        REQUIRE(world.unhashed.size() == 1);
        CHECK((world.unhashed.front().salt == salt) == with_its_salt);
        world.hash_password();
    }
    CHECK(world.unhashed.empty());
    CHECK(world.peer(guest).replies.size() == 5);
    CHECK(world.peer(guest).room);
    // Not without a password, nor with an invalid one.
    const SessionId other = world.connect();
    world.send(other, JoinRoom{room, "Mira", std::nullopt});
    world.send(other, JoinRoom{room, "Mira", ""});
    CHECK(world.unhashed.empty());
    CHECK(world.peer(other).replies.size() == 2);
}

TEST_CASE("a refused joiner learns so at once, even if the room is busy") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect();
    world.send(host, locked_room());
    world.hash_password();
    world.answer_store(Stored::Durable);
    const auto room = world.peer(host).room->room;
    world.send(host, protocol::SendChat{"is somebody there?"});
    REQUIRE(world.unstored.size() == 1);

    const auto ask = [&](const protocol::RequestBody& request) {
        const SessionId session = world.connect();
        world.send(session, request);
        while (!world.unhashed.empty())
            world.hash_password();
        return world.last_answer(session);
    };
    CHECK(ask(JoinRoom{room, "Mira", "sesam"}) == "no_such_room");
    CHECK(ask(JoinRoom{room, "Mira", std::nullopt}) == "no_such_room");
    CHECK(ask(Spectate{room, std::nullopt, "sesam"}) == "no_such_room");
    CHECK(ask(protocol::Resume{room, std::string(43, 'A'), {}}) == "bad_token");
    CHECK(ask(JoinRoom{room, "Mira", "sesame"}).empty());
}

TEST_CASE("a connection closed while its password is hashed leaves nothing behind") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect();
    world.send(host, locked_room());
    world.disconnect(host);
    world.hash_password();
    CHECK(world.unstored.empty());
    CHECK(world.lobby.counts().rooms == 0);
}

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
    visitors.guessed_wrong(address(1), now);
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
