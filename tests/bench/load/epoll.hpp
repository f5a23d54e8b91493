// Waits for many connections, and until a time, to the microsecond: a late generator would add to
// every measured latency.
#pragma once

#include "tests/bench/load/connection.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <sys/epoll.h>
#include <unistd.h>

namespace jaipur::bench {

using Clock = std::chrono::steady_clock;

inline Clock::duration seconds_of(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

inline double seconds_since(Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
}

class Epoll {
  public:
    Epoll() : epoll_(epoll_create1(0)) {}

    ~Epoll() { close(epoll_); }

    Epoll(const Epoll&) = delete;
    Epoll& operator=(const Epoll&) = delete;

    void add(int descriptor, void* what) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.ptr = what;
        if (epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) != 0)
            fail("epoll_ctl failed");
    }

    // Polls instead of sleeping.
    void spin(bool on) { spins_ = on; }

    // Waits until there is something to read, but not past `until`, and calls
    // `take(what)` for each readable connection. Returns how many there were.
    template <class Take>
    int wait(Clock::time_point until, const Take& take) {
        const auto left = std::clamp<std::int64_t>(
            std::chrono::nanoseconds(until - Clock::now()).count(), 0, 100'000'000);
        timespec timeout{};
        timeout.tv_nsec = spins_ ? 0 : left;
        std::array<epoll_event, 64> events; // NOLINT: filled
        const int count =
            epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &timeout, nullptr);
        if (count < 0 && errno != EINTR)
            fail("epoll_pwait2 failed");
        for (int i = 0; i < count; ++i)
            take(events[static_cast<std::size_t>(i)].data.ptr);
        return count;
    }

  private:
    int epoll_;
    bool spins_ = false;
};

} // namespace jaipur::bench
