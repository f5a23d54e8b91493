#include "server/core/lobby/removal.hpp"

namespace jaipur::server::core {

void keep_out(RoomSlot& slot, const Address& address, const Sessions& sessions) {
    const auto seat = owner(slot.room.state());
    const auto session = seat ? slot.room.at(*seat) : std::nullopt;
    const bool is_owners = (seat && slot.players_from[*seat] == address) ||
                           (session && sessions.at(*session).address == address);
    if (!is_owners)
        slot.bar(address);
}

} // namespace jaipur::server::core
