// The delay before the next attempt to connect: half a second, doubled up to fifteen, ±30 % at
// random so that a thousand clients don't return at once.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

namespace jaipur::client::session {

class Reconnect {
  public:
    static constexpr std::chrono::milliseconds first{500};
    static constexpr std::chrono::milliseconds longest{15000};
    static constexpr double jitter = 0.3;

    // Counts a failure; `chance` is uniform in 0 to 1.
    std::chrono::milliseconds next(double chance) {
        auto delay = first;
        for (int i = 0; i < failures_ && delay < longest; ++i)
            delay = std::min(delay * 2, longest);
        ++failures_;
        const double factor = 1 - jitter + 2 * jitter * chance;
        return std::chrono::milliseconds(std::llround(static_cast<double>(delay.count()) * factor));
    }

    // Call it when a connection has lasted for a while.
    void succeeded() { failures_ = 0; }

    int failures() const { return failures_; }

  private:
    int failures_ = 0;
};

} // namespace jaipur::client::session
