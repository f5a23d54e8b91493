// Values made from an input's bytes; any bytes are valid.
#pragma once

#include "common/action.hpp"
#include "common/phase.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "tests/fuzz/input.hpp"

#include <optional>

namespace jaipur::fuzz {

inline Seat any_seat(Input& input) {
    return input.flag() ? Seat::One : Seat::Zero;
}

inline std::optional<Seat> any_seat_or_none(Input& input) {
    const std::uint8_t byte = input.byte();
    if (byte % 3 == 0)
        return std::nullopt;
    return byte % 3 == 1 ? Seat::Zero : Seat::One;
}

inline Card any_card(Input& input) {
    return static_cast<Card>(input.below(all_cards.size()));
}

inline Good any_good(Input& input) {
    return static_cast<Good>(input.below(all_goods.size()));
}

inline Phase any_phase(Input& input) {
    return static_cast<Phase>(input.below(4));
}

inline EndReason any_reason(Input& input) {
    return static_cast<EndReason>(input.below(8));
}

// 0 or more.
inline std::int64_t any_natural(Input& input) {
    const std::int64_t number = input.wild_number();
    return number < 0 ? -number : number;
}

// Legal or not.
inline Action any_action(Input& input) {
    const std::uint8_t kind = input.byte();
    if (kind < 64)
        return Take{static_cast<Card>(kind % 7)};
    if (kind < 72)
        return TakeCamels{};
    if (kind < 128)
        return Sell{static_cast<Good>(kind % 6), input.byte()};
    Exchange exchange;
    for (auto* cards : {&exchange.take, &exchange.give})
        for (std::size_t n = input.below(7); n > 0; --n)
            cards->push_back(static_cast<Card>(input.below(7)));
    return exchange;
}

} // namespace jaipur::fuzz
