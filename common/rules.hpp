// A round by the rules (R4 to R15a): pure functions from state and action to state and event. What
// is legal and what an action brings is for `turn.hpp` to say; here is whose turn it is.
#pragma once

#include "common/action.hpp"
#include "common/event.hpp"
#include "common/result.hpp"
#include "common/state.hpp"
#include "common/turn.hpp"

#include <optional>
#include <vector>

namespace jaipur {

// R4: lays out a round. The starter is to act.
State set_up(const Deal& deal, Seat starter);

// What `seat` sees, as it would on its turn.
Turn turn_of(const State& state, Seat seat);

// Whether `seat` may do this now; the refusal otherwise. Checks NotPlaying, NotYourTurn, then the
// turn.
std::optional<Refusal> check(const State& state, Seat seat, const Action& action);

// Does it: the state moves on, and the event says what happened. Refused, the state is unchanged.
// After it `state.ended` tells whether the round is over.
Result<Event, Refusal> apply(State& state, Seat seat, const Action& action);

// Every legal action of the seat to act, none when the round has ended.
void legal_actions(const State& state, std::vector<Action>& actions);

} // namespace jaipur
