// Store, then tell: with a slow store and a full one.
#include "common/rules.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Ready;

namespace {

struct Slow {
    World world{7};
    Table2 table;

    explicit Slow(std::optional<protocol::ClockOptions> clock = {}) {
        protocol::CreateOptions options;
        options.clock = clock;
        table = sit_down(world, options);
        deal(world, table);
        world.mode = StoreMode::WhenTold;
    }

    const Match& match() const { return world.state(table.room).match; }

    SessionId mover() const { return table.at(match().state.turn); }

    SessionId waiter() const { return table.at(other(match().state.turn)); }

    protocol::Act some_action() const {
        std::vector<Action> actions;
        legal_actions(match().state, actions);
        return {match().ply, actions.at(0), {}};
    }

    std::size_t heard(SessionId session) { return world.peer(session).heard.size(); }
};

std::string code_of(const protocol::ServerMessage& message) {
    if (const auto* error = std::get_if<protocol::Error>(&message))
        return std::string(protocol::name(error->code));
    return "ok";
}

} // namespace

TEST_CASE("nothing about an action is sent before it is stored") {
    Slow slow;
    World& world = slow.world;
    const SessionId me = slow.mover(), they = slow.waiter();
    const auto mine = slow.heard(me), theirs = slow.heard(they);
    world.send(me, slow.some_action());
    world.pass(5s);
    CHECK(slow.heard(me) == mine);
    CHECK(slow.heard(they) == theirs);
    CHECK(world.lobby.backlog(me) == 1);
    CHECK(world.unstored.size() == 1);
    world.answer_store(Stored::Durable);
    CHECK(slow.heard(me) == mine + 2); // ok, view
    CHECK(slow.heard(they) == theirs + 1);
    CHECK(world.lobby.backlog(me) == 0);
}

TEST_CASE("later requests for the same room or connection wait in line") {
    Slow slow;
    World& world = slow.world;
    const SessionId me = slow.mover(), they = slow.waiter();
    const SessionId third = world.connect();
    world.send(me, slow.some_action());
    world.send(me, protocol::Ping{});
    world.send(they, protocol::SendChat{"hurry"});
    world.send(they, protocol::Ping{});
    world.send(third, protocol::Spectate{slow.table.room, {}, {}});
    CHECK(world.unstored.size() == 1);
    CHECK(world.peer(me).asked.size() == 2);
    CHECK(world.peer(they).asked.size() == 2);
    CHECK(world.peer(third).asked.size() == 1);
    // Other rooms, and requests that don't concern this one, are not held up.
    const SessionId stranger = world.connect();
    CHECK(world.answer(stranger, protocol::Ping{}) == "ok");
    CHECK(world.answer(stranger, protocol::ListRooms{}) == "ok");
    world.answer_store(Stored::Durable);
    CHECK(world.peer(me).asked.empty());
    CHECK(world.peer(they).asked.size() == 2); // the chat line is with the store now
    CHECK(world.peer(third).asked.size() == 1);
    world.answer_store(Stored::Durable);
    CHECK(world.peer(they).asked.empty());
    CHECK(world.peer(third).asked.empty());
    CHECK(world.peer(third).chats.empty()); // entered after it
}

TEST_CASE("requests are served in order, after anything that is due") {
    World world(7);
    protocol::CreateOptions options;
    options.clock = {60, 0};
    const Table2 table = sit_down(world, options);
    deal(world, table);
    world.mode = StoreMode::WhenTold;
    world.now += 60s;
    world.send(table.host, protocol::SendChat{"one"});
    world.send(table.guest, protocol::SendChat{"two"});
    REQUIRE(world.unstored.size() == 1);
    CHECK(std::holds_alternative<MatchCutShort>(world.unstored.front().body));
    world.answer_store(Stored::Durable);
    CHECK(std::get<Chatted>(world.unstored.front().body).text == "one");
    world.answer_store(Stored::Durable);
    CHECK(std::get<Chatted>(world.unstored.front().body).text == "two");
}

TEST_CASE("a full store: storage_full, no change, nobody else is told") {
    Slow slow;
    World& world = slow.world;
    const SessionId me = slow.mover(), they = slow.waiter();
    const RoomState before = world.state(slow.table.room);
    const auto theirs = slow.heard(they);
    const auto action = slow.some_action();
    world.send(me, action);
    world.answer_store(Stored::Full);
    CHECK(code_of(world.peer(me).replies.back()) == "storage_full");
    CHECK(world.state(slow.table.room) == before);
    CHECK(slow.heard(they) == theirs);
    world.send(me, action); // again, once there is room
    world.answer_store(Stored::Durable);
    CHECK(code_of(world.peer(me).replies.back()) == "ok");
    CHECK(world.view(they).ply == 1);
}

TEST_CASE("a full store: reads and resumes work") {
    Slow slow;
    World& world = slow.world;
    world.disconnect(slow.table.guest);
    world.send(slow.table.host, protocol::SendChat{"hello?"});
    world.answer_store(Stored::Full);
    const SessionId again = world.connect(), watcher = world.connect();
    CHECK(world.answer(again, protocol::Resume{slow.table.room, slow.table.guest_token}) == "ok");
    CHECK(world.answer(watcher, protocol::Spectate{slow.table.room, {}, {}}) == "ok");
    CHECK(world.answer(watcher, protocol::ListRooms{}) == "ok");
    CHECK(world.unstored.empty());
}

TEST_CASE("a room that could not be stored never existed") {
    World world(7);
    world.mode = StoreMode::WhenTold;
    const SessionId host = world.connect(), guest = world.connect();
    world.send(host, protocol::CreateRoom{"Asha", {}});
    const RoomCode code = world.unstored.front().room;
    world.send(guest, protocol::JoinRoom{code, "Ravi", {}});
    CHECK(world.peer(guest).replies.empty());
    CHECK(world.lobby.counts().rooms == 0);
    world.answer_store(Stored::Full);
    CHECK(code_of(world.peer(host).replies.back()) == "storage_full");
    CHECK(code_of(world.peer(guest).replies.back()) == "no_such_room");
    CHECK_FALSE(world.lobby.room(code));
    world.send(host, protocol::CreateRoom{"Asha", {}});
    world.answer_store(Stored::Durable);
    CHECK(code_of(world.peer(host).replies.back()) == "ok");
}

TEST_CASE("a seat that could not be stored is free") {
    World world(7);
    const SessionId host = world.connect(), guest = world.connect(), third = world.connect();
    const auto code = world.enter(host, protocol::CreateRoom{"Asha", {}}).room;
    world.mode = StoreMode::WhenTold;
    world.send(guest, protocol::JoinRoom{code, "Ravi", {}});
    world.send(third, protocol::JoinRoom{code, "Mira", {}});
    world.answer_store(Stored::Full);
    world.answer_store(Stored::Durable);
    CHECK(code_of(world.peer(guest).replies.back()) == "storage_full");
    CHECK(code_of(world.peer(third).replies.back()) == "ok");
    CHECK(world.room(host).players[Seat::One]->name == "Mira");
}

TEST_CASE("timed changes are retried a second after the store was full") {
    World world(7);
    const Table2 table = sit_down(world);
    world.disconnect(table.guest);
    world.mode = StoreMode::WhenTold;
    world.pass(60s);
    REQUIRE(world.unstored.size() == 1);
    world.answer_store(Stored::Full);
    world.pass(999ms);
    CHECK(world.unstored.empty());
    world.pass(1ms);
    REQUIRE(world.unstored.size() == 1);
    world.answer_store(Stored::Full);
    world.pass(1s);
    world.answer_store(Stored::Durable);
    CHECK_FALSE(world.room(table.host).players[Seat::One]);
    CHECK(world.lobby.deadline() == std::nullopt);
}

TEST_CASE("a timed change that is no longer due holds nothing up after a second") {
    World world(7);
    const Table2 table = sit_down(world);
    world.disconnect(table.guest);
    world.mode = StoreMode::WhenTold;
    world.pass(60s);
    world.answer_store(Stored::Full); // the seat isn't freed
    const SessionId back = world.connect();
    CHECK(world.answer(back, protocol::Resume{table.room, table.guest_token}) == "ok");
    CHECK(world.answer(back, protocol::SendChat{"hello?"}) == "storage_full");
    world.now += 999ms;
    CHECK(world.answer(back, protocol::SendChat{"hello?"}) == "storage_full");
    world.now += 1ms;
    world.send(back, protocol::SendChat{"hello?"});
    world.answer_store(Stored::Durable);
    CHECK(world.last_answer(back) == "ok");
}

TEST_CASE("an unstored change holds up the room's other changes, but not reads") {
    Slow slow(protocol::ClockOptions{60, 0});
    World& world = slow.world;
    world.pass(60s);
    REQUIRE(std::holds_alternative<MatchCutShort>(world.unstored.front().body));
    const SessionId mover = slow.mover();
    world.send(mover, slow.some_action());
    const SessionId third = world.connect();
    world.send(third, protocol::Spectate{slow.table.room, {}, {}});
    world.answer_store(Stored::Full);
    CHECK(code_of(world.peer(mover).replies.back()) == "storage_full");
    CHECK(code_of(world.peer(third).replies.back()) == "ok");
    CHECK(world.unstored.empty());
    world.pass(1s);
    world.answer_store(Stored::Durable);
    CHECK(world.view(mover).result->match->reason == EndReason::Timeout);
}

TEST_CASE("the store's delay, and a second after it was full, count against nobody") {
    Slow slow(protocol::ClockOptions{60, 0});
    World& world = slow.world;
    const Seat first = slow.match().state.turn;
    world.pass(10s);
    world.send(slow.mover(), slow.some_action());
    world.pass(5s);
    world.answer_store(Stored::Full);
    world.pass(1s);
    world.pass(20s);
    world.send(slow.mover(), slow.some_action());
    world.pass(30s);
    world.answer_store(Stored::Durable);
    const auto& clock = *world.view(slow.table.host).clock;
    CHECK(clock.remaining_ms[first] == 60000 - 10000 - 20000);
    CHECK(clock.remaining_ms[other(first)] == 60000);
}

TEST_CASE("a closed connection gets no answer, but its request is carried out") {
    Slow slow;
    World& world = slow.world;
    const SessionId me = slow.mover(), they = slow.waiter();
    world.send(me, slow.some_action());
    world.disconnect(me);
    CHECK_FALSE(world.room(they).players[*world.view(they).turn]->connected);
    world.answer_store(Stored::Durable);
    CHECK(world.view(they).ply == 1);

    const SessionId host = world.connect();
    world.send(host, protocol::CreateRoom{"Mira", {}});
    const RoomCode code = world.unstored.front().room;
    world.disconnect(host);
    world.answer_store(Stored::Durable);
    REQUIRE(world.lobby.room(code));
    world.mode = StoreMode::AtOnce;
    world.pass(1min);
    CHECK_FALSE(world.state(code).players[Seat::Zero]);
    world.pass(15min);
    CHECK_FALSE(world.lobby.room(code));
}

TEST_CASE("a player gone before the join is stored keeps the seat for 60 s") {
    World world(7);
    const SessionId host = world.connect(), guest = world.connect();
    const auto code = world.enter(host, protocol::CreateRoom{"Asha", {}}).room;
    world.pass(1h);
    world.mode = StoreMode::WhenTold;
    world.send(guest, protocol::JoinRoom{code, "Ravi", {}});
    world.disconnect(guest);
    world.answer_store(Stored::Durable);
    CHECK_FALSE(world.room(host).players[Seat::One]->connected);
    world.mode = StoreMode::AtOnce;
    world.pass(59999ms);
    CHECK(world.room(host).players[Seat::One]);
    world.pass(1ms);
    CHECK_FALSE(world.room(host).players[Seat::One]);
}

TEST_CASE("a resume queued behind the same seat's leaving is bad_token") {
    World world(7);
    const Table2 table = sit_down(world);
    world.mode = StoreMode::WhenTold;
    const SessionId again = world.connect();
    world.send(table.guest, protocol::LeaveRoom{});
    world.send(again, protocol::Resume{table.room, table.guest_token});
    world.answer_store(Stored::Durable);
    CHECK(code_of(world.peer(again).replies.back()) == "bad_token");
}

TEST_CASE("the bot's answer waits for the store as well") {
    World world(7);
    const SessionId human = world.connect();
    const auto code = world.enter(human, protocol::CreateRoom{"Asha", against_bot()}).room;
    world.mode = StoreMode::WhenTold;
    world.send(human, Ready{});
    world.answer_store(Stored::Durable);
    while (world.state(code).match.state.turn == Seat::Zero) {
        std::vector<Action> actions;
        legal_actions(world.state(code).match.state, actions);
        world.send(human, protocol::Act{world.state(code).match.ply, actions[0], {}});
        world.answer_store(Stored::Durable);
    }
    const auto ply = world.view(human).ply;
    REQUIRE(world.unstored.size() == 1);
    CHECK(std::get<Acted>(world.unstored.front().body).seat == Seat::One);
    world.answer_store(Stored::Full);
    CHECK(world.view(human).ply == ply);
    world.pass(1s);
    world.answer_store(Stored::Durable);
    CHECK(world.view(human).ply == ply + 1);
}

TEST_CASE("spectators cost no clock time: an act counts from its arrival, before their chat") {
    Slow slow(protocol::ClockOptions{10, 0});
    World& world = slow.world;
    std::vector<SessionId> watchers;
    for (int i = 0; i < 20; ++i) {
        watchers.push_back(world.connect());
        world.enter(watchers.back(), protocol::Spectate{slow.table.room, {}, {}});
    }
    const Seat first = slow.match().state.turn;
    world.pass(2s); // of thought
    for (const SessionId watcher : watchers)
        world.send(watcher, protocol::SendChat{"well?"});
    world.send(slow.mover(), slow.some_action());
    world.pass(9s); // the store is slow: by now the flag would have fallen
    world.answer_store(Stored::Durable);
    REQUIRE(world.unstored.size() == 1);
    CHECK(std::holds_alternative<Acted>(world.unstored.front().body)); // before other watchers'
    world.answer_store(Stored::Durable);
    CHECK(world.view(slow.table.host).ply == 1);
    CHECK(world.view(slow.table.host).clock->remaining_ms[first] == 8000);
    while (!world.unstored.empty())
        world.answer_store(Stored::Durable);
    CHECK(slow.match().phase == Phase::Playing);
    CHECK(world.state(slow.table.room).chat.size() == watchers.size());
}

TEST_CASE("a flag that fell before the act arrived stays fallen, even if the act had to wait") {
    Slow slow(protocol::ClockOptions{10, 0});
    World& world = slow.world;
    world.send(slow.waiter(), protocol::SendChat{"time!"});
    world.pass(11s);
    world.send(slow.mover(), slow.some_action());
    world.answer_store(Stored::Durable);
    REQUIRE(world.unstored.size() == 1);
    CHECK(std::holds_alternative<MatchCutShort>(world.unstored.front().body));
}
