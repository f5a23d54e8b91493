// Matches of random legal actions: real states to build views from.
#pragma once

#include "common/match.hpp"
#include "tests/support/random.hpp"

#include <cstdint>
#include <functional>

namespace jaipur::test {

// A legal action of the seat to act. Sales are more frequent than by pure chance, so
// that tokens are taken and rounds end.
Action random_action(const State& state, Random& random);

// Plays a match to its end. Calls `each` with every state and what has just happened, from the
// first deal on.
void play_match(std::uint64_t seed,
                const std::function<void(const Match& match, const Events& events)>& each);

} // namespace jaipur::test
