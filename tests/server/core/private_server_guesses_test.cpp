// Guessing a private server's password and invitations, and how many passes an address gets.
#include "tests/server/core/guesses.hpp"
#include "tests/server/core/guests.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::Enter;
using protocol::JoinRoom;

TEST_CASE("guesses of the password and of invitations count like wrong joins") {
    World world;
    world.lobby.set_privacy(for_guests);
    set_password(world, "sesame");
    invite(world, 5);
    const auto secret = last_secret(world);
    for (int i = 0; i < 5; ++i) {
        CHECK(timed(world, ip(1), enter("wrong", 1)).first == "wrong_password");
        CHECK(timed(world, ip(1), enter(pass_of(200), 1)).first == "invitation_over");
    }
    // From the slow lane, wrong ones learn nothing, and right ones get through.
    using Timed = std::pair<std::string, milliseconds>;
    CHECK(timed(world, ip(1), enter("wrong", 1)) == Timed{"rate_limited", 500ms});
    CHECK(timed(world, ip(1), enter(pass_of(200), 1)) == Timed{"rate_limited", 500ms});
    CHECK(timed(world, ip(1), enter("sesame", 1)) == Timed{"ok", 500ms});
    CHECK(timed(world, ip(1), enter(secret, 2)) == Timed{"ok", 0ms}); // it isn't a guess
    CHECK(timed(world, ip(1), Enter{pass_of(1), {}}) == Timed{"ok", 0ms});
    CHECK(timed(world, ip(2), enter("sesame", 3)) == Timed{"ok", 0ms});
    // Both kinds share the budget.
    world.lobby.set_privacy({});
    CHECK(timed(world, ip(1), nowhere).first == "rate_limited");
}

TEST_CASE("a flood of guesses keeps nobody out who has an invitation") {
    Limits limits = patient_limits();
    limits.wrong_joins_in_total = 1;
    World world(1, limits);
    world.lobby.set_privacy(for_guests);
    set_password(world, "sesame");
    invite(world, 2);
    const auto secret = last_secret(world);
    for (std::uint64_t i = 0; i < 100; ++i)
        timed(world, ip(i % 30), enter(pass_of(200), 1));
    CHECK(timed(world, ip(99), enter("sesame", 9)).first == "rate_limited");
    CHECK(timed(world, ip(1), enter(secret, 1)).first == "ok");
    world.mode = StoreMode::WhenTold;
    const SessionId last = world.connect(ip(1)), late = world.connect(ip(1));
    world.send(last, enter(secret, 2));
    world.send(late, enter(secret, 3)); // nobody knows yet whether there is a use left
    CHECK(world.last_answer(late).empty());
    world.answer_guests(Stored::Full);
    CHECK(world.last_answer(last) == "storage_full");
    world.answer_guests(Stored::Durable);
    CHECK(world.last_answer(late) == "ok");
}

TEST_CASE("a guess whose connection closes counts once it has been hashed") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    world.lobby.set_privacy(for_guests);
    set_password(world, "sesame");
    for (int i = 0; i < 30; ++i) {
        const SessionId guesser = world.connect(ip(1));
        world.send(guesser, enter("guess " + std::to_string(i), 1));
        world.disconnect(guesser);
        if (!world.unhashed.empty())
            world.hash_password();
    }
    world.mode = StoreMode::AtOnce;
    CHECK(timed(world, ip(1), enter("wrong", 1)).first == "rate_limited");
}

TEST_CASE("a password that changes while one is hashed: the new one is right") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    world.lobby.set_privacy(for_guests);
    SUBCASE("another one") {
        set_password(world, "before");
    }
    SUBCASE("the first one") {}
    const SessionId right = world.connect(ip(1)), wrong = world.connect(ip(1));
    world.send(right, enter("sesame", 1));
    set_password(world, "sesame");
    world.hash_password();
    CHECK(world.last_answer(right).empty()); // hashed again
    world.hash_password();
    world.answer_guests(Stored::Durable);
    CHECK(world.last_answer(right) == "ok");
    world.send(wrong, enter("before", 2));
    set_password(world, "sesame");
    world.hash_password();
    world.hash_password();
    CHECK(world.last_answer(wrong) == "wrong_password");
    CHECK(world.unhashed.empty());
}

TEST_CASE("a missing password takes as long to check as one that exists") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    world.lobby.set_privacy(for_guests);
    world.send(world.connect(), enter("sesame", 1));
    CHECK(world.unhashed.size() == 1);
}

TEST_CASE("passwords that can't be one are malformed") {
    World world;
    world.lobby.set_privacy(for_guests);
    CHECK(world.answer(world.connect(), enter("", 1)) == "bad_request");
    CHECK(world.answer(world.connect(), enter(std::string(65, 'x'), 1)) == "bad_request");
}

TEST_CASE("an address gets a hundred passes by the password, and more over time") {
    World world;
    world.lobby.set_privacy(for_guests);
    set_password(world, "sesame");
    std::map<std::string, int> answers;
    for (int i = 0; i < 110; ++i)
        ++answers[world.answer(world.connect(ip(1)),
                               enter("sesame", static_cast<std::uint8_t>(i)))];
    CHECK(answers == std::map<std::string, int>{{"ok", 100}, {"rate_limited", 10}});
    CHECK(world.answer(world.connect(ip(2)), enter("sesame", 111)) == "ok");
    CHECK(world.answer(world.connect(ip(1)), enter("sesame", 5)) == "ok"); // a repeat
    invite(world, 1);
    CHECK(world.answer(world.connect(ip(1)), enter(last_secret(world), 112)) == "ok");
    world.pass(900s);
    CHECK(world.answer(world.connect(ip(1)), enter("sesame", 113)) == "ok");
    CHECK(world.answer(world.connect(ip(1)), enter("sesame", 114)) == "rate_limited");
}

TEST_CASE("what meets a full disk isn't counted as one of an address's passes") {
    World world;
    world.lobby.set_privacy(for_guests);
    set_password(world, "sesame");
    world.mode = StoreMode::WhenTold;
    for (int i = 0; i < 120; ++i) {
        const SessionId guest = world.connect(ip(1));
        world.send(guest, enter("sesame", 1));
        world.hash_password();
        if (i % 2) // whether or not they wait for the answer
            world.disconnect(guest);
        world.answer_guests(Stored::Full);
        if (i % 2 == 0)
            CHECK(world.last_answer(guest) == "storage_full");
    }
    world.mode = StoreMode::AtOnce;
    CHECK(world.answer(world.connect(ip(1)), enter("sesame", 2)) == "ok");
}
