// What the network thinks of actions.
#pragma once

#include "bots/network.hpp"
#include "bots/position.hpp"
#include "common/action.hpp"

#include <vector>

namespace jaipur::bots {

struct Option {
    Action action;
    Position then;  // after it
    int chance = 0; // to win the round, in units of 1 / chance_one
};

// The player's chance in a position after their action; exact if that has ended the round.
int chance_after(const Network& network, const Position& then);

// All legal actions, the best first; of equal ones, the first listed.
std::vector<Option> options(const Network& network, const Position& position);

// The first of them.
Option best_option(const Network& network, const Position& position);

} // namespace jaipur::bots
