// Which records the database has of each room, in memory. An index of the database could say it as
// well, but rooms are everywhere in it: each move would have a page of its own written, and moved
// out of the log later. Knows nothing of databases; of a transaction only how it ends.
#pragma once

#include "server/core/record.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jaipur::server::store {

class RecordNumbers {
  public:
    void add(const core::RoomCode& room, std::uint64_t number);
    // Those of the room from `first` to `last`, which it has no longer.
    std::vector<std::uint64_t> remove(const core::RoomCode& room, std::uint64_t first,
                                      std::uint64_t last);

    // What was added and removed since the last of these calls holds, or never was.
    void confirm() { changes_.clear(); }

    void undo();

  private:
    struct Change {
        core::RoomCode room;
        std::uint64_t number = 0;
        bool added = false;
    };

    void take_out(const core::RoomCode& room, std::uint64_t number);

    std::unordered_map<core::RoomCode, std::vector<std::uint64_t>> of_;
    std::vector<Change> changes_;
};

} // namespace jaipur::server::store
