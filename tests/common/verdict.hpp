// The rules' verdict on an action, as text that a test can compare.
#pragma once

#include "common/rules.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace jaipur::test {

// "legal", or the refusal ("hand_limit R10"). `check` and `apply` must agree, and a refused
// action must change nothing.
inline std::string verdict(const State& state, Seat seat, const Action& action) {
    State after = state;
    const auto refusal = check(state, seat, action);
    const auto result = apply(after, seat, action);
    CHECK(result.has_value() == !refusal);
    if (!refusal)
        return "legal";
    CHECK(after == state);
    CHECK(result.has_error());
    CHECK(result.error() == *refusal);
    return words(*refusal);
}

// The same for the seat to act.
inline std::string verdict(const State& state, const Action& wish) {
    return verdict(state, state.turn, wish);
}

inline std::string verdict(const State& state, std::string_view wish) {
    return verdict(state, action(wish));
}

// Plays a legal action of the seat to act.
inline Event played(State& state, std::string_view wish) {
    const auto result = apply(state, state.turn, action(wish));
    REQUIRE(result);
    return *result;
}

} // namespace jaipur::test
