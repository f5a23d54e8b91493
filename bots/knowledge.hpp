// What a player knows, from what they are shown: their view, and the events of the round so far.
#pragma once

#include "bots/position.hpp"
#include "protocol/observation.hpp"

#include <span>
#include <stdexcept>

namespace jaipur::bots {

struct ImpossibleView : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The position of the player to act, whose view this is. `round`: all events of the round in play,
// in order, as that player saw them. Throws ImpossibleView if they contradict each other or the
// rules, so nothing that works with a position has to check it again.
Position position(const protocol::Observation& view,
                  std::span<const protocol::ObservedEvent> round);

} // namespace jaipur::bots
