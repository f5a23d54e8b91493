// Looks ahead: plays the best actions out in worlds that the player can't tell apart.
#pragma once

#include "bots/evaluate.hpp"
#include "bots/random.hpp"

#include <functional>
#include <vector>

namespace jaipur::bots {

struct SearchPlan {
    int candidates = 8; // the actions that are examined, at most
    int plies = 2;      // after each of them; even, so that the last one is the player's own
    int prior = 8;      // how many worlds the network's own opinion counts for
};

// The position's best action. `progress` says which part of the budget is used up, 1 for all of it;
// it is asked before each world.
Action search(const Network& network, const Position& position, const SearchPlan& plan,
              Dice& random, const std::function<double()>& progress);

} // namespace jaipur::bots
