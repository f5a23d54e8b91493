// How rounds and matches end, and the score of a finished round (R14 to R18). Also the `Result` of
// an operation that can be refused.
#pragma once

#include "common/card.hpp"
#include "common/seat.hpp"

#include <boost/system/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace jaipur {

// Why a round or a match ended. The first three end a round, the last four cut it short, and the
// last five end a match.
enum class EndReason : std::uint8_t {
    Tokens,  // R14: three goods piles are empty
    Deck,    // R15: the deck could not fill a gap
    Stalled, // R15a: twenty exchanges in a row
    Seals,   // R18
    Resigned,
    Timeout,   // a player's clock ran out
    Claimed,   // a player used up the absence time, or the time for a move
    Abandoned, // both away for an hour, or 255 rounds
};

constexpr std::string_view name(EndReason reason) {
    constexpr std::array<std::string_view, 8> names{"tokens",   "deck",    "stalled", "seals",
                                                    "resigned", "timeout", "claimed", "abandoned"};
    return names[static_cast<std::size_t>(reason)];
}

// The reasons that end a round by the rules; all others end a match.
constexpr bool is_by_play(EndReason reason) {
    return reason <= EndReason::Stalled;
}

// The reasons that don't follow from the actions, and cut a round short.
constexpr bool is_from_outside(EndReason reason) {
    return reason > EndReason::Seals;
}

// What one trader had when a round ended (R16). Tokens are counts, not values.
struct TraderResult {
    int rupees = 0; // goods + bonus + camel token
    std::uint8_t goods_tokens = 0;
    std::uint8_t bonus_tokens = 0;
    std::uint8_t herd = 0;
    GoodCounts hand;
    friend constexpr bool operator==(const TraderResult&, const TraderResult&) = default;
};

struct RoundResult {
    EndReason reason{};
    std::optional<Seat> winner;      // empty if drawn (R17) or cut short
    std::optional<Seat> camel_token; // empty if the herds are equal (R16) or cut short
    PerSeat<TraderResult> traders;
    friend constexpr bool operator==(const RoundResult&, const RoundResult&) = default;
};

struct MatchResult {
    std::optional<Seat> winner; // empty if abandoned
    EndReason reason{};
    friend constexpr bool operator==(const MatchResult&, const MatchResult&) = default;
};

// Why an action is refused, with the rule that says so.
enum class RuleError : std::uint8_t {
    NotPlaying,
    NotYourTurn,
    NotInMarket,        // R6, R8
    NoCamels,           // R7
    ExchangeTooSmall,   // R8
    ExchangeUnequal,    // R8
    ExchangeTakesCamel, // R8
    ExchangeSameGood,   // R9
    HandLimit,          // R10
    NotInHand,          // R8, R11
    HerdTooSmall,       // R8
    SaleTooSmall,       // R11
};

// A refused action: what is wrong, and the number of the rule ("R8"; empty for NotPlaying,
// NotYourTurn).
struct Refusal {
    RuleError error{};
    std::string_view rule;
    friend constexpr bool operator==(const Refusal&, const Refusal&) = default;
};

template <class T, class E>
using Result = boost::system::result<T, E>;

} // namespace jaipur
