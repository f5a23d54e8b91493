// Limits over time. A token bucket allows a burst at once, and a rate per second over time; a
// sliding window never allows more than its number in any period of its length.
#pragma once

#include "server/core/time.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace jaipur::server::core {

class TokenBucket {
  public:
    // Starts full. A burst or rate of 0 means no limit.
    TokenBucket(int burst, double per_second, Time now)
        : burst_(burst), per_second_(per_second), tokens_(burst), filled_at_(now) {}

    // Takes a token if there is one; a refusal costs nothing.
    bool take(Time now) {
        if (!limits())
            return true;
        tokens_ = tokens(now);
        filled_at_ = std::max(now, filled_at_);
        if (tokens_ < whole)
            return false;
        tokens_ -= 1;
        return true;
    }

    // Whether more than `kept` tokens are there.
    bool has(Time now, int kept = 0) const { return !limits() || tokens(now) - kept >= whole; }

    // Undoes one `take`.
    void give_back(Time now) {
        tokens_ = std::min(tokens(now) + 1, static_cast<double>(burst_));
        filled_at_ = std::max(now, filled_at_);
    }

    // Takes this many, even if there are fewer: then there is none until they are made up for.
    void charge(double amount, Time now) {
        tokens_ = tokens(now) - amount;
        filled_at_ = std::max(now, filled_at_);
    }

    // Other limits from now on. What is used stays used, but nobody gets into debt by it.
    void change(int burst, double per_second, Time now) {
        const double left = limits() ? tokens(now) : burst_;
        const double used = burst_ - left;
        burst_ = burst;
        per_second_ = per_second;
        tokens_ = std::max(burst - used, std::min(left, 0.0));
        filled_at_ = std::max(now, filled_at_);
    }

    // Whether it equals a new one.
    bool is_full(Time now) const { return !limits() || tokens(now) >= burst_; }

  private:
    // Sums of fractions of a second may fall short of a whole token by a rounding error.
    static constexpr double whole = 1 - 1e-9;

    bool limits() const { return burst_ > 0 && per_second_ > 0; }

    double tokens(Time now) const {
        const std::chrono::duration<double> elapsed = std::max(now - filled_at_, milliseconds{0});
        return std::min(static_cast<double>(burst_), tokens_ + elapsed.count() * per_second_);
    }

    int burst_;
    double per_second_;
    double tokens_;
    Time filled_at_;
};

// Remembers when each one was allowed, as long as it counts.
class SlidingWindow {
  public:
    // A limit of 0 means no limit.
    SlidingWindow(int most, milliseconds length) : most_(most), length_(length) {}

    // Allows one more unless the window is full, and returns when: `now`, or the last one's time
    // if that is later. A refusal costs nothing.
    std::optional<Time> take(Time now) {
        if (most_ <= 0)
            return now;
        now = times_.empty() ? now : std::max(now, times_.back());
        std::erase_if(times_, [&](Time then) { return now - then >= length_; });
        if (times_.size() >= static_cast<std::size_t>(most_))
            return std::nullopt;
        times_.push_back(now);
        return now;
    }

    // Undoes the `take` that returned this.
    void give_back(Time taken) {
        const auto found = std::ranges::find(times_, taken);
        if (found != times_.end())
            times_.erase(found);
    }

    // Other limits from now on; those allowed before count, as far as they were limited.
    void change(int most, milliseconds length) {
        most_ = most;
        length_ = length;
    }

    // How many of those allowed still count.
    int count(Time now) const {
        return static_cast<int>(
            std::ranges::count_if(times_, [&](Time then) { return now - then < length_; }));
    }

    // Whether it equals a new one.
    bool is_empty(Time now) const { return times_.empty() || now - times_.back() >= length_; }

  private:
    int most_;
    milliseconds length_;
    std::vector<Time> times_; // in order
};

} // namespace jaipur::server::core
