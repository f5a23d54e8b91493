// Whole matches of a bot, through the core with the smallest setup that works.
#include "common/rules.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/room/state.hpp"
#include "tests/server/core/world.hpp"
#include "tests/support/quick_bot.hpp"

#include <doctest/doctest.h>

#include <functional>
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
        ask(protocol::CreateRoom{"Asha", against_bot()});
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
