// A match: rounds until a player has won the agreed number of seals (R5, R17, R18). A value,
// secrets included. It must not know about players, clocks or randomness: deals, and ends outside
// the rules, are passed in.
#pragma once

#include "common/event.hpp"
#include "common/phase.hpp"
#include "common/result.hpp"
#include "common/rules.hpp"
#include "common/state.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace jaipur {

// A match without a winner after this many rounds ends Abandoned.
inline constexpr int max_rounds = 255;

struct Match {
    std::uint8_t seals_to_win = 2;
    Phase phase = Phase::Waiting;
    PerSeat<std::uint8_t> seals;
    std::uint8_t round = 0;           // 0 before the first
    std::uint32_t ply = 0;            // actions of the match so far
    State state;                      // the current or last round; meaningless while `round` is 0
    std::vector<RoundResult> results; // of the rounds that have ended
    std::optional<MatchResult> result;

    friend bool operator==(const Match&, const Match&) = default;
};

// Deals the next round. Only in Waiting or RoundOver.
Event start_round(Match& match, const Deal& deal, Seat starter);

// R5, R17: who starts the next round. Only in RoundOver.
Seat next_starter(const Match& match);

// Plays an action, which may end the round and the match. If it is refused, nothing changes.
Result<Events, Refusal> play(Match& match, Seat seat, const Action& action);

// Ends the match for a reason outside the rules (Resigned, Timeout, Claimed, Abandoned). Only in
// Playing, which cuts the round short, or RoundOver.
Events end_match(Match& match, EndReason reason, std::optional<Seat> winner);

// R18: who starts a rematch: the loser, or if nobody won, the player who did not start the last
// round.
Seat rematch_starter(const Match& finished);

} // namespace jaipur
