// From the file in a data directory to a connection that keeps what a store promises: what it holds
// is looked at first, what SQLite is told is read back, and an older schema is brought up to date.
#pragma once

#include "server/store/connection.hpp"
#include "server/store/database.hpp"

#include <memory>

namespace jaipur::server::store {

// Makes the database where there is none. Throws StoreError, and has changed nothing of a file then
// that is not this server's or that is damaged.
std::unique_ptr<Connection> open_database(const Database::Settings& settings);

} // namespace jaipur::server::store
