// A finished match as every position that it went through, with both hands open: a replay dealt and
// played again. Views are values, built by `observe` as for a spectator who sees both hands.
// It must not know `common/state`: clients include it.
#pragma once

#include "protocol/message.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace jaipur::protocol {

struct Position {
    // `events`: what led here from the position before; `seq` counts positions from 1.
    View view;
    std::optional<std::int64_t> at; // when the action was played; none: a deal, or an end from
                                    // outside
    friend bool operator==(const Position&, const Position&) = default;
};

struct Playback {
    std::vector<Position> positions; // a deal at least
    bool whole = true;               // false: an action could not be played; those after it neither
};

// For any replay that could be read, also one that does not fit itself (`verify` says what).
Playback play_back(const Replay& replay);

} // namespace jaipur::protocol
