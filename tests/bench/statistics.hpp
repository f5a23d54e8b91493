// Percentiles and other summaries of many numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace jaipur::bench {

// The value below which this share of all values lies; 0 without values.
template <class T>
double quantile(std::vector<T> all, double share) {
    if (all.empty())
        return 0;
    const auto at =
        static_cast<std::size_t>(std::lround(static_cast<double>(all.size() - 1) * share));
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at), all.end());
    return static_cast<double>(all[at]);
}

inline double median(const std::vector<double>& all) {
    return (quantile(all, 0.499999) + quantile(all, 0.500001)) / 2;
}

} // namespace jaipur::bench
