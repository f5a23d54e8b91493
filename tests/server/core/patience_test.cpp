// The time for an action in a room without a clock: what it shows, and what a player may claim.
#include "common/rules.hpp"
#include "server/core/room/state.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::ClaimWin;

namespace {

protocol::CreateOptions with_patience(int seconds) {
    protocol::CreateOptions options;
    options.patience = seconds;
    return options;
}

// A dealt match in a room with 100 seconds for each action.
struct Hurried {
    World world{6};
    Table2 table;

    explicit Hurried(protocol::CreateOptions options = with_patience(100)) {
        table = sit_down(world, std::move(options));
        deal(world, table);
    }

    Seat turn() const { return world.state(table.room).match.state.turn; }

    SessionId mover() const { return table.at(turn()); }

    SessionId waiter() const { return table.at(other(turn())); }

    std::string claim() { return world.answer(waiter(), ClaimWin{}); }

    bool is_overdue(Seat seat) { return world.room(waiter()).players[seat]->overdue; }

    std::int64_t left() { return world.view(waiter()).move_in.value_or(-1); }

    protocol::Act some_action() const {
        const Match& match = world.state(table.room).match;
        std::vector<Action> actions;
        legal_actions(match.state, actions);
        return {match.ply, actions.at(0), {}};
    }

    SessionId come_back(Seat seat) {
        const SessionId again = world.connect();
        world.enter(again, protocol::Resume{table.room, seat == Seat::Zero ? table.host_token
                                                                           : table.guest_token});
        return again;
    }
};

} // namespace

TEST_CASE("patience: a present player who doesn't act can be beaten, once the time is used up") {
    Hurried hurried;
    World& world = hurried.world;
    CHECK(hurried.left() == 100000);
    CHECK(world.view(hurried.mover()).move_in == 100000);
    const int rooms = world.peer(hurried.waiter()).rooms;
    world.pass(99999ms);
    CHECK(hurried.claim() == "cannot_claim");
    CHECK(world.peer(hurried.waiter()).rooms == rooms);
    world.pass(1ms);
    CHECK(world.peer(hurried.waiter()).rooms == rooms + 1);
    CHECK(hurried.is_overdue(hurried.turn()));
    CHECK_FALSE(hurried.is_overdue(other(hurried.turn())));
    CHECK(world.answer(hurried.mover(), ClaimWin{}) == "cannot_claim");
    world.pass(10h); // nothing happens by itself
    CHECK(world.peer(hurried.waiter()).rooms == rooms + 1);
    const Seat winner = other(hurried.turn());
    CHECK(hurried.claim() == "ok");
    CHECK(*world.view(hurried.table.host).result->match == MatchResult{winner, EndReason::Claimed});
    CHECK_FALSE(world.view(hurried.table.host).move_in);
    CHECK_FALSE(world.room(hurried.table.host).players[other(winner)]->overdue);
}

TEST_CASE("patience: an overdue player may still act; then the opponent's time runs") {
    Hurried hurried;
    World& world = hurried.world;
    world.pass(200s);
    const Seat late = hurried.turn();
    REQUIRE(hurried.is_overdue(late));
    const std::size_t heard = world.peer(hurried.waiter()).heard.size();
    CHECK(world.answer(hurried.mover(), hurried.some_action()) == "ok");
    REQUIRE(hurried.turn() == other(late));
    CHECK_FALSE(hurried.is_overdue(late));
    const auto& messages = world.peer(hurried.mover()).heard;
    REQUIRE(messages.size() == heard + 2); // the room, then the view
    CHECK(std::holds_alternative<protocol::RoomInfo>(messages[heard]));
    CHECK(hurried.left() == 100000);
    CHECK(hurried.claim() == "cannot_claim");
    world.pass(100s);
    CHECK(hurried.is_overdue(other(late)));
    CHECK(hurried.claim() == "ok");
}

TEST_CASE("patience: each action has its own time, and costs no room message") {
    Hurried hurried;
    World& world = hurried.world;
    const int rooms = world.peer(hurried.table.host).rooms;
    for (int i = 0; i < 5; ++i) {
        world.pass(99s);
        CHECK(hurried.claim() == "cannot_claim");
        play_one(world, hurried.table);
        CHECK(hurried.left() == 100000);
    }
    CHECK(world.peer(hurried.table.host).rooms == rooms);
}

TEST_CASE("patience: chat and a resume take no time off and give none back") {
    Hurried hurried;
    World& world = hurried.world;
    world.pass(60s);
    REQUIRE(world.answer(hurried.mover(), protocol::SendChat{"a moment"}) == "ok");
    const Seat turn = hurried.turn();
    hurried.come_back(turn);
    CHECK(world.view(hurried.come_back(turn)).move_in == 40000);
    world.pass(40s);
    CHECK(hurried.is_overdue(turn));
    const SessionId again = hurried.come_back(turn);
    CHECK(world.view(again).move_in == 0);
    CHECK(world.room(again).players[turn]->overdue);
}

TEST_CASE("patience: the end of the time is told even if somebody came just before") {
    Hurried hurried;
    World& world = hurried.world;
    world.pass(99999ms);
    const Seat waiter = other(hurried.turn());
    const SessionId again = hurried.come_back(waiter);
    const int rooms = world.peer(again).rooms;
    world.pass(1ms);
    CHECK(world.peer(again).rooms == rooms + 1);
    CHECK(world.room(again).players[hurried.turn()]->overdue);
}

TEST_CASE("patience: it has nothing to do with absence") {
    auto options = with_patience(100);
    options.grace = 300;
    Hurried hurried(options);
    World& world = hurried.world;
    const Seat turn = hurried.turn();
    world.pass(50s);
    world.disconnect(hurried.mover());
    world.pass(49999ms);
    CHECK(hurried.claim() == "cannot_claim");
    world.pass(1ms);
    CHECK(world.room(hurried.waiter()).players[turn]->claim_in == 250000);
    CHECK(hurried.claim() == "ok");
}

TEST_CASE("patience: the absent player who isn't to act has only the absence time") {
    auto options = with_patience(100);
    options.grace = 300;
    Hurried hurried(options);
    World& world = hurried.world;
    world.disconnect(hurried.waiter());
    world.pass(100s);
    CHECK(world.answer(hurried.mover(), ClaimWin{}) == "cannot_claim");
    world.pass(200s);
    CHECK(world.answer(hurried.mover(), ClaimWin{}) == "ok");
}

TEST_CASE("patience: no time runs while the room waits, between rounds, or with a clock") {
    World world(6);
    auto options = with_patience(60);
    options.seals = 3;
    const Table2 table = sit_down(world, options);
    CHECK_FALSE(world.view(table.host).move_in);
    world.pass(1h);
    deal(world, table);
    CHECK(world.view(table.host).move_in == 60000);
    play_round(world, table);
    CHECK_FALSE(world.view(table.host).move_in);
    world.pass(59s);
    CHECK(world.answer(table.host, ClaimWin{}) == "cannot_claim");
    deal(world, table);
    CHECK(world.view(table.host).move_in == 60000);

    options.clock = {3600, 0};
    Hurried with_clock(options);
    CHECK_FALSE(with_clock.world.view(with_clock.table.host).move_in);
    with_clock.world.pass(30min);
    CHECK_FALSE(with_clock.is_overdue(with_clock.turn()));
    CHECK(with_clock.claim() == "cannot_claim");
}

TEST_CASE("patience: a restart gives the action its time again, and downtime isn't charged") {
    Hurried hurried;
    World& world = hurried.world;
    play_one(world, hurried.table);
    world.pass(90s);
    world.crash(48h);
    come_back(world, hurried.table);
    CHECK(hurried.left() == 100000);
    world.pass(99999ms);
    CHECK(hurried.claim() == "cannot_claim");
    world.pass(1ms);
    CHECK(hurried.is_overdue(hurried.turn()));
    world.crash();
    come_back(world, hurried.table);
    CHECK_FALSE(hurried.is_overdue(hurried.turn()));
    CHECK(hurried.claim() == "cannot_claim");
}

TEST_CASE("patience: rooms of release 0.1.0 have the default, also in the middle of a match") {
    Hurried hurried{protocol::CreateOptions{}};
    World& world = hurried.world;
    play_one(world, hurried.table);
    for (Record& record : world.log.at(hurried.table.room)) {
        record.clock_left = {}; // as that release stored it
        if (const auto* opened = std::get_if<RoomOpened>(&record.body))
            CHECK_FALSE(opened->options.patience);
    }
    world.crash();
    come_back(world, hurried.table);
    CHECK(world.room(hurried.waiter()).options.patience == 600);
    CHECK(hurried.left() == 600000);
    world.pass(599999ms);
    CHECK(hurried.claim() == "cannot_claim");
    world.pass(1ms);
    CHECK(hurried.claim() == "ok");
}

TEST_CASE("patience: the store's delay, and a second after it was full, count against nobody") {
    Hurried hurried;
    World& world = hurried.world;
    world.mode = StoreMode::WhenTold;
    world.pass(10s);
    world.send(hurried.mover(), hurried.some_action());
    world.pass(50s);
    world.answer_store(Stored::Full);
    world.pass(1s);
    world.pass(89999ms);
    CHECK(hurried.claim() == "cannot_claim");
    world.pass(1ms);
    CHECK(hurried.is_overdue(hurried.turn()));
    world.send(hurried.waiter(), ClaimWin{});
    world.answer_store(Stored::Full); // and the player may still act
    world.send(hurried.mover(), hurried.some_action());
    world.answer_store(Stored::Durable);
    CHECK(hurried.left() == 100000);
}

TEST_CASE("patience: a player whose action has come in time is never shown as overdue") {
    Hurried hurried;
    World& world = hurried.world;
    const Seat turn = hurried.turn();
    const SessionId watcher = world.connect(), waiter = hurried.waiter();
    world.enter(watcher, protocol::Spectate{hurried.table.room, {}, {}});
    milliseconds lag{};
    const auto is_shown_overdue = [&] { // once everybody is told something else
        Output out;
        world.lobby.lag(waiter, lag += 100ms, world.now, out);
        world.carry_out(out);
        return world.room(waiter).players[turn]->overdue;
    };
    world.mode = StoreMode::WhenTold;
    world.pass(99999ms);
    world.send(watcher, protocol::SendChat{"hurry"});
    world.send(hurried.mover(), hurried.some_action());
    world.pass(1s);
    CHECK_FALSE(is_shown_overdue()); // the action waits for the chat
    world.answer_store(Stored::Durable);
    world.pass(1s);
    CHECK_FALSE(is_shown_overdue()); // the action is being stored
    world.answer_store(Stored::Durable);
    CHECK(hurried.turn() == other(turn));
    CHECK_FALSE(is_shown_overdue());
}

TEST_CASE("patience: if the time runs out while the store is busy, players hear of it afterwards") {
    Hurried hurried;
    World& world = hurried.world;
    const Seat turn = hurried.turn();
    world.mode = StoreMode::WhenTold;
    world.pass(99s);
    world.send(hurried.waiter(), protocol::SendChat{"hurry"});
    world.pass(2s);
    world.disconnect(hurried.mover());
    CHECK_FALSE(hurried.is_overdue(turn)); // an action could have come before
    world.answer_store(Stored::Durable);
    CHECK(hurried.is_overdue(turn));
    CHECK(world.view(hurried.come_back(turn)).move_in == 0);
}

TEST_CASE("patience: against a bot, which acts at once and claims nothing, there is no limit") {
    World world(6);
    auto options = with_patience(60);
    options.bot = "easy";
    const SessionId human = world.connect();
    world.enter(human, protocol::CreateRoom{"Asha", options});
    world.answer(human, protocol::Ready{});
    REQUIRE(world.view(human).turn == Seat::Zero);
    world.pass(1h);
    CHECK_FALSE(world.view(human).move_in);
    for (const auto& player : world.room(human).players.values)
        CHECK_FALSE(player->overdue);
    CHECK(world.answer(human, ClaimWin{}) == "cannot_claim");
}

TEST_CASE("patience: a delayed spectator sees the time of then; nobody gets it in a replay") {
    auto options = with_patience(100);
    options.spectators = protocol::SpectatorMode::Open;
    options.delay = 2;
    Hurried hurried(options);
    World& world = hurried.world;
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{hurried.table.room, {}, {}});
    world.pass(30s);
    for (int i = 0; i < 3; ++i)
        play_one(world, hurried.table);
    CHECK(world.view(watcher).ply == 1);
    CHECK(world.view(watcher).move_in == 100000);
    world.pass(100s);
    CHECK(hurried.claim() == "ok");
    const auto* replay = world.replay(world.view(watcher).match);
    REQUIRE(replay);
    CHECK_FALSE(replay->options.patience);
}

TEST_CASE("patience: shown to everybody, and no longer than the server allows") {
    const auto shown = [](int asked, std::chrono::seconds longest) {
        Limits limits = patient_limits();
        limits.longest_move = longest;
        World world(6, limits);
        const SessionId host = world.connect();
        const auto code =
            world.enter(host, protocol::CreateRoom{"Asha", with_patience(asked)}).room;
        const auto stored = world.state(code).options.patience;
        CHECK(patience_of(world.state(code).options) == world.room(host).options.patience);
        CHECK(stored.has_value() == (world.room(host).options.patience != 600));
        return *world.room(host).options.patience;
    };
    CHECK(shown(600, 0s) == 600);
    CHECK(shown(60, 0s) == 60);
    CHECK(shown(2592000, 0s) == 2592000);
    CHECK(shown(2592000, 24h) == 86400);
    CHECK(shown(3600, 10min) == 600);
    CHECK(shown(600, 3s) == 3);
}
