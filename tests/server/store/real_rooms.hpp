// A small database with rooms, replays and removed records as the real core makes them, and what a
// store must find in it.
#pragma once

#include "protocol/fair.hpp"
#include "server/core/record.hpp"
#include "server/store/database.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

// The texts of each room's records, in order.
using Rooms = std::map<core::RoomCode, std::vector<std::string>>;

struct Contents {
    Rooms rooms;
    std::map<protocol::MatchId, std::string> replays;
    std::uint64_t last_number = 0;
    // What was reported as damaged.
    std::set<std::string> damaged_rooms, damaged_replays;
    int damaged_databases = 0, damaged_logs = 0;
};

// Writes them into the database of this directory, in several commits; the last commit is a record
// of `last_room`.
struct RealRooms {
    explicit RealRooms(Database& database);

    Contents contents;
    core::RoomCode last_room;

  private:
    void write(Database& database, std::vector<core::Record> records);
};

// Opens the database of a directory and reads everything, as a server does. Looks for the replays
// of `expected`.
Contents contents_of(const std::filesystem::path& directory, const Contents& expected);

// Empty if everything expected is there, or reported as damaged and not there, and nothing else is;
// otherwise says what is wrong.
std::string difference(const Contents& expected, const Contents& found);

// In memory, if the system has such a place: tests open it thousands of times.
class FastDirectory {
  public:
    FastDirectory();
    ~FastDirectory();
    FastDirectory(const FastDirectory&) = delete;
    FastDirectory& operator=(const FastDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

    // Leaves only a database with these bytes, and the files next to it, if there are any.
    void fill(const std::string& database, const std::string& log = {},
              const std::string& acknowledged = {}) const;

  private:
    std::filesystem::path path_;
};

std::string bytes_in(const std::filesystem::path& file);
std::string with_flipped_bit(std::string bytes, std::size_t bit);

} // namespace jaipur::server::store::test
