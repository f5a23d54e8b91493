// How fast the rules are: rounds played at random to their ends with the full list of legal actions
// at each step, on one core. `rules_bench [SECONDS]`, in a release build. Time is the processor's,
// so that a busy machine does not change the figures much.
#include "common/rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

using namespace jaipur;

struct Tally {
    std::uint64_t rounds = 0, actions = 0, listed = 0;
};

void play_round(test::Random& random, std::vector<Action>& actions, test::Habit habit,
                Tally& tally) {
    State state = set_up(test::random_deal(random), Seat::Zero);
    while (!state.ended) {
        legal_actions(state, actions);
        tally.listed += actions.size();
        ++tally.actions;
        if (!apply(state, state.turn, test::choose(random, actions, habit)))
            std::abort(); // a listed action is legal
    }
    ++tally.rounds;
}

void measure(const char* what, double seconds, test::Habit habit) {
    test::Random random(1);
    std::vector<Action> actions;
    Tally tally;
    const std::clock_t start = std::clock();
    double spent = 0;
    do {
        for (int i = 0; i < 1000; ++i)
            play_round(random, actions, habit, tally);
        spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    } while (spent < seconds);
    const auto rounds = static_cast<double>(tally.rounds),
               steps = static_cast<double>(tally.actions);
    std::printf(
        "%-12s %8.0f rounds/s  %5.1f actions/round  %5.1f legal actions/step  %4.0f ns/step\n",
        what, rounds / spent, steps / rounds, static_cast<double>(tally.listed) / steps,
        1e9 * spent / steps);
}

} // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 3;
    measure("any action", seconds, test::Habit::Any);
    measure("any kind", seconds, test::Habit::AnyKind);
}
