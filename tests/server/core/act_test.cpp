// `act`: which refusals come in which order, and that repeating it is safe.
#include "common/rules.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Act;

namespace {

Action legal_action(World& world, const Table2& table) {
    std::vector<Action> actions;
    legal_actions(world.state(table.room).match.state, actions);
    return actions.at(world.random.below(actions.size()));
}

SessionId mover(World& world, const Table2& table) {
    return table.at(world.state(table.room).match.state.turn);
}

SessionId waiter(World& world, const Table2& table) {
    return table.at(other(world.state(table.room).match.state.turn));
}

std::string match_of(World& world, const Table2& table) {
    return protocol::hex(world.state(table.room).fresh.match);
}

} // namespace

TEST_CASE("an action reaches everyone: one change, a view for each, its events") {
    World world(4);
    const Table2 table = sit_down(world);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, "Mira", {}});
    deal(world, table);
    const auto rooms = world.peer(watcher).rooms;
    play_one(world, table);
    for (const SessionId session : {table.host, table.guest, watcher}) {
        CHECK(world.view(session).seq == 2);
        CHECK(world.view(session).ply == 1);
        CHECK(world.view(session).events.size() == 1);
    }
    CHECK(world.peer(watcher).rooms == rooms); // unchanged
}

TEST_CASE("the order of checks: not_playing, stale_ply, not_your_turn, the rules") {
    World world(4);
    const Table2 table = sit_down(world);
    const Action nonsense = Sell{Good::Diamond, 7};
    CHECK(world.answer(table.host, Act{0, nonsense, {}}) == "not_playing");
    CHECK(world.answer(table.host, Act{5, nonsense, "zz"}) == "not_playing");
    deal(world, table);
    const SessionId me = mover(world, table), they = waiter(world, table);
    CHECK(world.answer(they, Act{1, nonsense, {}}) == "stale_ply");
    CHECK(world.answer(me, Act{1, legal_action(world, table), {}}) == "stale_ply");
    CHECK(world.answer(me, Act{std::uint64_t{1} << 32, legal_action(world, table), {}}) ==
          "stale_ply");
    CHECK(world.answer(they, Act{0, nonsense, "00"}) == "stale_ply");
    CHECK(world.answer(they, Act{0, legal_action(world, table), {}}) == "not_your_turn");
    const auto reply = world.ask(me, Act{0, nonsense, match_of(world, table)});
    CHECK(std::get<protocol::Error>(reply).code == protocol::ErrorCode::NotInHand);
    CHECK(std::get<protocol::Error>(reply).rule == "R11");
    CHECK(world.view(me).ply == 0);
    CHECK(world.answer(me, Act{0, legal_action(world, table), match_of(world, table)}) == "ok");
}

TEST_CASE("every rule's refusal has its code and its number") {
    World world(4);
    const Table2 table = sit_down(world);
    deal(world, table);
    const auto refusal = [&](const Action& action) {
        const auto& match = world.state(table.room).match;
        const auto reply = world.ask(mover(world, table), Act{match.ply, action, {}});
        const auto& error = std::get<protocol::Error>(reply);
        return std::string(protocol::name(error.code)) + " " + error.rule;
    };
    CHECK(refusal(Take{Card::Camel}) == "not_in_market R6");
    CHECK(refusal(Exchange{{Card::Gold}, {Card::Camel}}) == "exchange_too_small R8");
    CHECK(refusal(Exchange{{Card::Camel, Card::Camel}, {Card::Gold, Card::Silver}}) ==
          "exchange_takes_camel R8");
    CHECK(refusal(Exchange{{Card::Gold, Card::Gold}, {Card::Camel}}) == "exchange_unequal R8");
    CHECK(refusal(Sell{Good::Leather, 0}) == "sale_too_small R11");
    CHECK(world.records == 4); // room, guest, two readies: nothing else was stored
}

TEST_CASE("repeating the same action from the same seat is ok and changes nothing") {
    World world(4);
    const Table2 table = sit_down(world);
    deal(world, table);
    const SessionId me = mover(world, table), they = waiter(world, table);
    const Action action = legal_action(world, table);
    CHECK(world.answer(me, Act{0, action, {}}) == "ok");
    const RoomState before = world.state(table.room);
    CHECK(world.answer(me, Act{0, action, {}}) == "ok");
    CHECK(world.answer(me, Act{0, action, match_of(world, table)}) == "ok");
    CHECK(world.answer(me, Act{0, action, std::string(32, '0')}) == "stale_ply");
    CHECK(world.answer(me, Act{0, Sell{Good::Diamond, 7}, {}}) == "stale_ply");
    CHECK(world.answer(they, Act{0, action, {}}) == "stale_ply");
    CHECK(world.state(table.room) == before);
    const int views = world.peer(me).views;
    for (int i = 0; i < 6; ++i)
        play_one(world, table);
    CHECK(world.answer(me, Act{0, action, {}}) == "ok"); // no matter how late
    CHECK(world.peer(me).views == views + 6);
}

TEST_CASE("a repeat works after the match, on another connection, and never hits a later match") {
    World world(4);
    protocol::CreateOptions options;
    options.seals = 1;
    Table2 table = sit_down(world, options);
    deal(world, table);
    play_match(world, table);
    const auto match = match_of(world, table);
    const auto last = world.state(table.room).steps.back();
    const SessionId again = world.connect();
    world.disconnect(table.at(last.seat));
    world.enter(again, protocol::Resume{table.room, last.seat == Seat::Zero ? table.host_token
                                                                            : table.guest_token});
    (last.seat == Seat::Zero ? table.host : table.guest) = again;
    CHECK(world.answer(again, Act{last.ply, last.action, match}) == "ok");
    CHECK(world.answer(again, Act{last.ply, last.action, {}}) == "ok");
    CHECK(world.answer(again, Act{last.ply + 1, last.action, {}}) == "not_playing");
    world.answer(table.host, protocol::AskRematch{});
    world.answer(table.guest, protocol::AskRematch{});
    CHECK(world.answer(again, Act{last.ply, last.action, match}) == "not_playing");
    deal(world, table);
    const auto first = world.state(table.room).match.state.turn;
    CHECK(world.answer(table.at(first), Act{0, legal_action(world, table), match}) == "stale_ply");
}

TEST_CASE("a spectator is not_a_player") {
    World world(4);
    const Table2 table = sit_down(world);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, "Mira", {}});
    deal(world, table);
    const std::vector<protocol::RequestBody> requests{
        Act{0, TakeCamels{}, {}}, protocol::Ready{},      protocol::Reveal{},
        protocol::Resign{},       protocol::AskRematch{}, protocol::ClaimWin{}};
    for (const auto& request : requests)
        CHECK(world.answer(watcher, request) == "not_a_player");
}

TEST_CASE("ply counts over rounds, and the events of the last action bring the round's end") {
    World world(4);
    const Table2 table = sit_down(world);
    deal(world, table);
    play_round(world, table);
    const auto& over = world.view(table.host);
    CHECK(over.ply == world.state(table.room).steps.size());
    REQUIRE(over.events.size() == 2);
    CHECK(std::holds_alternative<RoundEnded>(over.events[1]));
    CHECK(over.players[Seat::One].hand); // face up
    const auto ply = over.ply;
    // The room message comes first: the phase has changed.
    const auto& heard = world.peer(table.guest).heard;
    CHECK(std::holds_alternative<protocol::RoomInfo>(heard.at(heard.size() - 2)));
    deal(world, table);
    CHECK(world.view(table.host).ply == ply);
    CHECK_FALSE(world.view(table.host).players[Seat::One].hand);
}
