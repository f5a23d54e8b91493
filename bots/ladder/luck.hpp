// Control variates (AIVAT: Burch and others, arXiv 1612.06915). Whenever chance decides something
// (a refill or a bonus token), the luck is a seat's chance to win afterwards, minus the mean over
// everything that could have come. On average the luck is 0, whatever the players do and however
// wrong the network is, so subtracting it from the result keeps the mean and reduces the variance.
// The deal needs no such correction: the two rounds of a pair share it.
#pragma once

#include "bots/network.hpp"
#include "bots/position.hpp"
#include "common/action.hpp"
#include "common/seat.hpp"
#include "common/state.hpp"

namespace jaipur::bots::ladder {

// The round as this player knows it if both hands and all tokens are face up. Only the deck is
// hidden.
Position open_position(const State& state, Seat seat);

// The luck of the player whose turn it was in `before`, as a share of a round. `after`: the state
// after this action.
double luck(const Network& network, const State& before, const Action& action, const State& after);

} // namespace jaipur::bots::ladder
