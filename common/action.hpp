// The four actions that a player can choose from on a turn (R6, R7, R8, R11). `turn.hpp` says
// whether one is legal.
#pragma once

#include "common/card.hpp"
#include "common/fixed_vector.hpp"

#include <cstdint>
#include <variant>

namespace jaipur {

// R6: take one goods card from the market. A camel can be named; the rules refuse it.
struct Take {
    Card card{};
    friend constexpr bool operator==(const Take&, const Take&) = default;
};

// R7: take all camels from the market.
struct TakeCamels {
    friend constexpr bool operator==(const TakeCamels&, const TakeCamels&) = default;
};

// No legal exchange takes more cards than the market has (five). Larger ones can be named, so that
// the right rule refuses them.
inline constexpr std::size_t max_exchange = 8;
using ExchangeCards = FixedVector<Card, max_exchange>;

// R8: `give[i]` goes into the leftmost market slot that holds `take[i]`.
struct Exchange {
    ExchangeCards take, give;
    friend constexpr bool operator==(const Exchange&, const Exchange&) = default;
};

// R11: sell `count` cards of one good.
struct Sell {
    Good good{};
    std::uint8_t count = 0;
    friend constexpr bool operator==(const Sell&, const Sell&) = default;
};

using Action = std::variant<Take, TakeCamels, Exchange, Sell>;

} // namespace jaipur
