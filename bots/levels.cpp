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
    Level{.name = "medium", .forgets = true, .noise = 0.01 * chance_one},
    // Never sees past the two actions that look best at first.
    Level{.name = "hard", .milliseconds = 1, .plan = {.candidates = 2}},
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

Action choose_by_network(const Level& level, const Network& network, const Position& position,
                         Dice& dice) {
    const auto all_options = options(network, position);
    const Option* best = nullptr;
    double best_value = 0;
    for (const Option& option : all_options) {
        const double value = option.chance + level.noise * gumbel(dice);
        if (!best || value > best_value) {
            best = &option;
            best_value = value;
        }
    }
    assert(best);
    return best->action;
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
        return search(network, remembered, level.plan, dice, progress);
    return choose_by_network(level, network, remembered, dice);
}

} // namespace jaipur::bots
