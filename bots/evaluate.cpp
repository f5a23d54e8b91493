#include "bots/evaluate.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::bots {

int chance_after(const Network& network, const Position& then) {
    if (then.ended)
        return static_cast<int>(chance_at_end(then) * chance_one);
    return chance(network.value(features(then)).logit);
}

std::vector<Option> options(const Network& network, const Position& position) {
    std::vector<Action> actions;
    legal_actions(position.turn, actions);
    std::vector<Option> all;
    all.reserve(actions.size());
    for (const Action& action : actions) {
        Option& option = all.emplace_back(Option{action, after(position, action)});
        option.chance = chance_after(network, option.then);
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &Option::chance);
    return all;
}

Option best_option(const Network& network, const Position& position) {
    static thread_local std::vector<Action> actions;
    legal_actions(position.turn, actions);
    Option best;
    best.chance = -1;
    for (const Action& action : actions) {
        Option option{action, after(position, action)};
        option.chance = chance_after(network, option.then);
        if (option.chance > best.chance)
            best = std::move(option);
    }
    return best;
}

} // namespace jaipur::bots
