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

// These rooms' records don't fit together, so they stay as they are.
void forget(const std::vector<RoomCode>& broken, Output& out);

// Restores rooms from their records.
class Recovery {
  public:
    void add(const Record& record, Output& out);

    // The store has lost a record of this room.
    void skip(const RoomCode& room) { recovered_.erase(room); }

    // The same of all rooms of this slot.
    void forget(Slot slot);

    // Opens all rooms, or those of a slot; returns the codes of those whose records don't fit
    // together.
    std::vector<RoomCode> finish(Rooms& rooms, Time now);
    std::vector<RoomCode> finish(Rooms& rooms, Slot slot, Time now);

  private:
    struct Recovered { // so far
        RoomState state;
        std::size_t record_count = 0;
        bool fits = true;
    };

    using AllRecovered = std::unordered_map<RoomCode, Recovered>;

    static std::vector<RoomCode> open(AllRecovered recovered, Rooms& rooms, Time now);
    AllRecovered take(Slot slot);

    AllRecovered recovered_;
};

} // namespace jaipur::server::core
