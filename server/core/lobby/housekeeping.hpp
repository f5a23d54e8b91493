// What outlives the process: what the store should keep of a room, and rooms restored from it.
#pragma once

#include "server/core/delivery.hpp"
#include "server/core/lobby/rooms.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace jaipur::server::core {

// What a record, once applied, leaves to the store: a match to keep, records to discard. Also says
// that a match has begun.
// `record_count` is `RoomSlot::record_count`.
void housekeeping(const RoomState& room, const Change& change, const Record& record,
                  std::size_t& record_count, Output& out);

// Restores rooms from their records.
class Recovery {
  public:
    void add(const Record& record, Output& out);

    // The store has lost a record of this room.
    void skip(const RoomCode& room) { recovered_.erase(room); }

    // Opens all rooms; returns the codes of those whose records don't fit together.
    std::vector<RoomCode> finish(Rooms& rooms, Time now);

  private:
    struct Recovered { // so far
        RoomState state;
        std::size_t record_count = 0;
        bool fits = true;
    };

    std::unordered_map<RoomCode, Recovered> recovered_;
};

} // namespace jaipur::server::core
