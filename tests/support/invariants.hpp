// What is true of every state that the rules can reach, written down without looking at how they do
// it: for play at random, simulations and fuzzers.
#pragma once

#include "common/match.hpp"
#include "common/state.hpp"

#include <string>

namespace jaipur::test {

// The first invariant that does not hold, in words; empty where all hold. A state counts all 55
// cards and 57 tokens; a match also what its phase and its results say.
std::string broken_invariant(const State& state);
std::string broken_invariant(const Match& match);

} // namespace jaipur::test
