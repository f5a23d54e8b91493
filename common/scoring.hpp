// Scoring a round (R16, R17).
#pragma once

#include "common/result.hpp"
#include "common/state.hpp"

namespace jaipur {

// R16: the score of a round that has ended. `state.ended` must be set.
RoundResult score(const State& state);

// The same for a round that `reason` cut short: no winner, no camel token.
RoundResult score_cut_short(const State& state, EndReason reason);

} // namespace jaipur
