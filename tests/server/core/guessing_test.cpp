// Guesses of rooms and passwords: what they get, and what counts.
#include "tests/server/core/guesses.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::Spectate;

TEST_CASE("ten wrong joins in ten minutes per address, over any number of connections") {
    World world;
    CHECK(guesses(world, ip(1)) == 10);
    // Other addresses, and this one's other requests, are unaffected.
    CHECK(guesses(world, ip(2), Spectate{"222222", std::nullopt, std::nullopt}) == 10);
    // Loopback is not exempt: each of its addresses counts.
    CHECK(guesses(world, {}) == 10);
    CHECK(guesses(world, {Address::Kind::ThisMachine, 0x7f000002}) == 10);
    CHECK(world.answer(world.connect(ip(1)), CreateRoom{"Asha", {}}) == "ok");

    CHECK(timed(world, ip(1), nowhere).first == "rate_limited");
    world.pass(600s);
    CHECK(guesses(world, ip(1)) == 10);
}

TEST_CASE("after ten wrong joins the right code gets through, in the slow lane") {
    World world;
    const auto room = world.enter(world.connect(ip(1)), CreateRoom{"Asha", {}}).room;
    const auto locked = world.enter(world.connect(ip(1)), locked_room()).room;
    CHECK(guesses(world, ip(2)) == 10);
    // No oracle: a wrong code, a wrong password and a missing one take as long as a right one.
    const JoinRoom friends{room, "Mira", std::nullopt};
    CHECK(timed(world, ip(2), nowhere) ==
          std::pair<std::string, milliseconds>{"rate_limited", 500ms});
    CHECK(timed(world, ip(2), JoinRoom{locked, "Mira", "sesam"}) ==
          std::pair<std::string, milliseconds>{"rate_limited", 500ms});
    CHECK(timed(world, ip(2), JoinRoom{locked, "Mira", std::nullopt}) ==
          std::pair<std::string, milliseconds>{"rate_limited", 500ms});
    CHECK(timed(world, ip(2), friends) == std::pair<std::string, milliseconds>{"ok", 500ms});
    CHECK(timed(world, ip(2), Spectate{locked, std::nullopt, "sesame"}) ==
          std::pair<std::string, milliseconds>{"ok", 500ms});
}

TEST_CASE("P24: a friend gets through while a neighbour goes on guessing") {
    World world;
    const auto room = world.enter(world.connect(ip(1)), CreateRoom{"Asha", {}}).room;
    std::vector<SessionId> neighbours;
    for (int i = 0; i < 20; ++i)
        neighbours.push_back(world.connect(ip(2)));
    const auto flood = [&](milliseconds time) { // a thousand a second
        for (milliseconds passed{}; passed < time; passed += 20ms, world.pass(20ms))
            for (const SessionId neighbour : neighbours)
                if (world.peer(neighbour).asked.size() < 3)
                    world.send(neighbour, nowhere);
    };
    for (milliseconds before : {1s, 10s, 60s, 600s}) {
        flood(before);
        const SessionId guest = world.connect(ip(2));
        world.send(guest, Spectate{room, std::nullopt, std::nullopt});
        flood(2500ms);
        CHECK_MESSAGE(world.last_answer(guest) == "ok", before.count());
    }
    jaipur::test::proved("P24", "the slow lane",
                         "a friend's right code got through a neighbour's flood in 2.5 s, 4 times");
}

TEST_CASE("public rooms without a password are not secret: finding them never counts") {
    World world;
    CreateRoom open{"Asha", {}};
    open.options.is_public = true;
    CreateRoom unwatched = open;
    unwatched.options.spectators = protocol::SpectatorMode::None;
    const auto room = world.enter(world.connect(ip(1)), open).room;
    const auto hidden = world.enter(world.connect(ip(1)), unwatched).room;
    for (int i = 0; i < 20; ++i)
        CHECK(world.answer(world.connect(ip(2)), Spectate{hidden, std::nullopt, std::nullopt}) ==
              "no_such_room");
    CHECK(guesses(world, ip(2)) == 10);
    CHECK(world.answer(world.connect(ip(2)), Spectate{room, std::nullopt, std::nullopt}) == "ok");
    CHECK(world.answer(world.connect(ip(2)), JoinRoom{room, "Mira", std::nullopt}) == "ok");

    open.options.password = "sesame"; // to guess
    const auto locked = world.enter(world.connect(ip(1)), open).room;
    CHECK(guesses(world, ip(3), JoinRoom{locked, "Mira", "sesam"}) == 10);
}

TEST_CASE("a wrong password is a wrong join") {
    World world;
    const auto room = world.enter(world.connect(ip(1)), locked_room()).room;
    const auto join = [&](std::optional<std::string> password) {
        return timed(world, ip(2), JoinRoom{room, "Mira", std::move(password)}).first;
    };
    for (int i = 0; i < 5; ++i) {
        CHECK(join("sesam") == "no_such_room");
        CHECK(join(std::nullopt) == "no_such_room");
    }
    CHECK(join("sesam") == "rate_limited");
    CHECK(join("sesame") == "ok");
}

TEST_CASE("simultaneous guesses gain nothing") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    std::map<std::string, int> answers;
    std::vector<SessionId> sessions;
    for (int i = 0; i < 30; ++i) {
        sessions.push_back(world.connect(ip(1)));
        world.send(sessions.back(), JoinRoom{"222222", "Mira", "guess " + std::to_string(i)});
    }
    int hashed = 0;
    for (int i = 0; i < 100; ++i, world.pass(100ms))
        for (; !world.unhashed.empty(); ++hashed) {
            REQUIRE(world.unhashed.size() == 1); // one at a time
            world.hash_password();
        }
    for (const SessionId session : sessions)
        ++answers[world.last_answer(session)];
    CHECK(answers == std::map<std::string, int>{{"no_such_room", 10}, {"rate_limited", 20}});
    CHECK(hashed <= 10 + 4);
}
