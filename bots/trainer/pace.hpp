// How fast a run is: by the median of its latest steps, so that a pause doesn't count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

namespace jaipur::bots::trainer {

class Pace {
  public:
    // A step of `rounds` rounds took this long.
    void add(double rounds, double seconds) {
        per_round_.push_back(seconds / rounds);
        if (per_round_.size() > remembered)
            per_round_.pop_front();
    }

    // Rounds per second; 0 if there was no step yet.
    double speed() const {
        if (per_round_.empty())
            return 0;
        std::vector<double> sorted(per_round_.begin(), per_round_.end());
        const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::nth_element(sorted.begin(), middle, sorted.end());
        return 1 / std::max(*middle, 1e-9);
    }

  private:
    static constexpr std::size_t remembered = 101;

    std::deque<double> per_round_;
};

} // namespace jaipur::bots::trainer
