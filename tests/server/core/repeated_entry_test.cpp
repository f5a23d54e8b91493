// Requests for a seat that are repeated, because their answer was lost.
#include "protocol/hash.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateOptions;
using protocol::CreateRoom;
using protocol::JoinRoom;
using protocol::QuickMatch;
using protocol::RequestBody;

namespace {

Token token_of(std::uint8_t byte) {
    Token token;
    token.fill(byte);
    return token;
}

CreateRoom create(std::uint8_t token, CreateOptions options = {}) {
    return {"Asha", std::move(options), token_of(token)};
}

JoinRoom join(const RoomCode& room, std::uint8_t token) {
    return {room, "Ravi", {}, token_of(token)};
}

CreateOptions locked() {
    CreateOptions options;
    options.password = "sesame";
    return options;
}

// The connection is cut after the request: its answer reaches nobody.
void lose(World& world, const RequestBody& request, const Address& from = {}) {
    const SessionId session = world.connect(from);
    world.send(session, request);
    world.disconnect(session);
}

} // namespace

TEST_CASE("a repeated request gets the same answer and the same seat, on any connection") {
    World world;
    CreateOptions open;
    open.is_public = true;
    const auto host = world.enter(world.connect(), CreateRoom{"Mira", open});
    for (const RequestBody& request : std::vector<RequestBody>{
             create(1), join(host.room, 2), QuickMatch{"Noor", {}, token_of(3)}}) {
        const SessionId first = world.connect();
        const auto seated = world.enter(first, request);
        const auto before = world.state(seated.room);
        const auto records = world.records;
        CHECK(seated.token == protocol::base64url(as<CreateRoom>(request) ? token_of(1)
                                                  : as<JoinRoom>(request) ? token_of(2)
                                                                          : token_of(3)));
        CHECK(world.enter(first, request) == seated); // on the same one
        CHECK(world.peer(first).views == 2);
        const SessionId again = world.connect();
        CHECK(world.enter(again, request) == seated);
        CHECK(world.peer(first).closed == protocol::CloseCode::Replaced);
        CHECK(world.view(again).you == seated.seat);
        world.disconnect(again);
        CHECK(world.enter(world.connect(), request) == seated);
        CHECK(world.state(seated.room) == before);
        CHECK(world.records == records);
    }
    CHECK(world.lobby.counts().rooms == 3); // Ravi took the seat that quick_match could have
}

TEST_CASE("a lost request has taken its seat once, or takes it when it is repeated") {
    for (const bool arrives : {true, false}) {
        CAPTURE(arrives);
        World world;
        if (arrives)
            lose(world, create(1));
        const auto seated = world.enter(world.connect(), create(1));
        CHECK(world.lobby.counts().rooms == 1);
        if (arrives)
            lose(world, join(seated.room, 2));
        CHECK(world.enter(world.connect(), join(seated.room, 2)).seat == Seat::One);
        CHECK(world.answer(world.connect(), JoinRoom{seated.room, "Mira", {}}) == "room_full");
    }
}

TEST_CASE("a repeated request waits for the record of the first") {
    for (const Stored result : {Stored::Durable, Stored::Full}) {
        World world;
        world.mode = StoreMode::WhenTold;
        lose(world, create(1));
        const SessionId again = world.connect(), third = world.connect();
        world.send(again, create(1));
        world.send(third, protocol::Resume{std::nullopt, protocol::base64url(token_of(1))});
        REQUIRE(world.unstored.size() == 1);
        CHECK(world.peer(again).replies.empty());
        world.answer_store(result);
        if (result == Stored::Durable) {
            CHECK(world.unstored.empty());
            CHECK(world.peer(again).closed == protocol::CloseCode::Replaced); // the third came last
            CHECK(world.last_answer(third) == "ok");
        } else {
            REQUIRE(world.unstored.size() == 1); // now it takes a seat itself
            world.answer_store(Stored::Durable);
            CHECK(world.last_answer(again) == "ok");
        }
        CHECK(world.lobby.counts().rooms == 1);
    }
}

TEST_CASE("a request that waited for its seat without success is checked like any other") {
    World world;
    const auto room = world.enter(world.connect(ip(1)), create(1, locked())).room;
    const SessionId guest = world.connect(ip(2));
    const JoinRoom wrong{room, "Ravi", "wrong", token_of(2)},
        right{room, "Ravi", "sesame", token_of(2)};
    world.enter(guest, right);
    for (int i = 0; i < 10; ++i) // uses up this address's guesses
        CHECK(world.answer(world.connect(ip(3)), JoinRoom{room, "Eve", "wrong"}) == "no_such_room");
    world.mode = StoreMode::WhenTold;
    world.send(guest, protocol::LeaveRoom{});
    const SessionId first = world.connect(ip(4)), second = world.connect(ip(3));
    world.send(first, wrong);
    world.send(second, right);
    CHECK(world.unhashed.empty()); // the seat is still theirs
    world.answer_store(Stored::Durable);
    REQUIRE(world.unhashed.size() == 1);
    world.hash_password();
    CHECK(world.last_answer(first) == "no_such_room");
    CHECK(world.last_answer(second).empty()); // in the slow lane
    world.pass(600ms);
    world.hash_password();
    world.answer_store(Stored::Durable);
    CHECK(world.last_answer(second) == "ok");
}

TEST_CASE("a token that has a seat is refused for another room, whatever is there") {
    World world;
    const auto mine = world.enter(world.connect(), create(1)).room;
    const auto other = world.enter(world.connect(), create(2, locked())).room;
    for (int i = 0; i < 20; ++i) // no guess
        for (const std::string& room : {other, std::string("222222"), std::string("?")})
            CHECK(world.answer(world.connect(ip(1)), join(room, 1)) == "bad_token");
    CHECK(world.unhashed.empty());
    CHECK(world.enter(world.connect(), join(mine, 1)).seat ==
          Seat::Zero); // whichever request took it
    CHECK(world.enter(world.connect(), QuickMatch{"Mira", {}, token_of(1)}).room == mine);
    CHECK(world.lobby.counts().rooms == 2);
}

TEST_CASE("on a connection in a room, only the request for its own seat is repeated") {
    World world;
    const SessionId host = world.connect(), watcher = world.connect();
    const auto mine = world.enter(host, create(1)).room;
    world.enter(world.connect(), create(2));
    world.enter(watcher, protocol::Spectate{mine, {}, {}});
    CHECK(world.answer(host, create(2)) == "already_in_room");
    CHECK(world.answer(host, create(3)) == "already_in_room");
    CHECK(world.answer(watcher, create(1)) == "already_in_room");
    CHECK(world.answer(host, create(1)) == "ok");
    CreateOptions unknown;
    unknown.bot = "grandmaster";
    CHECK(world.answer(host, create(1, unknown)) == "bad_request");     // the form comes first
    CHECK(world.answer(host, CreateRoom{"", {}, token_of(1)}) == "ok"); // the name isn't compared
}

TEST_CASE("no limit counts a repeated request") {
    Limits limits = patient_limits();
    limits.rooms = 1;
    limits.waiting_rooms_per_address = 1;
    World world(1, limits);
    lose(world, create(1, locked()), ip(1));
    world.enter(world.connect(ip(1)), create(1, locked()));
    world.shut_down();
    world.enter(world.connect(ip(1)), create(1, locked()));
    CHECK(world.unhashed.empty());
    CHECK(world.answer(world.connect(ip(1)), create(2)) == "shutting_down");
}

TEST_CASE("a repeated join does not count as a guess") {
    World world;
    const auto room = world.enter(world.connect(ip(1)), create(1)).room;
    lose(world, join(room, 2), ip(2));
    for (int i = 0; i < 10; ++i)
        CHECK(world.answer(world.connect(ip(2)), JoinRoom{"222222", "Eve", {}}) == "no_such_room");
    for (int i = 0; i < 20; ++i)
        CHECK(world.answer(world.connect(ip(2)), join(room, 2)) == "ok"); // at once
    CHECK(world.answer(world.connect(ip(2)), join("333333", 2)) == "bad_token");
    world.disconnect(world.connect(ip(2)));
}

TEST_CASE("a join that turns out to be a repeat after hashing does not count as a guess") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    const SessionId guest = world.connect(ip(2));
    world.send(guest, JoinRoom{"333333", "Ravi", "sesame", token_of(1)});
    REQUIRE(world.unhashed.size() == 1);
    world.send(world.connect(ip(1)), create(1)); // meanwhile the token gets a seat
    world.answer_store(Stored::Durable);
    world.hash_password();
    CHECK(world.last_answer(guest) == "bad_token");
    for (int i = 0; i < 10; ++i)
        CHECK(world.answer(world.connect(ip(2)), JoinRoom{"222222", "Eve", {}}) == "no_such_room");
}

TEST_CASE("a repeat on the seat's own connection tells nobody else anything") {
    World world;
    const SessionId host = world.connect(), watcher = world.connect();
    const auto room = world.enter(host, create(1)).room;
    world.enter(watcher, protocol::Spectate{room, {}, {}});
    const int rooms = world.peer(host).rooms;
    const std::size_t heard = world.peer(watcher).heard.size();
    world.enter(host, create(1));
    CHECK(world.peer(host).rooms == rooms + 1);
    CHECK(world.peer(watcher).heard.size() == heard);
}

TEST_CASE("the server finds a seat by its token after a restart, and only as long as it is taken") {
    World world;
    lose(world, create(1));
    world.crash(5s);
    const SessionId host = world.connect();
    const auto seated = world.enter(host, create(1));
    CHECK(world.lobby.counts().rooms == 1);
    CHECK(world.enter(world.connect(), join(seated.room, 2)).seat == Seat::One);
    world.crash();
    world.enter(world.connect(), join(seated.room, 2));
    const SessionId back = world.connect();
    world.enter(back, create(1));
    CHECK(world.answer(back, protocol::LeaveRoom{}) == "ok");
    CHECK(world.enter(back, create(1)).room != seated.room); // a new one
    CHECK(world.enter(world.connect(), join(seated.room, 3)).seat == Seat::Zero);
}

TEST_CASE("the token of a seat whose room has closed is free again") {
    World world;
    const SessionId host = world.connect(), guest = world.connect();
    const auto room = world.enter(host, create(1)).room;
    world.enter(guest, join(room, 2));
    CHECK(world.answer(host, protocol::Ready{}) == "ok");
    CHECK(world.answer(guest, protocol::Ready{}) == "ok");
    CHECK(world.answer(host, protocol::Resign{}) == "ok"); // from now on nothing frees the seats
    world.disconnect(host);
    world.disconnect(guest);
    world.pass(Limits{}.empty_room_dies_after);
    REQUIRE(world.lobby.room(room) == nullptr);
    CHECK(world.answer(world.connect(),
                       protocol::Resume{std::nullopt, protocol::base64url(token_of(1))}) ==
          "bad_token");
    CHECK(world.enter(world.connect(), create(1)).seat == Seat::Zero);
}

TEST_CASE("resume finds the room of a token") {
    World world;
    const auto seated = world.enter(world.connect(), CreateRoom{"Asha", {}}); // the server's token
    lose(world, create(1));
    const SessionId again = world.connect();
    CHECK(world.enter(again, protocol::Resume{std::nullopt, *seated.token}).room == seated.room);
    const auto mine = world.enter(world.connect(),
                                  protocol::Resume{std::nullopt, protocol::base64url(token_of(1))});
    CHECK(mine.seat == Seat::Zero);
    CHECK_FALSE(mine.token);
    CHECK(world.answer(world.connect(),
                       protocol::Resume{seated.room, protocol::base64url(token_of(1))}) ==
          "bad_token");
    for (const char* wrong : {"", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
        CHECK(world.answer(world.connect(), protocol::Resume{std::nullopt, wrong}) == "bad_token");
    world.enter(world.connect(), CreateRoom{"Zoe", {}, protocol::Secret{}}); // a token of zeros
    CHECK(world.answer(world.connect(), protocol::Resume{std::nullopt, "x"}) == "bad_token");
    CHECK(world.answer(again, protocol::LeaveRoom{}) == "ok");
    CHECK(world.answer(again, protocol::Resume{std::nullopt, *seated.token}) == "bad_token");
}
