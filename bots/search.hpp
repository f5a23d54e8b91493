// Looks ahead: deals the cards that the player can't see at random, and plays on after each of the
// best actions.
#pragma once

#include "bots/evaluate.hpp"
#include "bots/random.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace jaipur::bots {

struct SearchPlan {
    int candidates = 8; // the actions that are examined, at most; at least 1
    int plies = 2;      // after each of them; even, so that the last one is the player's own
    int prior = 8;      // how many worlds the network's own opinion counts for
};

// An action that was played out.
struct Finding {
    Option option;
    std::int64_t sum = 0; // of the chances to win the round, in units of 1 / chance_one
    int worlds = 0;       // it was played out in
    int rank = 0;         // of the network's own opinion

    double chance() const { return static_cast<double>(sum) / std::max(worlds, 1); }

    // The same, with the network's own opinion counted as so many worlds.
    double chance(int prior) const;
};

// The best actions: the best one first, the others in the order in which they held out. `progress`
// says which part of the budget is used up, 1 for all of it; it is asked before each world.
std::vector<Finding> examine(const Network& network, const Position& position,
                             const SearchPlan& plan, Dice& random,
                             const std::function<double()>& progress);

// The first of them, or the best action if the end of the round can be solved.
Action search(const Network& network, const Position& position, const SearchPlan& plan,
              Dice& random, const std::function<double()>& progress);

} // namespace jaipur::bots
