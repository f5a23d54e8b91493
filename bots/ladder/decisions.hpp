// What the judge thinks of a player's decisions.
#pragma once

#include "bots/evaluate.hpp"
#include "bots/network.hpp"
#include "bots/position.hpp"
#include "common/action.hpp"

#include <array>
#include <variant>

namespace jaipur::bots::ladder {

struct Decisions {
    std::array<int, std::variant_size_v<Action>> kinds{}; // how many of each kind
    // Only those with something at stake: the judge gives the best action a chance of 10 to 90 %.
    int open = 0;
    int best = 0;    // how often the judge's favourite was chosen, or one that leads to the same
    double loss = 0; // the sum of the chances lost against the favourite

    // `chosen`: with the chance that the judge gives it.
    void add(const Network& judge, const Position& position, const Option& chosen);
    void add(const Decisions& others);

    int all() const;
};

} // namespace jaipur::bots::ladder
