// Compares two worlds: what one viewer was sent in each, and what really differs between them.
#pragma once

#include "tests/noninterference/paired_run.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace jaipur::paired {

struct Viewer {
    Viewing viewing{};
    std::string name;
    std::set<SessionId> sessions;
    std::map<RoomCode, Eyes> eyes;
    int snapshots = 0;
    std::optional<RoomCode> table{}; // of a coalition
};

struct World {
    const Rig& rig;
    const Chance& chance;
};

struct Found {
    Where where{};
    std::string text; // of both worlds, one above the other
};

// The first difference, if any: first in what the viewer was sent (each message's bytes, connection
// and time), then outside the wire.
std::optional<Found> first_difference(const World& one, const World& two, const Viewer& viewer,
                                      const std::vector<Input>& inputs, Counts& counts);

// Counts what was hidden from the viewer at the end and differs; returns whether anything does.
bool count_hidden(const World& one, const World& two, const Viewer& viewer, Counts& counts);

} // namespace jaipur::paired
