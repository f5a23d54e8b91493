// How long to wait before the next attempt to reach the server: half a second at first, doubling to
// fifteen, each 30 % more or less by chance, so that a thousand clients do not come back at once.
#pragma once

#include <chrono>

namespace jaipur::client::session {

class Reconnect {
  public:
    static constexpr std::chrono::milliseconds first{500};
    static constexpr std::chrono::milliseconds longest{15000};
    static constexpr double jitter = 0.3;

    // The delay after another failure; `chance` is drawn uniformly from 0 to 1.
    std::chrono::milliseconds next(double chance);

    // The line has held for a while.
    void succeeded() { failures_ = 0; }

    int failures() const { return failures_; }

  private:
    int failures_ = 0;
};

} // namespace jaipur::client::session
