// Counting a round (R16, R17).
#pragma once

#include "common/result.hpp"
#include "common/state.hpp"

namespace jaipur {

// R16: what a round that has ended counted. `state.ended` must be set.
RoundResult score(const State& state);

// The same table for a round that `reason` cut short: no winner, no camel token.
RoundResult score_cut_short(const State& state, EndReason reason);

} // namespace jaipur
