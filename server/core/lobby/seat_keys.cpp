#include "server/core/lobby/seat_keys.hpp"

namespace jaipur::server::core {

void SeatKeys::issue(RoomSlot& slot, Seat seat, const TokenHash& key, Time until) {
    remove(slot, seat);
    slot.filed_keys[seat] = key;
    keys_[key] = {{&slot, seat}, slot.room.state().players[seat]->token, until};
}

void SeatKeys::remove(RoomSlot& slot) {
    for (const Seat seat : all_seats)
        remove(slot, seat);
}

void SeatKeys::remove(RoomSlot& slot, Seat seat) {
    if (const auto& key = slot.filed_keys[seat])
        keys_.erase(*key);
    slot.filed_keys[seat].reset();
}

std::optional<SeatKeys::Found> SeatKeys::find(const TokenHash& key, Time now) const {
    const auto found = keys_.find(key);
    if (found == keys_.end() || now >= found->second.until)
        return std::nullopt;
    const auto& [opens, token, until] = found->second;
    const auto& player = opens.slot->room.state().players[opens.seat];
    return player && player->token == token ? std::optional(opens) : std::nullopt;
}

} // namespace jaipur::server::core
