// Guesses of rooms and passwords: what they get, what counts, and how passwords wait.
#include "tests/server/core/world.hpp"
#include "tests/support/proof.hpp"

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
using protocol::ReadInvitation;
using protocol::Spectate;

namespace {

CreateRoom locked_room() {
    CreateRoom request{"Asha", {}};
    request.options.password = "sesame";
    return request;
}

// The answer and the time it took.
std::pair<std::string, milliseconds> timed(World& world, const Address& from,
                                           const protocol::RequestBody& request) {
    const SessionId session = world.connect(from);
    const Time begin = world.now;
    world.send(session, request);
    while (world.last_answer(session).empty())
        world.pass(1ms);
    return {world.last_answer(session), world.now - begin};
}

const JoinRoom nowhere{"222222", "Mira", std::nullopt};

// How often this address gets no_such_room until it is told to wait.
int guesses(World& world, const Address& from, const protocol::RequestBody& guess = nowhere) {
    int count = 0;
    while (timed(world, from, guess).first == "no_such_room")
        ++count;
    return count;
}

} // namespace

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

TEST_CASE("P24: a thousand passwords from many connections delay a friend by a few hashes") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId host = world.connect();
    world.send(host, locked_room());
    world.hash_password();
    world.answer_store(Stored::Durable);
    const auto room = world.peer(host).room->room;
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
    world.send(host, locked_room());
    world.hash_password();
    world.answer_store(Stored::Durable);
    const auto room = world.peer(host).room->room;
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
    CHECK(ended.session == 2);
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
    world.send(host, locked_room());
    world.hash_password();
    world.answer_store(Stored::Durable);
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
