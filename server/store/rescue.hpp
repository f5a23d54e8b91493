// Copies everything intact out of a damaged database, even if SQLite can't open it.
#pragma once

#include "server/core/record.hpp"
#include "server/store/schema.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jaipur::server::store {

class Connection;

// What is damaged in a database.
struct Findings {
    std::optional<std::string> structure; // what is wrong with it
    std::vector<core::RoomCode> rooms;    // that have lost a record
    std::vector<std::string> replays;     // hexadecimal
    // Acknowledged records that are missing at the end, at most; of unknown rooms. If the structure
    // is intact, the log has lost them.
    std::uint64_t missing_records = 0;
    // What is intact.
    std::uint64_t intact_rooms = 0, intact_replays = 0;

    bool any() const {
        return structure || !rooms.empty() || !replays.empty() || missing_records > 0;
    }
};

// Copies what is intact into `to`, an empty file, as a complete database. Empty: nothing in the
// file shows that it is a database of this server with checksums.
std::optional<Findings> rescue(const std::filesystem::path& from, const std::filesystem::path& to,
                               std::span<const Migration> migrations = all_migrations());

// Replaces the damaged database of this directory by what is intact in it. The damaged one stays
// next to it as `jaipur.db.damaged-N`.
std::optional<Findings> replace_damaged(const std::filesystem::path& database,
                                        std::span<const Migration> migrations);

// Completes a replacement that a crash has interrupted.
void finish_replacement(const std::filesystem::path& database);

// Reads everything through SQLite and changes nothing. `structure` is set if SQLite can't read the
// database or finds it inconsistent; then rooms and replays are unknown.
Findings inspect(Connection& connection);

} // namespace jaipur::server::store
