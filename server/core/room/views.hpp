// What a viewer sees of a room's game: protocol::observe, and what the room adds.
#pragma once

#include "protocol/observation.hpp"
#include "server/core/room/state.hpp"

#include <span>
#include <vector>

namespace jaipur::server::core {

// Without events. `clock_left`: what the clocks read now.
protocol::View view_of(const RoomState& room, protocol::Viewer viewer,
                       const PerSeat<milliseconds>& clock_left);

std::vector<protocol::ObservedEvent> observed(std::span<const Event> events,
                                              protocol::Viewer viewer);

// Queues a change of the game for spectators who see both hands late; returns the events that they
// see now, if any. During a round they see it `delay` actions late, everything else at once.
std::optional<std::vector<protocol::ObservedEvent>>
apply_spectator_delay(RoomState& room, std::span<const Event> events);

} // namespace jaipur::server::core
