#include "tests/bench/load/schedule.hpp"

namespace jaipur::bench {

void Schedule::begin(std::size_t count, double per_second, Clock::time_point now) {
    queue_ = {};
    due_.assign(count, now);
    pause_ = per_second > 0 ? seconds_of(static_cast<double>(count) / per_second)
                            : Clock::duration::zero();
    if (!paced())
        return;
    for (std::size_t i = 0; i < count; ++i) {
        due_[i] = now + std::chrono::duration_cast<Clock::duration>(pause_ * chance());
        queue_.push({due_[i], i});
    }
}

std::optional<std::size_t> Schedule::due(Clock::time_point now) {
    if (queue_.empty() || queue_.top().at > now)
        return std::nullopt;
    const std::size_t who = queue_.top().who;
    queue_.pop();
    return who;
}

// Spread with jitter, so that they don't act in step, but never so close that one is due twice at
// once.
void Schedule::served(std::size_t i) {
    due_[i] += std::chrono::duration_cast<Clock::duration>(pause_ * (0.5 + chance()));
    queue_.push({due_[i], i});
}

Clock::time_point Schedule::next() const {
    return queue_.empty() ? Clock::time_point::max() : queue_.top().at;
}

// From 0 to 1; the same numbers in each run.
double Schedule::chance() {
    random_ = random_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(random_ >> 40U) / static_cast<double>(1U << 24U);
}

} // namespace jaipur::bench
