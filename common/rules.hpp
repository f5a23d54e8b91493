// The rules of a round (R4 to R15a): pure functions from state and action to state and event.
#pragma once

#include "common/action.hpp"
#include "common/event.hpp"
#include "common/result.hpp"
#include "common/state.hpp"

#include <optional>
#include <vector>

namespace jaipur {

// R4: lays out a round. The starter is to act.
State set_up(const Deal& deal, Seat starter);

// Whether `seat` may do this now; the refusal otherwise. Checks NotPlaying, NotYourTurn, then the
// rules.
std::optional<Refusal> check(const State& state, Seat seat, const Action& action);

// Does it: the state moves on, and the event says what happened. Refused, the state is unchanged.
// After it `state.ended` tells whether the round is over.
Result<Event, Refusal> apply(State& state, Seat seat, const Action& action);

// Every legal action of the seat to act, none when the round has ended. Exchanges are listed once
// for each pair of what is taken and what is given (both in the order of `Card`), not once for each
// order of the cards. The list is cleared first; its memory is reused.
void legal_actions(const State& state, std::vector<Action>& actions);

// What a player may do, summed up per kind of action (what a view carries), for the seat to act.
struct LegalSummary {
    struct Sale {
        std::uint8_t min = 0, max = 0; // cards; max 0: no sale
        friend constexpr bool operator==(const Sale&, const Sale&) = default;
    };

    FixedVector<Good, market_size> take; // distinct, in market order
    bool take_camels = false;
    PerGood<Sale> sell;
    bool exchange = false; // whether any exchange is legal
    friend constexpr bool operator==(const LegalSummary&, const LegalSummary&) = default;
};

LegalSummary legal_summary(const State& state);

} // namespace jaipur
