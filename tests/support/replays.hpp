// Replays of matches that were dealt by the fair shuffle and played by the rules, at random: what a
// server writes of a finished match. The same seed gives the same replay.
#pragma once

#include "protocol/message.hpp"

#include <cstdint>

namespace jaipur::test {

enum class Ending : std::uint8_t {
    Seals,
    Resigned,        // in the middle of a round
    ResignedAtOnce,  // when a later round was dealt and nobody had acted
    ResignedBetween, // two rounds
    Timeout,
    Claimed,
    Abandoned,
};

// Where a match has no place for its ending (it was over too soon), it ends by its seals.
protocol::Replay played_replay(std::uint64_t seed, Ending ending = Ending::Seals);

// A match of both players' contributions, with three seals, a bonus and a camel token, so that
// every part of it can be spoilt.
protocol::Replay rich_replay();

} // namespace jaipur::test
