// A bot is asked once for each action; what its answer does depends on when it comes.
#include "common/rules.hpp"
#include "tests/server/core/world.hpp"
#include "tests/support/quick_bot.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;

namespace {

// A person has moved in a match that just began, and the bot has been asked but hasn't answered.
struct AskedBot {
    explicit AskedBot(milliseconds bot_time = {}, int clock = 0)
        : world(1, limits(bot_time)), human(world.connect()) {
        protocol::CreateOptions options;
        options.bot = "hard";
        if (clock > 0)
            options.clock = protocol::ClockOptions{clock, 0};
        seat = world.enter(human, protocol::CreateRoom{"Asha", options});
        world.bots_think = false;
        const auto nonce = nonce_of(4);
        world.answer(human, protocol::Ready{commit_for(world, human, Seat::Zero, nonce)});
        REQUIRE(world.answer(human, protocol::Reveal{nonce}) == "ok");
        if (match().state.turn == Seat::Zero) {
            std::vector<Action> actions;
            legal_actions(match().state, actions);
            REQUIRE(world.answer(human, protocol::Act{match().ply, actions.at(0), {}}) == "ok");
        }
        REQUIRE(match().state.turn == Seat::One);
        REQUIRE(world.thoughts.size() == 1);
    }

    static Limits limits(milliseconds bot_time) {
        Limits limits = patient_limits();
        limits.bot_time = bot_time;
        return limits;
    }

    const Match& match() { return world.state(seat.room).match; }

    World world;
    SessionId human = 0;
    protocol::Seated seat;
};

} // namespace

TEST_CASE("a bot is asked once for each action, and is told what its player sees") {
    AskedBot asked;
    const ToThink& what = asked.world.thoughts.front();
    CHECK(what.room == asked.seat.room);
    CHECK(what.level == "hard");
    CHECK(what.view.you == Seat::One);
    CHECK(what.view.legal.has_value());
    CHECK_FALSE(what.view.players[Seat::Zero].hand.has_value());
    CHECK(what.round.size() == asked.match().ply + 1); // the beginning, and each action
    asked.world.pass(4s);
    asked.world.disconnect(asked.world.connect());
    CHECK(asked.world.thoughts.size() == 1);
    CHECK(asked.match().state.turn == Seat::One); // it still thinks
    const auto ply = asked.match().ply;
    asked.world.think();
    CHECK(asked.match().ply == ply + 1);
    CHECK(asked.world.thoughts.empty());
}

TEST_CASE("a bot that knows early acts when its time has come, a late one at once") {
    AskedBot early(1000ms), late(1000ms);
    const auto ply = early.match().ply;
    early.world.think();
    early.world.pass(590ms);
    CHECK(early.match().ply == ply);
    early.world.pass(900ms);
    CHECK(early.match().ply == ply + 1);
    late.world.pass(1500ms);
    CHECK(late.match().ply == ply);
    late.world.think();
    CHECK(late.match().ply == ply + 1);
}

TEST_CASE("a bot whose clock can't wait for its thoughts is asked to answer at once") {
    AskedBot asked({}, 21);
    CHECK_FALSE(asked.world.thoughts.front().at_once);
    asked.world.pass(990ms);
    CHECK(asked.world.thoughts.size() == 1);
    asked.world.pass(20ms); // a twentieth of all but one second
    REQUIRE(asked.world.thoughts.size() == 2);
    CHECK(asked.world.thoughts.back().at_once);
    asked.world.pass(10s);
    CHECK(asked.world.thoughts.size() == 2);
    const auto ply = asked.match().ply;
    asked.world.think();
    CHECK(asked.match().ply == ply + 1);
    asked.world.think(); // too late
    CHECK(asked.match().ply == ply + 1);
    const AskedBot hurried({}, 1);
    CHECK(hurried.world.thoughts.front().at_once);
}

TEST_CASE("without a clock, too, a bot that thinks too long is asked to answer at once") {
    AskedBot asked;
    asked.world.pass(4990ms);
    CHECK(asked.world.thoughts.size() == 1);
    asked.world.pass(20ms);
    REQUIRE(asked.world.thoughts.size() == 2);
    CHECK(asked.world.thoughts.back().at_once);
    const auto ply = asked.match().ply;
    asked.world.think();
    CHECK(asked.match().ply == ply + 1);
}

TEST_CASE("after a restart, a bot is asked again") {
    AskedBot asked;
    const ToThink before = asked.world.thoughts.front();
    asked.world.crash(1h);
    asked.world.pass(0ms);
    REQUIRE(asked.world.thoughts.size() == 1);
    const ToThink& again = asked.world.thoughts.front();
    CHECK(again.view == before.view);
    CHECK(again.round == before.round);
    asked.world.think();
    CHECK(asked.match().state.turn == Seat::Zero);
}

TEST_CASE("an answer that comes too late changes nothing") {
    AskedBot asked;
    Output out;
    const Thought thought = jaipur::test::quick_thought(asked.world.thoughts.front());
    asked.world.think();
    const auto ply = asked.match().ply;
    const auto answer = [&](const Thought& late) {
        asked.world.lobby.thought(late, asked.world.now, out);
        asked.world.carry_out(out);
        out = {};
        CHECK(asked.match().ply == ply);
    };
    answer(thought);
    Thought other = thought;
    other.match[0] ^= 1;
    answer(other);
    other = thought;
    other.room = "ZZZZZZ";
    answer(other);
    REQUIRE(asked.world.answer(asked.human, protocol::Resign{}) == "ok");
    answer(thought);
}

TEST_CASE("a bot's illegal action is a bug, and isn't stored") {
    AskedBot asked;
    Thought thought = jaipur::test::quick_thought(asked.world.thoughts.front());
    thought.action = Sell{Good::Diamond, 7};
    Output out;
    CHECK_THROWS_AS(asked.world.lobby.thought(thought, asked.world.now, out), std::logic_error);
    CHECK(out.records.empty());
}
