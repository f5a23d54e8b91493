// What is true in every state that the rules can reach, written independently of the rules' code:
// for random play, simulations and fuzzers.
#pragma once

#include "common/match.hpp"
#include "common/state.hpp"

#include <string>

namespace jaipur::test {

// The first broken invariant, in words; empty if all hold. A state accounts for all 55 cards and 57
// tokens; a match also for its phase and results.
std::string broken_invariant(const State& state);
std::string broken_invariant(const Match& match);

} // namespace jaipur::test
