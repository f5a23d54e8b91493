// Which records of each room the database has, in memory. An index in the database would also work,
// but every move would then write one more page, and checkpoint it later. It must not know about
// databases, and about transactions only how they end.
#pragma once

#include "server/core/record.hpp"
#include "server/core/slots.hpp"

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

    // Forgets all rooms of a slot, between two transactions.
    void forget(core::Slot slot);

    // Keeps (confirm) or reverts (undo) everything since the last call of either.
    void confirm() { changes_.clear(); }

    void undo();

  private:
    struct Change {
        core::RoomCode room;
        std::uint64_t number = 0;
        bool added = false;
    };

    void take_out(const core::RoomCode& room, std::uint64_t number);

    std::unordered_map<core::RoomCode, std::vector<std::uint64_t>> numbers_by_room_;
    std::vector<Change> changes_;
};

} // namespace jaipur::server::store
