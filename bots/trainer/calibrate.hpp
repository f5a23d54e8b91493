// Makes a network's chances those with which its positions are won.
#pragma once

#include "bots/trainer/float_network.hpp"
#include "bots/trainer/team.hpp"

#include <cstdint>

namespace jaipur::bots::trainer {

// What a logit becomes.
struct Line {
    float slope = 1, constant = 0;
};

// Lets the network play against itself, without exploration, and changes its logits by the same
// line so that they fit best (logistic regression).
Line calibrate(Weights& weights, std::uint64_t rounds, std::uint64_t seed, Team& team);

} // namespace jaipur::bots::trainer
