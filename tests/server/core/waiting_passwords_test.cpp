// How passwords wait to be hashed, and what happens to those who send them.
#include "tests/server/core/guesses.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
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

// Its password is hashed, and the room is stored.
RoomCode open_locked_room(World& world, SessionId host) {
    world.send(host, locked_room());
    world.hash_password();
    world.answer_store(Stored::Durable);
    return world.peer(host).room->room;
}

} // namespace

TEST_CASE("P24: a thousand passwords from many connections delay a friend by a few hashes") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect();
    const auto room = open_locked_room(world, host);
    const auto attack = [&](auto address_of) {
        std::vector<SessionId> attackers;
        for (std::uint64_t i = 0; i < 1000; ++i) {
            attackers.push_back(world.connect(address_of(i)));
            world.send(attackers.back(), CreateRoom(locked_room()));
            world.send(attackers.back(), JoinRoom{room, "Eve", "sesam"});
        }
        CHECK(world.unhashed.size() == 1);
        const SessionId guest = world.connect({Address::Kind::V6, 0x20010db8'00010000});
        world.send(guest, Spectate{room, std::nullopt, "sesame"});
        int hashes = 0;
        for (; world.last_answer(guest).empty(); ++hashes)
            world.hash_password();
        CHECK(world.last_answer(guest) == "ok");
        // What nobody waits for isn't hashed.
        for (const SessionId attacker : attackers)
            world.disconnect(attacker);
        for (; !world.unhashed.empty(); ++hashes)
            world.hash_password();
        return hashes;
    };
    constexpr int few = 4;
    CHECK(attack([](std::uint64_t) { return ip(1); }) <= few);
    CHECK(attack([](std::uint64_t i) { return ip(i % 100); }) <= few);
    CHECK(attack([](std::uint64_t i) { // a /48
              return Address{Address::Kind::V6, 0x20010db8'00ff0000 + i};
          }) <= few);
    CHECK(attack([](std::uint64_t i) { // many IPv4 addresses of one provider
              return ip(0x0a000000 + i);
          }) <= few);
    jaipur::test::proved("P24", "passwords waiting to be hashed",
                         "a friend waited for at most 4 of 2,000 hashes, 4 times");
}

TEST_CASE("P24: few wait for networks that guessed wrong, or for right passwords sent again") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect();
    const auto room = open_locked_room(world, host);
    constexpr std::uint64_t networks = 300;
    const auto guess = [&](const Address& from) {
        world.send(world.connect(from), JoinRoom{room, "Eve", "sesam"});
    };
    const auto hashes_until_in = [&](const Address& from) {
        const SessionId guest = world.connect(from);
        world.send(guest, Spectate{room, std::nullopt, "sesame"});
        int hashes = 0;
        for (; world.last_answer(guest).empty(); ++hashes)
            world.hash_password();
        CHECK(world.last_answer(guest) == "ok");
        return hashes;
    };
    const Address one_friend{Address::Kind::V6, 0x20010db8'00010000};
    for (const std::uint64_t friends : {0x20010e00U, 0x20010f00U}) {
        for (std::uint64_t i = 0; i < networks; ++i)
            guess(ip(i << 16));
        for (std::uint64_t i = 0; i < 15; ++i)
            CHECK(hashes_until_in({Address::Kind::V6, (friends + i) << 32}) <= 3);
    }
    CHECK(hashes_until_in(one_friend) <= 3);
    while (!world.unhashed.empty())
        world.hash_password();

    guess(one_friend); // mistyped
    world.hash_password();
    for (std::uint64_t i = 0; i < 1000; ++i)
        world.send(world.connect(ip((networks + i % 100) << 16)), CreateRoom(locked_room()));
    CHECK(hashes_until_in(one_friend) <= 3);
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
        lobby.connected(session, ip(1), {});
        lobby.received(session, protocol::Request{1, std::move(request)}, {}, out);
    };
    ask(1, JoinRoom{"222222", "Mira", "guess"});
    ask(2, locked_room()); // needs a salt
    ask(3, JoinRoom{"222222", "Mira", "guess"});
    REQUIRE(out.passwords.size() == 1);
    broken = true;
    lobby.hashed(1, HashedPassword{}, {}, out);
    REQUIRE(out.deliveries.size() == 2);
    CHECK(std::get<Send>(out.deliveries.front()).to == 1);
    const auto& ended = std::get<Disconnect>(out.deliveries.back());
    CHECK(ended.to == 2);
    CHECK(ended.code == protocol::CloseCode::InternalError);
    CHECK(ended.exception == std::string_view(typeid(std::runtime_error).name()));
    CHECK(lobby.counts().sessions == 2);
    CHECK(out.passwords.back().session == 3); // the next one waits no longer
}

TEST_CASE("if hashing fails, the session gets no answer, and the next one is hashed") {
    Lobby lobby(patient_limits(), [](std::span<std::uint8_t>) {});
    Output out;
    for (SessionId session = 1; session <= 2; ++session) {
        lobby.connected(session, ip(session), {});
        lobby.received(session, protocol::Request{1, JoinRoom{"222222", "Mira", "guess"}}, {}, out);
    }
    lobby.hashed(2, HashedPassword{}, {}, out); // isn't being hashed
    CHECK(out.passwords.size() == 1);
    lobby.hashed(1, std::nullopt, {}, out);
    CHECK(out.deliveries.empty());
    REQUIRE(out.passwords.size() == 2);
    CHECK(out.passwords.back().session == 2);
    lobby.hashed(2, HashedPassword{}, {}, out);
    CHECK(out.deliveries.size() == 1);
}

TEST_CASE("a session refused because too many passwords wait is served again at once") {
    Limits limits = patient_limits();
    limits.waiting_passwords = 2;
    World world(1, limits, StoreMode::WhenTold);
    const auto guess = [&](const Address& from) {
        const SessionId session = world.connect(from);
        world.send(session, JoinRoom{"222222", "Mira", "guess"});
        world.send(session, protocol::Ping{});
        return session;
    };
    guess(ip(1)); // is being hashed
    guess(ip(1));
    const SessionId newest_of_most = guess(ip(1));
    CHECK(world.peer(newest_of_most).replies.empty());
    guess(ip(2));
    CHECK(world.peer(newest_of_most).replies.size() == 2); // rate_limited, and the time
}

TEST_CASE("a password counts for one request only") {
    World world;
    Table2 table;
    table.host = world.connect(ip(1));
    table.room = world.enter(table.host, locked_room()).room;
    world.enter(world.connect(ip(1)), JoinRoom{table.room, "Ravi", "sesame"});
    const SessionId late = world.connect(ip(2));
    CHECK(world.answer(late, JoinRoom{table.room, "Mira", "sesame"}) == "room_full");
    CHECK(world.answer(late, Spectate{table.room, std::nullopt, std::nullopt}) == "no_such_room");
}

TEST_CASE("disconnecting while a room's creation is stored costs no guess") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    world.send(world.connect(ip(1)), CreateRoom{"Asha", {}});
    for (int i = 0; i < 20; ++i) {
        const SessionId guest = world.connect(ip(2));
        world.send(guest, JoinRoom{world.unstored.front().room, "Mira", std::nullopt});
        CHECK(world.peer(guest).replies.empty());
        world.disconnect(guest);
    }
    CHECK(guesses(world, ip(2)) == 10);
}

TEST_CASE("requests sent ahead don't overtake those that wait to be hashed") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const auto guess = [&](SessionId session, const char* password) {
        world.send(session, JoinRoom{"222222", "Mira", password});
    };
    for (int i = 0; i < 4; ++i) {
        const SessionId greedy = world.connect(ip(1));
        guess(greedy, "first");
        guess(greedy, "second");
    }
    guess(world.connect(ip(1)), "friend");
    for (int i = 0; i < 4; ++i) {
        CHECK(world.unhashed.front().password == "first");
        world.hash_password();
    }
    CHECK(world.unhashed.front().password == "friend");
}

TEST_CASE("disconnecting while a password is hashed counts as a guess, if it was wrong") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect(ip(3));
    open_locked_room(world, host);
    const auto hang_up = [&](const char* password) {
        const SessionId session = world.connect(ip(1));
        const SessionId unhashed = world.connect(ip(1)); // which tells nobody anything
        world.send(session, JoinRoom{world.peer(host).room->room, "Mira", password});
        world.send(unhashed, JoinRoom{"222222", "Mira", password});
        world.disconnect(unhashed);
        world.disconnect(session);
        world.hash_password();
        CHECK(world.unhashed.empty());
    };
    for (int i = 0; i < 20; ++i)
        hang_up("sesame");
    for (int i = 0; i < 3; ++i)
        hang_up("sesam");
    CHECK(guesses(world, ip(1)) == 7);
    CHECK(guesses(world, ip(2)) == 10);
}

TEST_CASE("a connection about to be closed is ignored, even while an answer is pending") {
    Limits limits;
    limits.request_burst = 1;
    limits.refusals_until_closed = 3;
    World world(1, limits, StoreMode::WhenTold);
    const SessionId session = world.connect(ip(1));
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
        const SessionId session = world.connect(ip(from));
        world.send(session, request);
        return world.last_answer(session);
    };
    ask(1, CreateRoom{"Asha", {}});
    CHECK(ask(1, locked_room()) == "rate_limited");
    ask(2, CreateRoom{"Asha", {}});
    CHECK(ask(3, locked_room()) == "server_full");
    world.shut_down();
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
    const auto room = open_locked_room(world, host);
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

TEST_CASE("shutting down, requests that wait are refused; the one being hashed is answered") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    CHECK(guesses(world, ip(1)) == 10);
    const SessionId slow = world.connect(ip(1)), first = world.connect(), next = world.connect();
    world.send(slow, nowhere);
    world.send(first, locked_room());
    world.send(next, JoinRoom{"222222", "Mira", "guess"});
    world.shut_down();
    CHECK(world.last_answer(slow) == "shutting_down");
    CHECK(world.last_answer(next) == "shutting_down");
    CHECK(world.last_answer(first).empty());
    world.hash_password();
    CHECK(world.last_answer(first) == "shutting_down"); // no new rooms
    world.send(next, JoinRoom{"222222", "Mira", "guess"});
    CHECK(world.last_answer(next) == "shutting_down");
    CHECK(world.unhashed.empty());
    CHECK(world.answer(world.connect(ip(2)), nowhere) == "no_such_room");
}
