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
    std::vector<std::pair<int, std::size_t>> order; // less its chance, its place in the list
    for (const Action& action : actions) {
        Option option{action, after(position, action)};
        option.chance = chance_after(network, option.then);
        order.emplace_back(-option.chance, order.size());
        all.push_back(option);
    }
    // (std::stable_sort uses what libstdc++ 12 itself deprecates.)
    std::ranges::sort(order);
    std::vector<Option> sorted;
    sorted.reserve(all.size());
    for (const auto& [chance, place] : order)
        sorted.push_back(all[place]);
    return sorted;
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
            best = option;
    }
    return best;
}

} // namespace jaipur::bots
