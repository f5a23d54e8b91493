#include "server/core/lobby/seat_tokens.hpp"

#include <algorithm>

namespace jaipur::server::core {

namespace {

// Pointers to the seats' tokens, stored or being stored; null if a seat has none.
PerSeat<const TokenHash*> tokens_of(const RoomSlot& slot) {
    PerSeat<const TokenHash*> tokens;
    for (Seat seat : all_seats)
        if (const auto& player = slot.room.state().players[seat]; player && !player->bot)
            tokens[seat] = &player->token;
    if (!slot.in_flight)
        return tokens;
    const RecordBody& coming = slot.in_flight->record.body;
    if (const auto* opened = std::get_if<RoomOpened>(&coming))
        tokens[Seat::Zero] = &opened->token;
    else if (const auto* taken = std::get_if<SeatTaken>(&coming))
        tokens[taken->seat] = &taken->token;
    return tokens;
}

} // namespace

void SeatTokens::update(RoomSlot& slot) {
    const PerSeat<const TokenHash*> wanted = tokens_of(slot);
    const auto is_filed = [&](Seat seat) {
        const auto& filed = slot.filed_tokens[seat];
        return wanted[seat] ? filed == *wanted[seat] : !filed;
    };
    if (std::ranges::all_of(all_seats, is_filed)) // after most records
        return;
    remove(slot);
    for (Seat seat : all_seats)
        if (const TokenHash* token = wanted[seat]) {
            slot.filed_tokens[seat] = *token;
            seats_.emplace(*token, &slot);
        }
}

void SeatTokens::remove(RoomSlot& slot) {
    for (auto& token : slot.filed_tokens.values) {
        if (token && find(*token) == &slot)
            seats_.erase(*token);
        token.reset();
    }
}

RoomSlot* SeatTokens::find(const TokenHash& token) const {
    const auto found = seats_.find(token);
    return found == seats_.end() ? nullptr : found->second;
}

} // namespace jaipur::server::core
