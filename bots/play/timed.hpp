// Levels with a budget of processor time.
#pragma once

#include "bots/levels.hpp"
#include "protocol/observation.hpp"

#include <cstdint>
#include <functional>
#include <span>

namespace jaipur::bots {

// Processor time of the calling thread, in milliseconds.
double processor_ms();

// How much of this budget of the calling thread's processor time is used up; it begins now.
std::function<double()> budget_of(double ms);

// The action of this level, with the built-in network, for the player to act, whose view this is;
// `round`: all events of the round so far. `seed`: of its guesses and moods, a secret new one for
// each action; an opponent who knows it learns more from the action. It thinks for as long as the
// level may, but at most for `at_most` milliseconds of processor time.
Action think(const Level& level, const protocol::Observation& view,
             std::span<const protocol::ObservedEvent> round, std::uint64_t seed, double at_most);

} // namespace jaipur::bots
