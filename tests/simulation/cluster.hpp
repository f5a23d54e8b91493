// Several servers with one database, as one value from one number: real lobbies, each with the
// slots whose leases it has, and people who play, lose their server and come back to the one that
// has their room. Servers are killed, frozen and drained; the database is late, and what is
// sent to it or its answer gets lost: a server then asks again without knowing what was stored.
//
// An observer knows every record that the database has ever taken:
// - P1 a server that adopts a slot has exactly the rooms that the slot's records make;
// - P2 every acknowledged action is in its match, once;
// - P5 nothing is acknowledged before the database has it;
// - epochs: in the order of numbers, and of time, a slot's epochs only grow, and no number repeats;
// - fork: at one number of a room, a viewer is shown one view, by all servers;
// - P14 after the faults, every match ends.
#pragma once

#include "tests/simulation/simulation.hpp"

#include <cstdint>

namespace jaipur::simulation {

// Faults of the database or of servers, each of which must be found.
enum class ClusterFault : std::uint8_t {
    None,
    EpochUnchecked, // the database takes what a former holder sends
    AnswersEarly,   // a server passes on an answer before the database has given it
    NumbersRepeat,  // a server that adopts a slot doesn't learn its last number
    RetriesAsNew,   // records whose fate is unknown are sent again under new numbers
};

Outcome simulate_cluster(std::uint64_t seed, ClusterFault planted = ClusterFault::None,
                         bool tells_story = false);

} // namespace jaipur::simulation
