// Matches played by the rules with random legal actions: real states for views to be made of.
#pragma once

#include "common/match.hpp"
#include "tests/support/random.hpp"

#include <cstdint>
#include <functional>

namespace jaipur::test {

// A legal action of whose turn it is. Sales come more often than chance alone would have them, so
// that tokens are taken and rounds end.
Action random_action(const State& state, Random& random);

// Plays a match to its end. `each` is called with every state and what has just happened, from the
// first deal on.
void play_match(std::uint64_t seed,
                const std::function<void(const Match& match, const Events& events)>& each);

} // namespace jaipur::test
