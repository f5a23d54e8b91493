// What a viewer is shown of a room's game: protocol::observe, and what the room adds to it.
#pragma once

#include "protocol/observation.hpp"
#include "server/core/room/state.hpp"

#include <span>
#include <vector>

namespace jaipur::server::core {

// Without events. `clock_left` is the clocks' reading now.
protocol::View view_of(const RoomState& room, protocol::Viewer viewer,
                       const PerSeat<milliseconds>& clock_left);

std::vector<protocol::ObservedEvent> observed(std::span<const Event> events,
                                              protocol::Viewer viewer);

// Takes a change of the game down for open spectators, and gives what becomes new to them by it:
// while a round is played they see it `delay` actions late, everything else at once.
std::optional<std::vector<protocol::ObservedEvent>> let_grow_old(RoomState& room,
                                                                 std::span<const Event> events);

} // namespace jaipur::server::core
