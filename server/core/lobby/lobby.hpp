// The core of the server: all rooms and who is connected to them. Messages, connections and time
// come in as values; records to store and messages to send go out. No I/O, no clock, no randomness
// of its own.
//
// Decide, store, apply, tell: a message that changes a room becomes a record and waits. Only when
// the store has it (`stored`) is it applied and told. Meanwhile whatever else comes for that room,
// and whatever else that connection sends, waits in line.
#pragma once

#include "common/result.hpp"
#include "protocol/message.hpp"
#include "server/core/address.hpp"
#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/record.hpp"
#include "server/core/time.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace jaipur::server::core {

struct RoomState;

// Totals for metrics and tests; nothing in them depends on what is hidden.
struct LobbyCounts {
    std::size_t sessions = 0;
    std::size_t rooms = 0;
    std::size_t running_matches = 0;
};

class Lobby {
  public:
    Lobby(Limits limits, Entropy entropy);
    ~Lobby();
    Lobby(const Lobby&) = delete;
    Lobby& operator=(const Lobby&) = delete;

    // Before anything else, after a start: each record that the store kept, in order; then, once,
    // `restored`. The rooms are there again, nobody is connected to them yet, and their clocks go
    // on from `now`. `last` is the highest number that a record ever had. A room whose records
    // don't fit together is left out, and its code returned.
    void restore(const Record& record, Output& out);
    std::vector<RoomCode> restored(std::uint64_t last, Time now);

    void connected(SessionId session, const Address& from, Time now);
    void disconnected(SessionId session, Time now, Output& out);
    // One frame, decoded or refused by the codec. Gets exactly one reply, in the order of receipt.
    void received(SessionId session, Result<protocol::Request, protocol::Error> request, Time now,
                  Output& out);
    // A password that was to be hashed, by whoever has gone too. None: it could not be; that
    // connection gets no answer and is to be closed.
    void hashed(SessionId session, const std::optional<PasswordHash>& hash, Time now, Output& out);
    // The round-trip time of a ping.
    void lag(SessionId session, std::chrono::milliseconds round_trip, Time now, Output& out);
    // What time brings: flags, freed seats, reveals not given, rooms that die. To be called at
    // `deadline()`.
    void tick(Time now, Output& out);
    std::optional<Time> deadline() const;
    // The store's answer about one record, in the order of their numbers. Full: the request gets
    // storage_full and nothing has changed.
    void stored(std::uint64_t record, Stored result, Time now, Output& out);

    // From now on no new rooms (shutting_down); what is stored is still told.
    void shut_down();

    // Whether what this session sends is still heeded: not once it is to be closed.
    bool hears(SessionId session) const;
    // Requests of this session that have not been answered yet.
    std::size_t backlog(SessionId session) const;
    LobbyCounts counts() const;
    // A room as its records made it, secrets included; null where there is none. For tests: what
    // replaying the records gives must equal it.
    const RoomState* room(std::string_view code) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jaipur::server::core
