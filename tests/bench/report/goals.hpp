// The goals: each a ratio or a figure with a limit.
#pragma once

#include "tests/bench/results.hpp"

#include <string>
#include <vector>

namespace jaipur::bench {

struct Goal {
    std::string key, text, unit;
    double limit = 0;
    bool at_least = false;      // else at most
    std::vector<double> values; // of each round; empty: not measured

    bool is_met() const;
};

std::vector<Goal> judge(const Results& results);

} // namespace jaipur::bench
