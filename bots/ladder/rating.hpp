// Elo from encounters: the numbers that make their results most likely (Bradley, Terry 1952).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace jaipur::bots::ladder {

// The difference in Elo that makes a share of this size.
double elo(double share);

struct Comparison {
    std::size_t one = 0, two = 0;
    double share = 0;    // of the rounds that the first of them won
    double variance = 0; // of that share
    int rounds = 0;
};

struct Rating {
    double elo = 0;
    double error = 0; // half the width of the 95 % interval
};

// The first player has 0. The comparisons must connect all players. The errors come from the
// variances, because the rounds of a pair depend on each other.
std::vector<Rating> rate(std::size_t players, std::span<const Comparison> comparisons);

} // namespace jaipur::bots::ladder
