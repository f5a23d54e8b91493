// The levels of bots that people can choose. The weaker ones err as people do: they overlook
// things, and they don't always choose what they think is best.
#pragma once

#include "bots/greedy.hpp"
#include "bots/network.hpp"
#include "bots/search.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace jaipur::bots {

struct Level {
    std::string_view name;
    // What it likes, if it is greedy; empty: the network values positions.
    std::optional<Taste> greedy = {};
    // Forgets which cards the opponent took, so it doesn't keep the opponent from collecting more.
    bool forgets = false;
    // The scale of the random errors in its chances, in units of 1 / chance_one, if either player
    // may win alike. The more decided the round is, the smaller they are.
    double errors = 0;
    // Processor time for the search; 0: it doesn't search.
    double milliseconds = 0;
    SearchPlan plan = {};
};

// The weakest first.
std::span<const Level> levels();

// Null if there is no such level.
const Level* find_level(std::string_view name);

// An action of this level, for a position with a legal action. `progress`: as for `search`.
Action choose(const Level& level, const Network& network, const Position& position, Dice& dice,
              const std::function<double()>& progress);

} // namespace jaipur::bots
