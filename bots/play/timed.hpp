// Levels with a budget of processor time.
#pragma once

#include "bots/levels.hpp"
#include "protocol/observation.hpp"

#include <functional>
#include <span>

namespace jaipur::bots {

// Of the calling thread, in milliseconds: what other threads do meanwhile doesn't count.
double processor_ms();

// The progress of a search with this budget of the calling thread's processor time, which begins
// now.
std::function<double()> budget_of(double ms);

// This level's action for the player to act, whose view this is, with the network that comes with
// this program; `round`: all events of the round so far. It thinks for as long as the level may,
// but for `at_most` milliseconds of processor time. The dice only choose guesses and whims: they
// are the same for the same action, so that a player who thinks again thinks the same.
Action think(const Level& level, const protocol::Observation& view,
             std::span<const protocol::ObservedEvent> round, double at_most);

} // namespace jaipur::bots
