// Random numbers that are the same on every machine and compiler. Never used for real deals.
#pragma once

#include <boost/random/extreme_value_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <cstddef>
#include <utility>

namespace jaipur::bots {

using Dice = boost::random::mt19937_64;

// 0 … count - 1.
inline std::size_t below(std::size_t count, Dice& random) {
    return boost::random::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

// Noise by Gumbel's distribution. If each value gets this noise times a temperature, the largest
// sum is a draw by softmax.
inline double gumbel(Dice& random) {
    return boost::random::extreme_value_distribution<double>()(random);
}

template <class Items>
void shuffle(Items& items, Dice& random) {
    for (std::size_t left = items.size(); left > 1; --left)
        std::swap(items[left - 1], items[below(left, random)]);
}

} // namespace jaipur::bots
