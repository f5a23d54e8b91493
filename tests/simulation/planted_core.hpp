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
    MoveUnlimited,      // without a clock, no time runs for an action
    MoveForAbsent,      // it runs only while its player is away
    MoveForOther,       // it runs for the player who isn't to act
    MoveGoesOn,         // an action doesn't start it anew
    MoveInDowntime,     // it runs while the server is down
    MoveSilent,         // nobody is told that it has run out
    MoveStaysOverdue,   // nobody is told that a late action has come
    MoveClaimEarly,     // a claim is granted before it has run out
    MoveClaimRefused,   // a claim is never granted for it
};

inline CoreFault planted_in_core = CoreFault::None;

inline bool is_planted_in_core(CoreFault fault) {
    return planted_in_core == fault;
}

} // namespace jaipur::simulation
