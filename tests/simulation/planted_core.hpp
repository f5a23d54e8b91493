// Faults planted in a copy of the core: plant.cmake says where. The core itself has no switches.
#pragma once

#include <cstdint>

namespace jaipur::simulation {

enum class CoreFault : std::uint8_t {
    None,
    ClockWaits,         // a clock stands still while its player is away
    AbsenceForgotten,   // absence doesn't count
    WrongClock,         // the clock of the player who isn't to act runs
    ChargesDowntime,    // clocks run while the server is down
    ChargesTheStore,    // clocks run while the store works
    IncrementForgotten, // an action adds no time
    FlagStays,          // nobody loses by time
    ClaimSilent,        // nobody is told that a claim opens
    ClaimEarly,         // a claim is granted before the absence time is used up
    ClaimRefused,       // a claim is never granted
};

inline CoreFault planted_in_core = CoreFault::None;

inline bool is_planted_in_core(CoreFault fault) {
    return planted_in_core == fault;
}

} // namespace jaipur::simulation
