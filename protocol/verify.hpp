// Whether a replay is consistent: the commitments, each round dealt again from the proof, each
// action played again by the rules, every score. Works on any replay that can be read; doesn't
// throw. It checks only the form of what no replay can prove: names, times, who resigned or was
// away, and that these were the actions played.
#pragma once

#include "common/seat.hpp"
#include "protocol/message.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace jaipur::protocol {

// Faults beyond this many are only counted.
inline constexpr std::size_t most_faults = 100;

struct Verification {
    // A line each: constant words and numbers, no text of the replay. Empty if all is consistent.
    std::vector<std::string> faults;
    std::size_t more_faults = 0;

    std::size_t actions = 0;   // played again
    std::size_t rounds = 0;    // dealt again
    PerSeat<bool> contributed; // to the shuffle
    // Whether the shuffle draws this starter; the loser of the previous match starts a rematch.
    bool starter_drawn = false;

    bool is_consistent() const { return faults.empty(); }
};

Verification verify(const Replay& replay);

} // namespace jaipur::protocol
