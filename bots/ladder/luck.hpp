// Control variates (AIVAT: Burch and others, arXiv 1612.06915). Whenever chance has decided
// something, a refill or a bonus token, the luck is what it made a seat's chance to win, minus the
// expectation of that. Its own expectation is 0, whatever the players do and however wrong the
// network is, so taking it away from the result leaves the mean as it is, and less variance. The
// deal needs no such correction: paired rounds share it.
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

// The luck of the player whose turn `before` was, in parts of a round. `after`: the state after
// this action.
double luck(const Network& network, const State& before, const Action& action, const State& after);

} // namespace jaipur::bots::ladder
