// When each of many rooms or connections must act, in an open loop: the times are set beforehand
// and wait for nobody, so late replies show up in the latency. Knows neither connections nor games.
#pragma once

#include "tests/bench/load/epoll.hpp"

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

namespace jaipur::bench {

class Schedule {
  public:
    // From `now` on, `count` of them act this often in total. 0 per second: as fast as they can,
    // without asking this schedule.
    void begin(std::size_t count, double per_second, Clock::time_point now);

    bool paced() const { return pause_ > Clock::duration::zero(); }

    // The next one that is due by `now`; it stays owed until `served`.
    std::optional<std::size_t> due(Clock::time_point now);

    // When that was.
    Clock::time_point due_of(std::size_t i) const { return due_[i]; }

    // It could not have acted before now: its lateness doesn't count.
    void excuse(std::size_t i, Clock::time_point now) { due_[i] = now; }

    void served(std::size_t i);

    // When the next one is due; far in the future if none is.
    Clock::time_point next() const;

  private:
    struct Entry {
        Clock::time_point at;
        std::size_t who;

        bool operator<(const Entry& other) const { return at > other.at; }
    };

    double chance();

    Clock::duration pause_{};
    std::uint64_t random_ = 1;
    std::vector<Clock::time_point> due_;
    std::priority_queue<Entry> queue_;
};

} // namespace jaipur::bench
