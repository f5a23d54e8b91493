#include "server/core/lobby/seat_tokens.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace jaipur::server::core {

namespace {

// Pointers to the seats' tokens, and to one that is being stored; null if there is none. While a
// seat is being moved, it has two: until the store has answered, nobody knows which counts.
std::array<const TokenHash*, 3> tokens_of(const RoomSlot& slot) {
    std::array<const TokenHash*, 3> tokens{};
    for (Seat seat : all_seats)
        if (const auto& player = slot.room.state().players[seat]; player && !player->bot)
            tokens[index(seat)] = &player->token;
    if (!slot.in_flight)
        return tokens;
    const RecordBody& coming = slot.in_flight->record.body;
    if (const auto* opened = std::get_if<RoomOpened>(&coming))
        tokens.back() = &opened->token;
    else if (const auto* taken = std::get_if<SeatTaken>(&coming))
        tokens.back() = &taken->token;
    else if (const auto* moved = std::get_if<SeatMoved>(&coming))
        tokens.back() = &moved->token;
    return tokens;
}

} // namespace

void SeatTokens::update(RoomSlot& slot) {
    const auto wanted = tokens_of(slot);
    const auto is_filed = [](const TokenHash* token, const std::optional<TokenHash>& filed) {
        return token ? filed == *token : !filed;
    };
    if (std::ranges::equal(wanted, slot.filed_tokens, is_filed)) // after most records
        return;
    remove(slot);
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (const TokenHash* token = wanted[i]) {
            slot.filed_tokens[i] = *token;
            seats_.emplace(*token, &slot);
        }
}

void SeatTokens::remove(RoomSlot& slot) {
    for (auto& token : slot.filed_tokens) {
        if (token)
            for (auto [next, end] = seats_.equal_range(*token); next != end; ++next)
                if (next->second == &slot) {
                    seats_.erase(next);
                    break;
                }
        token.reset();
    }
}

RoomSlot* SeatTokens::find(const TokenHash& token) const {
    const auto found = seats_.find(token);
    return found == seats_.end() ? nullptr : found->second;
}

} // namespace jaipur::server::core
