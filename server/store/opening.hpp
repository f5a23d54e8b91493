// Opens the database of a data directory with everything that a store promises: checks the content
// first, reads SQLite's settings back, and updates an older schema.
#pragma once

#include "server/store/connection.hpp"
#include "server/store/database.hpp"

#include <memory>

namespace jaipur::server::store {

// Creates the database if there is none. Throws StoreError; a file that is damaged or not this
// server's is then unchanged.
std::unique_ptr<Connection> open_database(const Database::Settings& settings);

} // namespace jaipur::server::store
