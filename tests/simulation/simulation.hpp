// A whole evening of Jaipur online as one value: server, disk, network and clients in one thread,
// with a clock that jumps from event to event and chance from one number. What runs is the real
// thing; what is simulated is only what the real thing runs on.
//
//   real                                         simulated
//   server/lobby, room, outbox, net/liveness     the shell around them        (process)
//   server/store/store.hpp, record_codec         the disk behind them         (disk, store)
//   protocol/codec, at both ends                 frames, TCP, machines        (frames, network)
//   client/console/session, shuffle, model       the line, the user, the home (program, player)
//                                                clients that behave badly    (raw, vandal)
//
// One queue of events, ordered by time and, within a moment, by number (ground). Everything that
// happens is an event; whatever is drawn is drawn from streams that the seed gives; nothing is
// ordered by an address or a real clock. So a seed is a run, to the byte: the trace is a SHA-256
// over every event and every byte that was delivered (P13).
//
// A seed gives a plan (plan): who plays at which table, and the weather. In the first part of a run
// it storms: bytes come late, connections break between two bytes, one end or both believing that
// they live, clients hang, crash and come back, the disk is late, full or fails, the server is
// killed, loses its power, is stopped, and comes back with its clock set elsewhere. Then the storm
// ends, and within a bounded time every match is over, everybody has gone home, and nothing is left
// on the disk but replays (P14).
//
// All the while an oracle looks on (oracle). It believes the disk alone: from the text of records
// that are durable it makes each room a second time, and holds everything against that:
//   P1  after a restart each room is what its durable records say, and what was acknowledged is
//   there P2  an action stands where a client asked for it, once; whoever asks again hears the same
//   P3  after every record, and after every restart, replaying the texts gives the server's room
//   P4  what a client shows is what was true at the number of its view, with all events of the
//   round P5  whatever leaves the server follows from records that the disk has P16 every client
//   finds every proof in order; every kept replay verifies and: one answer for each request in
//   order, the invariants of the rules, rooms that end.
// The first thing that does not hold ends the run as a `Violation`, with the seed and the number of
// the event.
//
// The simulator can also be made to lie in ways that are known (`Planted`), and a test demands that
// each lie is found.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::simulation {

// Faults that are ours: each has to be found, or the simulator is blind.
enum class Planted : std::uint8_t {
    None,
    AcksBeforeSync,  // the store answers when it has written, not when the disk has it
    LosesSynced,     // a crash takes away what was synced
    ActsTwice,       // an action that comes again is done again
    ForgetsActs,     // an action that comes again is refused
    TellsEarly,      // the ok goes out before anything is stored
    ChangesRecords,  // what is read back is another action than was written
    BendsRules,      // a record of the disk gives a player cards that nobody has
    StaleResume,     // who comes back is shown what was true before
    SkipsEvents,     // who comes back is not told what happened meanwhile
    BadProof,        // the proof shows another seed
    TellsHistory,    // a player is told what was said before the seat was taken
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

// What did not hold, of which promise, and when.
struct Broken {
    std::string promise, what;
    std::uint64_t event = 0;
};

// How often something happened: a fault, an ending. By its name.
using Counts = std::map<std::string_view, std::uint64_t>;

struct Outcome {
    std::string trace; // hex
    std::uint64_t events = 0;
    Counts counts;
    std::optional<Broken> broken;
};

Outcome simulate(const Settings& settings);

} // namespace jaipur::simulation
