// Counts durations by their size, in buckets that are the same for everything. It allocates
// nothing, and adding one takes a few nanoseconds.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace jaipur::server::core {

class Histogram {
  public:
    // The largest duration in each bucket; one more bucket has all that are longer.
    static constexpr std::array<std::chrono::microseconds, 16> bounds = [] {
        using namespace std::chrono_literals;
        return std::array<std::chrono::microseconds, 16>{100us, 250us,  500us, 1ms,   2500us, 5ms,
                                                         10ms,  25ms,   50ms,  100ms, 250ms,  500ms,
                                                         1s,    2500ms, 5s,    10s};
    }();

    using Counts = std::array<std::uint64_t, bounds.size() + 1>; // not cumulative

    void add(std::chrono::nanoseconds duration) {
        const auto* const bucket = std::ranges::lower_bound(bounds, duration);
        ++counts_[static_cast<std::size_t>(bucket - bounds.begin())];
        sum_ += duration;
    }

    Histogram& operator+=(const Histogram& other) {
        for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket)
            counts_[bucket] += other.counts_[bucket];
        sum_ += other.sum_;
        return *this;
    }

    const Counts& counts() const { return counts_; }

    std::chrono::nanoseconds sum() const { return sum_; }

  private:
    Counts counts_{};
    std::chrono::nanoseconds sum_{};
};

} // namespace jaipur::server::core
