// What a player may ask for on a turn: exactly one of four actions (R6, R7, R8, R11).
// An action is only a wish; `rules.hpp` says whether it is legal.
#pragma once

#include "common/card.hpp"
#include "common/fixed_vector.hpp"

#include <cstdint>
#include <variant>

namespace jaipur {

// R6: one goods card of the market. (A camel can be named; it is refused by the rules.)
struct Take {
    Card card{};
    friend constexpr bool operator==(const Take&, const Take&) = default;
};

// R7: all the camels of the market.
struct TakeCamels {
    friend constexpr bool operator==(const TakeCamels&, const TakeCamels&) = default;
};

// A market has five cards, so no legal exchange names more; the room above that lets a wrong one be
// named and refused by its rule.
inline constexpr std::size_t max_exchange = 8;
using ExchangeCards = FixedVector<Card, max_exchange>;

// R8: `take[i]`, found leftmost first, leaves its slot to `give[i]`.
struct Exchange {
    ExchangeCards take, give;
    friend constexpr bool operator==(const Exchange&, const Exchange&) = default;
};

// R11: `count` cards of one good.
struct Sell {
    Good good{};
    std::uint8_t count = 0;
    friend constexpr bool operator==(const Sell&, const Sell&) = default;
};

using Action = std::variant<Take, TakeCamels, Exchange, Sell>;

} // namespace jaipur
