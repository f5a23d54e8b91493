// What happened in the game, secrets (bonus values) included: `protocol/observe` filters an event
// before anybody sees it.
#pragma once

#include "common/action.hpp"
#include "common/card.hpp"
#include "common/fixed_vector.hpp"
#include "common/numbers.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "common/token.hpp"

#include <cstdint>
#include <optional>
#include <variant>

namespace jaipur {

// The cards that filled the market's gaps, from the left; fewer than the gaps if the deck ran out
// (R15).
using Refill = FixedVector<Card, market_size>;

struct RoundStarted {
    std::uint8_t round = 0; // 1 for the first
    Seat starter{};
    friend constexpr bool operator==(const RoundStarted&, const RoundStarted&) = default;
};

struct Took { // R6
    Seat seat{};
    Card card{};
    Refill refill;
    friend constexpr bool operator==(const Took&, const Took&) = default;
};

struct TookCamels { // R7
    Seat seat{};
    std::uint8_t count = 0;
    Refill refill;
    friend constexpr bool operator==(const TookCamels&, const TookCamels&) = default;
};

struct Exchanged { // R8, in the order of the action
    Seat seat{};
    ExchangeCards took, gave;
    friend constexpr bool operator==(const Exchanged&, const Exchanged&) = default;
};

struct Sold { // R11, R12
    Seat seat{};
    Good good{};
    std::uint8_t count = 0;
    FixedVector<std::uint8_t, largest_goods_pile> tokens; // values taken, top first
    std::optional<BonusToken> bonus;                      // its value is the seller's secret (R20)
    friend constexpr bool operator==(const Sold&, const Sold&) = default;
};

struct RoundEnded {
    std::uint8_t round = 0;
    EndReason reason{};
    std::optional<Seat> winner; // empty if drawn (R17) or cut short
    friend constexpr bool operator==(const RoundEnded&, const RoundEnded&) = default;
};

struct MatchEnded {
    std::optional<Seat> winner; // empty if abandoned
    EndReason reason{};
    friend constexpr bool operator==(const MatchEnded&, const MatchEnded&) = default;
};

using Event = std::variant<RoundStarted, Took, TookCamels, Exchanged, Sold, RoundEnded, MatchEnded>;

// One change causes at most three events: an action, a round's end and a match's end.
using Events = FixedVector<Event, 3>;

} // namespace jaipur
