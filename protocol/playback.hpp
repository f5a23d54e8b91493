// Every position of a finished match, with both hands open: a replay dealt and played again.
// `observe` builds the views, as for an open spectator. It must not know about `common/state`:
// clients include it.
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
    // When the action was played; empty for a deal or an end from outside.
    std::optional<std::int64_t> at;
    friend bool operator==(const Position&, const Position&) = default;
};

struct Playback {
    std::vector<Position> positions; // at least a deal
    bool whole = true;               // false: it ends before an illegal action
};

// Works on any replay that can be read, even an inconsistent one (`verify` finds the faults).
Playback play_back(const Replay& replay);

} // namespace jaipur::protocol
