// A player that looks one action ahead: it picks the one with the highest immediate gain. Cards in
// the hand count less than cards sold. It ignores the opponent.
#pragma once

#include "common/action.hpp"
#include "common/turn.hpp"

namespace jaipur::bots {

// The turn must have a legal action. Deterministic.
Action choose_greedily(const Turn& turn);

} // namespace jaipur::bots
