#include "server/core/lobby/seat_tokens.hpp"

namespace jaipur::server::core {

namespace {

PerSeat<std::optional<TokenHash>> tokens_of(const RoomSlot& slot) {
    PerSeat<std::optional<TokenHash>> tokens;
    for (Seat seat : all_seats)
        if (const auto& player = slot.room.state().players[seat]; player && !player->bot)
            tokens[seat] = player->token;
    if (!slot.in_flight)
        return tokens;
    const RecordBody& coming = slot.in_flight->record.body;
    if (const auto* opened = std::get_if<RoomOpened>(&coming))
        tokens[Seat::Zero] = opened->token;
    else if (const auto* taken = std::get_if<SeatTaken>(&coming))
        tokens[taken->seat] = taken->token;
    return tokens;
}

} // namespace

void SeatTokens::update(RoomSlot& slot) {
    file(slot, tokens_of(slot));
}

void SeatTokens::remove(RoomSlot& slot) {
    file(slot, {});
}

void SeatTokens::file(RoomSlot& slot, const PerSeat<std::optional<TokenHash>>& wanted) {
    if (wanted == slot.filed_tokens)
        return;
    for (const auto& token : slot.filed_tokens.values)
        if (token && find(*token) == &slot)
            seats_.erase(*token);
    for (const auto& token : wanted.values)
        if (token)
            seats_.emplace(*token, &slot);
    slot.filed_tokens = wanted;
}

RoomSlot* SeatTokens::find(const TokenHash& token) const {
    const auto found = seats_.find(token);
    return found == seats_.end() ? nullptr : found->second;
}

} // namespace jaipur::server::core
