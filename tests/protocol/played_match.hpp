// Matches played by the rules with random legal actions: real states for views to be made of.
#pragma once

#include "common/match.hpp"

#include <cstdint>
#include <functional>
#include <random>

namespace jaipur::tests {

// Cards and bonus tokens in a random order.
Deal shuffled_deal(std::mt19937_64& random);

// A legal action of whose turn it is. Sales come more often than chance alone would have them, so
// that tokens are taken and rounds end.
Action random_action(const State& state, std::mt19937_64& random);

// Plays a match to its end. `each` is called with every state and what has just happened, from the
// first deal on.
void play_match(std::uint64_t seed,
                const std::function<void(const Match& match, const Events& events)>& each);

} // namespace jaipur::tests
