// Whether a replay fits itself: the commitments, each round dealt again from the proof, each action
// played again by the rules, every score. Works on any replay that could be read, throws nothing.
// What no replay can show (names, times, that these were the actions that were played) is not
// judged beyond its form; nor is who resigned or was away.
#pragma once

#include "common/seat.hpp"
#include "protocol/message.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace jaipur::protocol {

// More faults than that are counted only.
inline constexpr std::size_t most_faults = 100;

struct Verification {
    // What does not fit, a line each: constant words and numbers, nothing that the replay wrote.
    // Empty: all fits.
    std::vector<std::string> faults;
    std::size_t more_faults = 0;

    std::size_t actions = 0;   // that were played again
    std::size_t rounds = 0;    // that were dealt again
    PerSeat<bool> contributed; // to the shuffle
    // Whether the shuffle draws the one who started; of a rematch the loser before starts.
    bool starter_drawn = false;

    bool fits() const { return faults.empty(); }
};

Verification verify(const Replay& replay);

} // namespace jaipur::protocol
