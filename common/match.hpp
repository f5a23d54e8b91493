// A match: rounds until a player has the seals agreed (R5, R17, R18). A value, secrets included.
// It knows no player, no clock and no chance: deals and ends that the rules do not bring come from
// outside.
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

// A match of so many rounds without a winner ends Abandoned.
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

// R17, R18: who starts the next round; only after a round (RoundOver).
Seat next_starter(const Match& match);

// Plays an action, and whatever it brings about: the end of the round, of the match. Refused,
// nothing changes.
Result<Events, Refusal> play(Match& match, Seat seat, const Action& action);

// Ends the match from outside (Resigned, Timeout, Claimed, Abandoned) in Playing or RoundOver. A
// round in play is cut short.
Events end_match(Match& match, EndReason reason, std::optional<Seat> winner);

// R18: who starts a rematch: the loser; where there was no winner, whoever did not start the last
// round.
Seat rematch_starter(const Match& finished);

} // namespace jaipur
