// Opens the database of a data directory with everything that a store promises: checks the content
// first, replaces a damaged database by what is intact in it, reads SQLite's settings back, and
// updates an older schema.
#pragma once

#include "server/store/audit.hpp"
#include "server/store/connection.hpp"
#include "server/store/database.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace jaipur::server::store {

struct OpenDatabase {
    std::unique_ptr<Connection> connection;
    std::unique_ptr<Audit> audit; // of its records
    // Rooms that were damaged in a database that it replaces.
    std::vector<core::RoomCode> lost_rooms;
};

// Creates the database if there is none. Throws StoreError; a file that isn't this server's is then
// unchanged.
OpenDatabase open_database(const Database::Settings& settings);

// The row of `meta` with a random number that tells this database from others.
inline constexpr const char* identity_name = "identity";
void set_identity(Connection& connection, std::int64_t identity);

// According to the file next to this database: server/store/acknowledged.hpp.
std::uint64_t acknowledged_number(Connection& connection);

// In an empty database.
void create_tables(Connection& connection, std::span<const Migration> migrations);

// The next start checks everything, however large the database is.
void suspect(const std::filesystem::path& directory);

} // namespace jaipur::server::store
