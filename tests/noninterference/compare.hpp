// Two worlds held against each other: what one viewer was sent in them, and what is really
// different in them.
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
};

struct World {
    const Stage& stage;
    const Chance& chance;
};

struct Found {
    Where where{};
    std::string text; // both worlds one above the other
};

// The first thing that is not the same, nothing where all is: first of what the viewer was sent
// (each message's bytes, its connection, when it was sent), then of what lies beside the wire.
std::optional<Found> first_difference(const World& one, const World& two, const Viewer& viewer,
                                      const std::vector<Input>& inputs, Counts& counts);

// Counts what was hidden from the viewer at the end and differs; whether anything does.
bool count_hidden(const World& one, const World& two, Counts& counts);

} // namespace jaipur::paired
