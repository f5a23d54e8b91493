// Small numbers: changed by a difference, and chosen from.
#pragma once

#include <cassert>
#include <cstdint>

namespace jaipur::bots {

// The sum must be at least 0.
inline void add(std::uint8_t& number, int change) {
    assert(number + change >= 0);
    number = static_cast<std::uint8_t>(number + change);
}

// How many ways there are to choose this many of `from` things.
constexpr double ways_to_choose(int count, int from) {
    double ways = 1;
    for (int i = 0; i < count; ++i)
        ways = ways * (from - i) / (i + 1);
    return ways;
}

} // namespace jaipur::bots
