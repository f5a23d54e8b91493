// How much an address takes up: rooms, seats, spectators' places.
#include "server/core/lobby/entry.hpp"

#include <algorithm>

namespace jaipur::server::core {

// The rooms that this address opened, except those where somebody sits at a running match. Deserted
// matches count, otherwise abandoned matches against the bot would fill the server.
std::size_t Entry::waiting_rooms(const Address& address) const {
    const auto waits = [&](const RoomCode& code) {
        const RoomSlot& slot = *rooms_.find(code);
        const Room& room = slot.room;
        return slot.opener == address &&
               (!runs(room.state().match.phase) || !(room.at(Seat::Zero) || room.at(Seat::One)));
    };
    return static_cast<std::size_t>(std::ranges::count_if(visitors_.rooms(address), waits));
}

// Whether the sender's address may hold one more seat in rooms that others opened.
bool Entry::may_take_seat(const Caller& caller, const RoomSlot& slot) const {
    const int most = limits_.waiting_seats_per_address;
    const Address& address = caller.session.address;
    return most <= 0 || slot.opener == address || waiting_seats(address) < most;
}

int Entry::waiting_seats(const Address& address) const {
    int count = 0;
    for (const RoomCode& code : visitors_.rooms(address)) {
        const RoomSlot& slot = *rooms_.find(code);
        for (const Seat seat : all_seats)
            if (slot.opener != address && slot.players_from[seat] == address &&
                slot.has_waiting_guest(seat))
                ++count;
    }
    return count;
}

// Whether one more connection from the sender's address may watch this room.
bool Entry::may_watch_too(const Caller& caller, const RoomSlot& slot) const {
    const int most = limits_.spectators_per_address;
    const Address& address = caller.session.address;
    const auto is_from_there = [&](const Room::Watcher& watcher) {
        return sessions_.at(watcher.session).address == address;
    };
    return most <= 0 || address.is_this_machine() ||
           std::ranges::count_if(slot.room.watchers(), is_from_there) < most;
}

} // namespace jaipur::server::core
