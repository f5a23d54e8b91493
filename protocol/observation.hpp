// What one viewer sees, as a value. No member can hold a card that its viewer must not know: a view
// is built up, never cut down (R19 to R21). It must not know about `common/state`: clients include
// it.
#pragma once

#include "common/action.hpp"
#include "common/card.hpp"
#include "common/event.hpp"
#include "common/fixed_vector.hpp"
#include "common/numbers.hpp"
#include "common/phase.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "common/token.hpp"
#include "common/turn.hpp"
#include "protocol/fair.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace jaipur::protocol {

// Who is looking. A player sees their own hand, a spectator only what is face up, an open spectator
// both hands (the room delays their view).
enum class Viewer : std::uint8_t { Seat0, Seat1, Spectator, OpenSpectator };

constexpr Viewer viewer_of(Seat seat) {
    return seat == Seat::Zero ? Viewer::Seat0 : Viewer::Seat1;
}

constexpr std::optional<Seat> seat_of(Viewer viewer) {
    if (viewer == Viewer::Seat0)
        return Seat::Zero;
    if (viewer == Viewer::Seat1)
        return Seat::One;
    return std::nullopt;
}

struct ObservedBonus {
    BonusTier tier{};
    std::optional<std::uint8_t> value; // empty if hidden
    friend bool operator==(const ObservedBonus&, const ObservedBonus&) = default;
};

struct ObservedTrader {
    std::uint8_t seals = 0;
    std::uint8_t hand_size = 0;
    std::optional<GoodCounts> hand;   // empty if hidden
    std::optional<std::uint8_t> herd; // empty if hidden
    FixedVector<GoodsToken, goods_token_count> goods_tokens;
    FixedVector<ObservedBonus, bonus_token_count> bonus_tokens;
    friend bool operator==(const ObservedTrader&, const ObservedTrader&) = default;
};

struct ClockReading {
    PerSeat<std::int64_t> remaining_ms;
    std::optional<Seat> running; // empty if stopped: between rounds, after the match
    friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

// A sale as far as a viewer may know it; other events have no secrets.
struct ObservedSold {
    Seat seat{};
    Good good{};
    std::uint8_t count = 0;
    FixedVector<std::uint8_t, largest_goods_pile> tokens; // values, top first
    std::optional<ObservedBonus> bonus;
    friend bool operator==(const ObservedSold&, const ObservedSold&) = default;
};

using ObservedEvent =
    std::variant<RoundStarted, Took, TookCamels, Exchanged, ObservedSold, RoundEnded, MatchEnded>;

struct ObservedResult {
    std::vector<RoundResult> rounds;
    std::optional<MatchResult> match; // empty while the match runs
    std::optional<Proof> proof;       // once the match is over
    friend bool operator==(const ObservedResult&, const ObservedResult&) = default;
};

// The body of a `view` message.
struct Observation {
    std::string room;
    std::uint64_t seq = 0;
    std::optional<Seat> you; // empty for a spectator
    Phase phase{};
    MatchId match{};
    std::uint8_t round = 0;
    std::uint32_t ply = 0;
    std::optional<Seat> turn;
    std::uint8_t exchanges_in_a_row = 0;
    FixedVector<std::optional<Card>, market_size>
        market;            // empty before the first round; a gap is a slot without a card
    std::uint8_t deck = 0; // cards left
    GoodCounts discard;
    PerGood<FixedVector<std::uint8_t, largest_goods_pile>> goods_tokens; // values left, top first
    PerTier<std::uint8_t> bonus_tokens;                                  // tokens left
    PerSeat<ObservedTrader> players;
    std::optional<LegalSummary> legal; // for the player to act
    std::optional<ClockReading> clock;
    std::optional<std::int64_t> move_in; // ms left for the current action; empty if it has no limit
    std::vector<ObservedEvent> events;   // since this connection's last view
    std::optional<ObservedResult> result;
    friend bool operator==(const Observation&, const Observation&) = default;
};

// The round in play as the viewer would see it on their turn. Nothing for a spectator, if no round
// is in play, or if the view breaks the rules.
std::optional<Turn> turn_of(const Observation& view);

} // namespace jaipur::protocol
