// The rules of a round (R4 to R15a): pure functions from state and action to state and event.
// `turn.hpp` decides what is legal and what an action causes; this adds whose turn it is.
#pragma once

#include "common/action.hpp"
#include "common/event.hpp"
#include "common/result.hpp"
#include "common/state.hpp"
#include "common/turn.hpp"

#include <optional>
#include <vector>

namespace jaipur {

// R4: lays out a round. The starter moves first.
State set_up(const Deal& deal, Seat starter);

// What `seat` would see on its turn.
Turn turn_of(const State& state, Seat seat);

// Why `seat` can't do this now; nothing if it can. Checks NotPlaying, NotYourTurn, then the turn.
std::optional<Refusal> check(const State& state, Seat seat, const Action& action);

// Plays the action and returns what happened; `state.ended` then says whether the round is over. If
// the action is refused, the state is unchanged.
Result<Event, Refusal> apply(State& state, Seat seat, const Action& action);

// Every legal action of the player to move; empty once the round has ended.
void legal_actions(const State& state, std::vector<Action>& actions);

} // namespace jaipur
