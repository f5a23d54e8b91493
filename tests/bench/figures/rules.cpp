// How fast the rules are: rounds played at random to their ends on one core, with the full list of
// legal actions at each step. Measures CPU time, so other load on the machine changes little.
#include "common/rules.hpp"

#include "tests/bench/figures/figure.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <cstdlib>
#include <ctime>

namespace jaipur::bench {

namespace {

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

class Rules : public Figure {
  public:
    std::string_view name() const override { return "rules"; }

    bool depends_on_server() const override { return false; }

    void round(const Ground& ground, Results& results) const override {
        measure(ground, test::Habit::Any, "any", "any action", results);
        measure(ground, test::Habit::AnyKind, "any_kind", "kind drawn first", results);
    }

  private:
    static void measure(const Ground& ground, test::Habit habit, const std::string& key,
                        const std::string& label, Results& results) {
        test::Random random(1);
        std::vector<Action> actions;
        Tally tally;
        const std::clock_t start = std::clock();
        double spent = 0;
        do {
            for (int i = 0; i < 1000; ++i)
                play_round(random, actions, habit, tally);
            spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        } while (spent < ground.seconds() / 3);
        const auto rounds = static_cast<double>(tally.rounds),
                   steps = static_cast<double>(tally.actions);
        results.add({"rules/" + key + "/rounds",
                     "random rounds per second, all legal actions listed, " + label, "1/s"},
                    rounds / spent);
        results.add({"rules/" + key + "/step", "one of their steps, " + label, "ns"},
                    1e9 * spent / steps);
        results.add({"rules/" + key + "/legal", "legal actions per step, " + label, ""},
                    static_cast<double>(tally.listed) / steps);
    }
};

} // namespace

std::unique_ptr<Figure> make_rules() {
    return std::make_unique<Rules>();
}

} // namespace jaipur::bench
