// Which records of each room the database has, in memory. An index in the database could tell too,
// but each move would then write one more page, and move it out of the log later. It must not know
// databases; of a transaction only how it ends.
#pragma once

#include "server/core/record.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jaipur::server::store {

class RecordNumbers {
  public:
    void add(const core::RoomCode& room, std::uint64_t number);
    // Removes the room's numbers from `first` to `last`, and returns them.
    std::vector<std::uint64_t> remove(const core::RoomCode& room, std::uint64_t first,
                                      std::uint64_t last);

    // Everything added and removed since the last of these calls is kept, or undone.
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
