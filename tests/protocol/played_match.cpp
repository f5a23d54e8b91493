#include "tests/protocol/played_match.hpp"

#include "tests/support/deals.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace jaipur::test {

Action random_action(const State& state, Random& random) {
    std::vector<Action> actions;
    legal_actions(state, actions);
    // Pick the kind first, because most actions are exchanges.
    std::vector<Action> kind;
    while (kind.empty()) {
        const auto wanted = random.below(std::variant_size_v<Action>);
        std::ranges::copy_if(actions, std::back_inserter(kind),
                             [&](const Action& action) { return action.index() == wanted; });
    }
    return random.pick(kind);
}

void play_match(std::uint64_t seed,
                const std::function<void(const Match& match, const Events& events)>& each) {
    Random random(seed);
    Match match;
    Seat starter = random.one_in(2) ? Seat::Zero : Seat::One;
    while (match.phase != Phase::MatchOver) {
        if (match.phase == Phase::RoundOver)
            starter = next_starter(match);
        each(match, Events{start_round(match, random_deal(random), starter)});
        while (match.phase == Phase::Playing) {
            const Action action = random_action(match.state, random);
            const auto events = play(match, match.state.turn, action);
            if (!events)
                throw std::logic_error("a legal action was refused");
            each(match, *events);
        }
    }
}

} // namespace jaipur::test
