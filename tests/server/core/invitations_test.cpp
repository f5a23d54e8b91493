// What somebody learns of a room from outside: invitations and previews are guesses, too.
#include "tests/server/core/guesses.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::ReadInvitation;
using protocol::Spectate;

TEST_CASE("P23: an invitation answers as join_room does, after the same time") {
    // Guesses of each kind, from an address with fast guesses, in the slow lane, and with none
    // left.
    const auto answers = [](bool joins) {
        World world(7);
        const auto room = world.enter(world.connect(ip(1)), CreateRoom{"Asha", {}}).room;
        const auto locked = world.enter(world.connect(ip(1)), locked_room()).room;
        std::vector<std::pair<std::string, milliseconds>> result;
        const auto guess = [&](const std::string& code, std::optional<std::string> password) {
            const auto request =
                joins ? protocol::RequestBody(JoinRoom{code, "Mira", std::move(password)})
                      : protocol::RequestBody(ReadInvitation{code, std::move(password)});
            result.push_back(timed(world, ip(2), request));
        };
        for (int i = 0; i < 25; ++i) {
            guess("222222", std::nullopt);
            guess("222222", "sesame");
            guess(locked, std::nullopt);
            guess(locked, "sesam");
            guess("?", std::nullopt);
        }
        world.pass(3600s);
        for (int i = 0; i < 4; ++i) { // what is left, and what a right one costs: nothing
            guess(locked, "sesam");
            guess(i % 2 == 0 ? room : locked, i % 2 == 0 ? std::nullopt : std::optional("sesame"));
        }
        return result;
    };
    auto joins = answers(true), looks = answers(false);
    CHECK(joins.size() == looks.size());
    // The room is full once somebody has joined.
    const auto let_in = [](auto& answer) {
        return answer.first == "ok" || answer.first == "room_full";
    };
    for (auto* all : {&joins, &looks})
        for (auto& answer : *all)
            if (let_in(answer))
                answer.first = "let in";
    CHECK(joins == looks);
    CHECK(std::ranges::count(looks, "let in", [](const auto& answer) { return answer.first; }) ==
          4);
    jaipur::test::proved("P23", "invitations",
                         "133 guesses got the same answers after the same time as joins");
}

TEST_CASE("invitations, joins and requests to watch share one budget, and a right one is free") {
    World world;
    const auto room = world.enter(world.connect(ip(1)), CreateRoom{"Asha", {}}).room;
    const ReadInvitation wrong{"222222", std::nullopt}, right{room, std::nullopt};
    for (int i = 0; i < 50; ++i)
        CHECK(timed(world, ip(2), right) == std::pair<std::string, milliseconds>{"ok", 0ms});
    for (int i = 0; i < 4; ++i)
        CHECK(timed(world, ip(2), wrong).first == "no_such_room");
    CHECK(guesses(world, ip(2)) == 6);
    CHECK(timed(world, ip(2), wrong).first == "rate_limited");
    CHECK(timed(world, ip(2), right) == std::pair<std::string, milliseconds>{"ok", 500ms});
    CHECK(guesses(world, ip(3), wrong) == 10);
    CHECK(timed(world, ip(3), nowhere).first == "rate_limited");
}

TEST_CASE("P23: a preview is a guess like an invitation, and says nothing once they are used up") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect(ip(1));
    const auto open_room = [&](CreateRoom request, Stored result = Stored::Durable) {
        world.send(host, std::move(request));
        const RoomCode room = world.unstored.front().room;
        CHECK_FALSE(world.lobby.preview(ip(9), room, LinkTo::Seat, world.now)); // not yet stored
        world.answer_store(result);
        world.send(host, protocol::LeaveRoom{});
        while (!world.unstored.empty())
            world.answer_store(Stored::Durable);
        return room;
    };
    const RoomCode room = open_room({"Asha", {}});
    CreateRoom unwatched{"Asha", {}};
    unwatched.options.spectators = protocol::SpectatorMode::None;
    const RoomCode secret = open_room(unwatched);
    const auto shows = [&](const Address& from, const RoomCode& code, LinkTo to = LinkTo::Seat) {
        return world.lobby.preview(from, code, to, world.now).has_value();
    };
    for (int i = 0; i < 50; ++i) // a right one is free
        CHECK((shows(ip(2), room) && shows(ip(2), room, LinkTo::Watching)));
    CHECK(shows(ip(2), secret));
    CHECK_FALSE(shows(ip(2), secret, LinkTo::Watching));
    for (int i = 0; i < 5; ++i)
        CHECK_FALSE(shows(ip(2), "222222"));
    CHECK(guesses(world, ip(2)) == 4); // of ten: the budget is that of join_room
    CHECK_FALSE(shows(ip(2), room));
    CHECK_FALSE(shows(ip(2), "222222"));
    CHECK(shows(ip(3), room));
    for (int i = 0; i < 10; ++i)
        CHECK_FALSE(shows(ip(3), "222222"));
    CHECK_FALSE(shows(ip(3), room)); // as if it didn't exist
    CHECK(timed(world, ip(3), nowhere).first == "rate_limited");
    CHECK(timed(world, ip(3), ReadInvitation{room, std::nullopt}).first == "ok"); // the slow lane
    world.pass(600s);
    CHECK(shows(ip(3), room));
    jaipur::test::proved("P23", "previews",
                         "counted like joins; after ten wrong ones, a right one shows nothing");
}

TEST_CASE("a preview shows what the invitation does; not to somebody who was removed") {
    World world;
    const SessionId host = world.connect(ip(1)), guest = world.connect(ip(2));
    const auto room = world.enter(host, CreateRoom{"Asha", {}}).room;
    CreateRoom public_room{"Mira", {}};
    public_room.options.is_public = true;
    const auto listed = world.enter(world.connect(ip(3)), public_room).room;
    const auto shown = world.lobby.preview(ip(2), room, LinkTo::Seat, world.now);
    REQUIRE(shown);
    const auto told = world.ask(world.connect(ip(2)), ReadInvitation{room, std::nullopt});
    CHECK(*shown == std::get<protocol::Invitation>(std::get<protocol::Ok>(told).adds));
    world.enter(guest, JoinRoom{room, "Ravi", std::nullopt});
    REQUIRE(world.answer(host, protocol::Remove{Seat::One}) == "ok");
    CHECK_FALSE(world.lobby.preview(ip(2), room, LinkTo::Seat, world.now));
    CHECK(world.lobby.preview(ip(4), room, LinkTo::Seat, world.now));
    CHECK(guesses(world, ip(5)) == 10);
    CHECK(world.lobby.preview(ip(5), listed, LinkTo::Seat, world.now)); // not a guess
    CHECK_FALSE(world.lobby.preview(ip(5), room, LinkTo::Seat, world.now));
}

TEST_CASE("an invitation waits until the room is stored, and changes nothing in it") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect(), reader = world.connect(ip(2));
    world.send(host, CreateRoom{"Asha", {}});
    const RoomCode room = world.unstored.front().room;
    world.send(reader, ReadInvitation{room, std::nullopt});
    CHECK(world.last_answer(reader).empty());
    world.answer_store(Stored::Durable);
    CHECK(world.last_answer(reader) == "ok");
    CHECK(world.unstored.empty());
    CHECK(world.peer(reader).rooms == 0);
    CHECK(world.room(host).spectators == 0);
}

TEST_CASE("somebody who was removed from a room isn't invited any more") {
    World world;
    const SessionId host = world.connect(ip(1)), guest = world.connect(ip(2));
    const auto room = world.enter(host, CreateRoom{"Asha", {}}).room;
    world.enter(guest, JoinRoom{room, "Ravi", std::nullopt});
    REQUIRE(world.answer(host, protocol::Remove{Seat::One}) == "ok");
    CHECK(world.answer(world.connect(ip(2)), ReadInvitation{room, std::nullopt}) == "room_full");
    CHECK(world.answer(world.connect(ip(3)), ReadInvitation{room, std::nullopt}) == "ok");
}
