#include "bots/levels.hpp"

#include "bots/counting.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace jaipur::bots {

namespace {

// A beginner sells early, sees little use in camels, and doesn't wait for large sets.
constexpr Taste beginner{.held = 0.5,
                         .bonus_hoped = 0.1,
                         .growth = 0.1,
                         .camel_worth = 0.2,
                         .turn_worth = 3,
                         .noise = 2};
constexpr Taste easy{.noise = 0.8};

constexpr std::array all{
    Level{.name = "beginner", .greedy = beginner},
    Level{.name = "easy", .greedy = easy},
    Level{.name = "medium", .forgets = true, .errors = 0.014 * chance_one},
    // Doesn't see past the three actions that look best at first.
    Level{
        .name = "hard", .errors = 0.028 * chance_one, .milliseconds = 1, .plan = {.candidates = 3}},
    Level{.name = "master", .milliseconds = 50, .plan = {.plies = 4}},
};

// The same position for a player who hasn't watched the opponent.
Position forgetful(Position position) {
    for (const Good good : all_goods)
        add(position.unseen[card_of(good)], position.theirs.known[good]);
    add(position.theirs.hidden, total(position.theirs.known));
    position.theirs.known = {};
    return position;
}

// The one with the highest chance, after errors of this scale. `list` begins with the best one.
template <class Each, class ChanceOf>
const Each& choose_with_errors(const std::vector<Each>& list, ChanceOf chance_of, double errors,
                               Dice& dice) {
    assert(!list.empty());
    const double share_of_best = static_cast<double>(chance_of(list.front())) / chance_one;
    const double open = 4 * share_of_best * (1 - share_of_best); // 1 if either may win alike
    const Each* chosen = nullptr;
    double best = 0;
    for (const Each& each : list) {
        const double chance = chance_of(each) + errors * open * gumbel(dice);
        if (!chosen || chance > best) {
            best = chance;
            chosen = &each;
        }
    }
    return *chosen;
}

Action choose_by_network(const Level& level, const Network& network, const Position& position,
                         Dice& dice) {
    const auto chance_of = [](const Option& option) { return option.chance; };
    return choose_with_errors(options(network, position), chance_of, level.errors, dice).action;
}

Action choose_by_search(const Level& level, const Network& network, const Position& position,
                        Dice& dice, const std::function<double()>& progress) {
    if (level.errors == 0)
        return search(network, position, level.plan, dice, progress);
    const auto found = examine(network, position, level.plan, dice, progress);
    const auto chance_of = [&](const Finding& finding) { return finding.chance(level.plan.prior); };
    return choose_with_errors(found, chance_of, level.errors, dice).option.action;
}

} // namespace

std::span<const Level> levels() {
    return all;
}

const Level* find_level(std::string_view name) {
    const auto found = std::ranges::find(all, name, &Level::name);
    return found == all.end() ? nullptr : &*found;
}

Action choose(const Level& level, const Network& network, const Position& position, Dice& dice,
              const std::function<double()>& progress) {
    if (level.greedy)
        return choose_greedily(position.turn, *level.greedy, dice);
    const Position remembered = level.forgets ? forgetful(position) : position;
    if (level.milliseconds > 0)
        return choose_by_search(level, network, remembered, dice, progress);
    return choose_by_network(level, network, remembered, dice);
}

} // namespace jaipur::bots
