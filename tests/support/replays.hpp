// Replays of random matches, dealt by the fair shuffle and played by the rules: what a server
// writes about a finished match. The same seed gives the same replay.
#pragma once

#include "protocol/message.hpp"

#include <cstdint>

namespace jaipur::test {

enum class Ending : std::uint8_t {
    Seals,
    Resigned,        // during a round
    ResignedAtOnce,  // after a later round was dealt and before anyone acted
    ResignedBetween, // between two rounds
    Timeout,
    Claimed,
    Abandoned,
};

inline constexpr Ending all_endings[]{
    Ending::Seals,   Ending::Resigned, Ending::ResignedAtOnce, Ending::ResignedBetween,
    Ending::Timeout, Ending::Claimed,  Ending::Abandoned};

// If a match is over too soon for its ending, it ends by its seals.
protocol::Replay played_replay(std::uint64_t seed, Ending ending = Ending::Seals);

// A match with both players' contributions, three seals, a bonus and a camel token, so that tests
// can corrupt every part.
protocol::Replay rich_replay();

} // namespace jaipur::test
