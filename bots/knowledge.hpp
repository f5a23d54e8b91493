// What a player knows, from what they are shown: their view, and the events of the round so far.
#pragma once

#include "bots/position.hpp"
#include "protocol/observation.hpp"

#include <span>

namespace jaipur::bots {

// The position of the player to act, whose view this is (`you` and `legal` are set). `round`: all
// events of the round in play, in order, as that player saw them.
Position position(const protocol::Observation& view,
                  std::span<const protocol::ObservedEvent> round);

} // namespace jaipur::bots
