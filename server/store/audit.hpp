// What of the stored records is intact: compares each record with its checksum, and all of them
// with the inventory. Reads everything once, changes nothing. Private to the files that use SQL.
#pragma once

#include "server/core/record.hpp"
#include "server/store/connection.hpp"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jaipur::server::store {

// A mark's text is its own number.
bool is_mark(std::uint64_t number, std::string_view text);

class Audit {
  public:
    // Throws StoreError if SQLite can't read the tables.
    explicit Audit(Connection& connection);

    // Records up to this number may have been lost without a trace: rooms that could have had one
    // are damaged.
    void doubt(std::uint64_t number);

    std::uint64_t intact_rooms() const;

    // The highest number that was ever stored; if the newest block is damaged, one that is at least
    // as high.
    std::uint64_t last_number() const { return last_number_; }

    // Rooms that have lost a record, in the order of their codes.
    std::vector<core::RoomCode> damaged_rooms() const;

    enum class Verdict : std::uint8_t {
        Live,
        LeftOver, // removed, as a mark says
        Damaged,  // it or another record of its room
    };
    // About a row that is there.
    Verdict about(std::uint64_t number, const core::RoomCode& room, std::string_view text,
                  std::int64_t checksum) const;

    // Blocks of the inventory that are damaged or missing.
    const std::vector<std::uint64_t>& damaged_blocks() const { return damaged_blocks_; }

  private:
    struct Room {
        std::uint64_t removed_to = 0; // as its last mark says
        std::uint64_t live_from = 0;  // records before it don't matter
        std::uint64_t highest = 0;    // of its records
        std::uint64_t damaged = 0;    // the highest number of a record that is lost

        bool is_damaged() const { return damaged > 0 && damaged >= live_from; }
    };

    struct Reader;

    std::unordered_map<core::RoomCode, Room> rooms_;
    std::vector<std::uint64_t> damaged_blocks_;
    std::uint64_t last_number_ = 0;
};

} // namespace jaipur::server::store
