// From the full state to what one viewer may know: the only way the game leaves the server
// (R19 to R21). It builds a view up from what the viewer may see.
#pragma once

#include "common/event.hpp"
#include "common/match.hpp"
#include "protocol/observation.hpp"

namespace jaipur::protocol {

// The game part of a view: everything but `room`, `seq`, `match`, `clock`, `events` and
// `result.proof`, which the room adds.
Observation observe(const Match& match, Viewer viewer);

// What the viewer may know of an event. Only the seller and open spectators learn a bonus value.
ObservedEvent observe(const Event& event, Viewer viewer);

} // namespace jaipur::protocol
