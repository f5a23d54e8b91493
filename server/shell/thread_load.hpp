// How much a thread has to do: the part of the last moments for which it used a processor.
#pragma once

#include <chrono>
#include <ctime>

namespace jaipur::server::shell {

class ThreadLoad {
  public:
    // Of the calling thread, which must exist as long as this. Throws std::system_error.
    ThreadLoad();

    // From 0 to 1; measured again at most every `step`. On any thread, but on one at a time.
    double now();

    static constexpr std::chrono::milliseconds step{20};

  private:
    using Clock = std::chrono::steady_clock;

    std::chrono::nanoseconds used() const; // so far

    clockid_t clock_{};
    Clock::time_point measured_ = Clock::now();
    std::chrono::nanoseconds used_;
    double load_ = 0;
};

} // namespace jaipur::server::shell
