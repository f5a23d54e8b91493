// Bots as the core sees them: asked once for each action, they act when their time has come. Whole
// matches run through the core with the smallest setup that works.
#include "common/rules.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/room/state.hpp"
#include "tests/server/core/world.hpp"
#include "tests/support/quick_bot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;

namespace {

// What the player in seat 0 does when shown this view.
using Brain = std::function<Action(const RoomState& room, const protocol::View& view)>;

Brain random_brain(std::uint64_t seed) {
    return [random = Random(seed), actions = std::vector<Action>()](const RoomState& room,
                                                                    const protocol::View&) mutable {
        legal_actions(room.match.state, actions);
        return actions.at(random.below(actions.size()));
    };
}

Action greedy_brain(const RoomState&, const protocol::View& view) {
    return bots::choose_greedily(*protocol::turn_of(view));
}

// A lobby with one person against the bot, over a store that answers at once.
class BotGame {
  public:
    explicit BotGame(std::uint64_t seed)
        : lobby_(patient_limits(), [random = Random(seed)](std::span<std::uint8_t> bytes) mutable {
              for (auto& byte : bytes)
                  byte = static_cast<std::uint8_t>(random.next());
          }) {
        lobby_.connected(1, {}, now_);
        protocol::CreateOptions options;
        options.bot = "easy";
        ask(protocol::CreateRoom{"Asha", options});
    }

    // The winner, if any.
    std::optional<Seat> play(const Brain& brain) {
        while (view_.phase != Phase::MatchOver) {
            if (view_.phase != Phase::Playing)
                ask(protocol::Ready{});
            else
                ask(protocol::Act{view_.ply, brain(*lobby_.room(view_.room), view_), {}});
            REQUIRE(view_.turn != Seat::One); // it acts at once
        }
        const auto winner = view_.result->match->winner;
        rounds += view_.result->rounds.size();
        actions += view_.ply;
        for (const auto& round : view_.result->rounds)
            if (round.reason == EndReason::Stalled)
                ++stalled;
        ask(protocol::AskRematch{});
        REQUIRE(view_.phase == Phase::Waiting); // it wants a rematch at once
        return winner;
    }

    std::size_t rounds = 0, actions = 0, stalled = 0;

  private:
    void ask(protocol::RequestBody body) {
        Output out;
        lobby_.received(1, protocol::Request{1, std::move(body)}, now_, out);
        for (;;) {
            for (const auto& delivery : out.deliveries) {
                const auto& message = *std::get<Send>(delivery).message;
                REQUIRE_FALSE(std::holds_alternative<protocol::Error>(message));
                if (const auto* view = std::get_if<protocol::View>(&message))
                    view_ = *view;
            }
            Output next;
            if (!out.records.empty())
                lobby_.stored(out.records.front().number, Stored::Durable, now_, next);
            else if (!out.thoughts.empty())
                lobby_.thought(jaipur::test::quick_thought(out.thoughts.front()), now_, next);
            else
                return;
            out = std::move(next);
        }
    }

    Lobby lobby_;
    Time now_{1763640000s};
    protocol::View view_;
};

} // namespace

void against_chance(int matches) {
    BotGame game(1);
    const Brain random = random_brain(2);
    int won = 0;
    for (int i = 0; i < matches; ++i)
        if (game.play(random) == Seat::One)
            ++won;
    MESSAGE(won, " of ", matches, " won; ", game.rounds, " rounds, ", game.actions, " actions");
    CHECK(won > matches * 90 / 100);
}

void against_itself(int matches) {
    BotGame game(3);
    int won = 0;
    for (int i = 0; i < matches; ++i)
        if (game.play(greedy_brain) == Seat::One)
            ++won;
    MESSAGE(won, " of ", matches, " by seat 1; ", game.rounds, " rounds, ", game.actions,
            " actions, ", game.stalled, " stalled");
    CHECK(won > matches * 40 / 100);
    CHECK(won < matches * 60 / 100);
    CHECK(game.stalled * 50 < game.rounds);
}

TEST_CASE("a bot beats random play by far, and every match ends") {
    against_chance(400);
}

TEST_CASE("bot against bot: all matches end, few rounds stall, neither seat always wins") {
    against_itself(300);
}

// Run explicitly: tests_server_core --no-skip --test-case="thousands*"
TEST_CASE("thousands of matches of a bot against chance and itself" * doctest::skip()) {
    against_chance(10000);
    against_itself(10000);
}

TEST_CASE("a bot's seat is connected and ready, without lag or absence time") {
    World world(2);
    protocol::CreateOptions options;
    options.bot = "easy";
    const SessionId human = world.connect();
    const auto code = world.enter(human, protocol::CreateRoom{"Asha", options}).room;
    const auto& bot = *world.room(human).players[Seat::One];
    CHECK(bot.name == "Easy bot");
    CHECK(bot.bot == "easy");
    CHECK(bot.connected);
    CHECK(bot.ready);
    CHECK_FALSE(bot.lag_ms);
    CHECK_FALSE(bot.claim_in);
    CHECK(world.answer(world.connect(), protocol::JoinRoom{code, "Ravi", {}}) == "room_full");
    const auto nonce = nonce_of(4);
    CHECK(world.answer(human, protocol::Ready{commit_for(world, human, Seat::Zero, nonce)}) ==
          "ok");
    CHECK_FALSE(world.peer(human).table->seats[Seat::One]);
    CHECK(world.answer(human, protocol::Reveal{nonce}) == "ok");
    CHECK(world.view(human).phase == Phase::Playing);
    CHECK(world.view(human).turn == Seat::Zero);
    CHECK(world.answer(human, protocol::ClaimWin{}) == "cannot_claim");
    // Shown until the round is dealt, as for people.
    CHECK_FALSE(world.room(human).players[Seat::One]->ready);
}

namespace {

// How long the bot takes for its actions of one match, in which the person does what is legal
// first. Somebody comes and goes meanwhile; with `restarts`, the server restarts first.
std::vector<milliseconds> bot_times(std::uint64_t seed, std::optional<protocol::ClockOptions> clock,
                                    bool restarts = false) {
    Limits limits = patient_limits();
    limits.bot_time = 1000ms;
    World world(seed, limits);
    protocol::CreateOptions options;
    options.bot = "easy";
    options.clock = clock;
    SessionId human = world.connect();
    const auto seat = world.enter(human, protocol::CreateRoom{"Asha", options});
    const auto code = seat.room;
    const auto nonce = nonce_of(4);
    world.answer(human, protocol::Ready{commit_for(world, human, Seat::Zero, nonce)});
    REQUIRE(world.answer(human, protocol::Reveal{nonce}) == "ok");
    std::vector<milliseconds> times;
    std::vector<Action> actions;
    while (world.state(code).match.phase == Phase::Playing) {
        const Match& match = world.state(code).match;
        if (match.state.turn == Seat::Zero) {
            legal_actions(match.state, actions);
            REQUIRE(world.answer(human, protocol::Act{match.ply, actions.at(0), {}}) == "ok");
            continue;
        }
        const auto ply = match.ply;
        if (restarts) {
            world.crash(1h);
            human = world.connect();
            REQUIRE(world.answer(human, protocol::Resume{code, *seat.token}) == "ok");
        }
        const Time begin = world.now;
        while (world.state(code).match.ply == ply) {
            if ((world.now - begin) % 100ms == 50ms)
                world.disconnect(world.connect());
            world.pass(1ms);
        }
        times.push_back(world.now - begin);
    }
    return times;
}

} // namespace

TEST_CASE("a bot takes its time, by the number of the action, whatever it holds") {
    const auto times = bot_times(1, std::nullopt), others = bot_times(2, std::nullopt);
    REQUIRE(times.size() > 3);
    REQUIRE(others.size() > 3);
    for (const milliseconds time : times)
        CHECK((time >= 600ms && time <= 1400ms));
    CHECK(times[0] != times[1]);
    CHECK(std::equal(times.begin(), times.begin() + 3, others.begin()));
}

TEST_CASE("a bot takes as much time after a restart") {
    CHECK(bot_times(1, std::nullopt, true) == bot_times(1, std::nullopt));
}

TEST_CASE("a bot hurries when its clock is low") {
    for (const milliseconds time : bot_times(1, protocol::ClockOptions{10, 0}))
        CHECK((time > 0ms && time <= 450ms));
    for (const milliseconds time : bot_times(1, protocol::ClockOptions{1, 0}))
        CHECK(time == 0ms);
}

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

TEST_CASE("spectators learn that an absence ran out while the bot waited for the store") {
    World world(2);
    protocol::CreateOptions options;
    options.bot = "easy";
    const SessionId human = world.connect();
    const auto code = world.enter(human, protocol::CreateRoom{"Asha", options}).room;
    const SessionId spectator = world.connect();
    world.ask(spectator, protocol::Spectate{code, {}, {}});
    const auto nonce = nonce_of(4);
    world.answer(human, protocol::Ready{commit_for(world, human, Seat::Zero, nonce)});
    REQUIRE(world.answer(human, protocol::Reveal{nonce}) == "ok");
    REQUIRE(world.state(code).match.state.turn == Seat::Zero);
    std::vector<Action> actions;
    legal_actions(world.state(code).match.state, actions);
    world.mode = StoreMode::WhenTold;
    world.send(human, protocol::Act{world.state(code).match.ply, actions.at(0), {}});
    REQUIRE(world.unstored.size() == 1);
    world.disconnect(human);
    CHECK(world.room(spectator).players[Seat::Zero]->claim_in == 120000);
    world.answer_store(Stored::Durable);
    REQUIRE(world.unstored.size() == 1); // the bot's move
    world.answer_store(Stored::Full);
    world.now += 200s; // the machine stalls
    world.pass(0ms);
    REQUIRE(world.unstored.size() == 1); // again
    world.answer_store(Stored::Durable);
    CHECK(world.view(spectator).turn == Seat::Zero);
    CHECK(world.room(spectator).players[Seat::Zero]->claim_in.value_or(-1) == 0);
}
