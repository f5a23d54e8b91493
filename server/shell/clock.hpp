// The server's time, which the core gets passed in. It starts as the machine's clock and then
// passes as the steady clock does: it never goes back, and doesn't jump when somebody sets the
// clock. It must not know what the time is for.
//
// It passes only while the server runs (`core::longest_gap`). A process that was stopped, or whose
// machine gave it no processor, finds that a second has passed at most, so players don't pay for
// its absence. (The steady clock itself stands still while the machine is suspended.)
#pragma once

#include "server/core/time.hpp"

#include <chrono>
#include <optional>

namespace jaipur::server::shell {

class Clock {
  public:
    using Steady = std::chrono::steady_clock::time_point;

    Clock(core::Time start, Steady now) : start_(start), last_look_(now) {}

    core::Time start() const { return start_; }

    // The time now, given the steady clock's.
    core::Time look(Steady now);
    // Sets what somebody waits for, if anything, and returns when to look next. Without a deadline
    // nothing has to happen, and any gap counts in full: the server may just have been idle.
    std::optional<Steady> wait_for(std::optional<core::Time> deadline);

  private:
    core::Time start_;
    Steady last_look_;
    Steady::duration passed_{0}; // until the last look
    bool waits_ = false;
};

} // namespace jaipur::server::shell
