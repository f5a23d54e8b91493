// What keeps out a person that a room's owner removed: their address, until the room closes.
#pragma once

#include "server/core/lobby/room_slot.hpp"
#include "server/core/lobby/session.hpp"

namespace jaipur::server::core {

// Nobody from this address may join or watch the room again. The owner's own address stays welcome:
// a household that shares it isn't locked out of its room.
void keep_out(RoomSlot& slot, const Address& address, const Sessions& sessions);

} // namespace jaipur::server::core
