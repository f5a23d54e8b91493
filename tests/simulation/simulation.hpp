// A whole evening of Jaipur online as one value: server, disk, network and clients in one thread,
// with a clock that jumps from event to event and chance from one number. The code is real; only
// its environment is simulated.
//
//   real                                         simulated
//   server/core, server/net/liveness             the shell around them        (process)
//   server/store/store.hpp, record_codec         the disk behind them         (disk, store)
//   protocol/codec, at both ends                 frames, TCP, machines        (frames, network)
//   client/console/session, shuffle, model       connection, user, home        (program, player)
//                                                clients that behave badly    (raw, vandal)
//
// One queue of events, ordered by time and, within a moment, by number (ground). Everything that
// happens is an event; all randomness comes from streams derived from the seed; nothing is ordered
// by an address or a real clock. So a seed determines the run, to the byte: the trace is a SHA-256
// over every event and every byte that was delivered (P13).
//
// A seed gives a plan (plan): who plays at which table, and the weather. The first part of a run is
// a storm: bytes come late, and connections break between two bytes, sometimes unnoticed by one or
// both ends. Clients hang, crash and come back. The disk is late, full or fails. The server is
// killed, loses power or is stopped, and comes back with its clock changed. Then the storm ends.
// Within a bounded time every match is over, everybody has gone home, and only replays are left on
// the disk (P14).
//
// Throughout, an oracle watches. It believes only the disk: from the text of durable records it
// derives each room a second time, and compares everything with that; only clocks it keeps itself:
// - P1 after a restart each room is what its durable records say, with everything acknowledged;
// - P2 a requested action counts once; repeating the request gives the same answer;
// - P3 after every record and restart, replaying the texts gives the server's room;
// - P4 a client shows what was true at the number of its view, with all events of the round;
// - P5 whatever leaves the server follows from records that the disk has;
// - P16 every client accepts every proof, and every kept replay verifies;
// - P25 clocks and absence times are what the oracle counts itself; a player whose time has run out
//   loses, and a claim is granted exactly when it is due;
// - one answer per request, in order; the invariants of the rules; rooms that end.
// The first broken promise ends the run as a `Violation`, with the seed and the event's number.
//
// The simulator can also lie in known ways (`Planted`), and a copy of the core can count time
// wrongly (planted_core.hpp). Tests require each of these faults to be found.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::simulation {

// Planted faults, each of which must be found.
enum class Planted : std::uint8_t {
    None,
    AcksBeforeSync,  // the store answers when it has written, not when the disk has it
    LosesSynced,     // a crash loses synced data
    ActsTwice,       // a repeated action is applied again
    ForgetsActs,     // a repeated action is refused
    TellsEarly,      // the ok goes out before anything is stored
    ChangesRecords,  // an action changes between writing and reading
    BendsRules,      // a record on the disk gives a player cards from nowhere
    StaleResume,     // a resuming client is shown an old state
    SkipsEvents,     // a resuming client misses events
    BadProof,        // the proof shows another seed
    TellsHistory,    // a player gets chat from before taking the seat
    TwoAnswers,      // one request, two answers
    ForgetsToken,    // a client that crashes forgets its seat
    StopsTicking,    // the server forgets its timers
    TraceOfAddress,  // the trace holds an address
    TraceOfRealTime, // the trace holds a real clock's reading
};

struct Settings {
    std::uint64_t seed = 1;
    Planted planted = Planted::None;
    bool tells_story = false; // a line on standard output for each event
};

// What broke, which promise, and when.
struct Broken {
    std::string promise, what;
    std::uint64_t event = 0;
};

// How often something happened (a fault, an ending), by name.
using Counts = std::map<std::string_view, std::uint64_t>;

struct Outcome {
    std::string trace; // hex
    std::uint64_t events = 0;
    Counts counts;
    std::optional<Broken> broken;
};

Outcome simulate(const Settings& settings);

} // namespace jaipur::simulation
