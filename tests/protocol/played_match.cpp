#include "tests/protocol/played_match.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace jaipur::tests {

Deal shuffled_deal(std::mt19937_64& random) {
    Deal deal = unshuffled_deal();
    std::shuffle(deal.deck.begin(), deal.deck.end(), random);
    std::shuffle(deal.bonus3.begin(), deal.bonus3.end(), random);
    std::shuffle(deal.bonus4.begin(), deal.bonus4.end(), random);
    std::shuffle(deal.bonus5.begin(), deal.bonus5.end(), random);
    return deal;
}

Action random_action(const State& state, std::mt19937_64& random) {
    std::vector<Action> actions;
    legal_actions(state, actions);
    // One kind first: there are far more exchanges than anything else.
    std::vector<Action> kind;
    while (kind.empty()) {
        const auto wanted = random() % std::variant_size_v<Action>;
        std::ranges::copy_if(actions, std::back_inserter(kind),
                             [&](const Action& action) { return action.index() == wanted; });
    }
    return kind[random() % kind.size()];
}

void play_match(std::uint64_t seed,
                const std::function<void(const Match& match, const Events& events)>& each) {
    std::mt19937_64 random(seed);
    Match match;
    Seat starter = random() % 2 == 0 ? Seat::Zero : Seat::One;
    while (match.phase != Phase::MatchOver) {
        if (match.phase == Phase::RoundOver)
            starter = next_starter(match);
        each(match, Events{start_round(match, shuffled_deal(random), starter)});
        while (match.phase == Phase::Playing) {
            const Action action = random_action(match.state, random);
            const auto events = play(match, match.state.turn, action);
            if (!events)
                throw std::logic_error("a legal action was refused");
            each(match, *events);
        }
    }
}

} // namespace jaipur::tests
