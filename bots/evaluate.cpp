#include "bots/evaluate.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::bots {

namespace {

template <class Judge>
int chance_by(const Judge& judge, const Position& then) {
    if (then.ended)
        return static_cast<int>(chance_at_end(then) * chance_one);
    return chance(judge.value(features(then)).logit);
}

Option weigh(const Neighbours& neighbours, const Position& position, const Action& action) {
    Option option{action, after(position, action)};
    option.chance = chance_by(neighbours, option.then);
    return option;
}

} // namespace

int chance_after(const Network& network, const Position& then) {
    return chance_by(network, then);
}

std::vector<Option> options(const Network& network, const Position& position) {
    std::vector<Action> actions;
    legal_actions(position.turn, actions);
    const Neighbours neighbours(network, features(position));
    std::vector<Option> all;
    all.reserve(actions.size());
    std::vector<std::pair<int, std::size_t>> order; // the negated chance, and the index in `all`
    for (const Action& action : actions) {
        const Option& option = all.emplace_back(weigh(neighbours, position, action));
        order.emplace_back(-option.chance, order.size());
    }
    // Not std::stable_sort: libstdc++ 12 warns about its own use of deprecated functions there.
    std::ranges::sort(order);
    std::vector<Option> sorted;
    sorted.reserve(all.size());
    for (const auto& [chance, index] : order)
        sorted.push_back(all[index]);
    return sorted;
}

Option best_option(const Network& network, const Position& position) {
    static thread_local std::vector<Action> actions; // keeps its memory: searches call this a lot
    legal_actions(position.turn, actions);
    const Neighbours neighbours(network, features(position));
    Option best;
    best.chance = -1;
    for (const Action& action : actions)
        if (const Option option = weigh(neighbours, position, action); option.chance > best.chance)
            best = option;
    return best;
}

} // namespace jaipur::bots
