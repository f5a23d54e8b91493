// The tables, as steps from each version to the next, and what the database must promise before it
// may hold them. Never change a released step: add one.
#pragma once

#include "server/postgresql/connection.hpp"

#include <optional>
#include <string>

namespace jaipur::server::postgresql {

// Sets up the session. Throws Lost or Refused.
void prepare_session(Connection& connection, Clock::time_point until);

// Why this database must not be used, and what to do; empty if it may be. `single`: the operator
// knows that only one machine has the data.
std::optional<std::string> unsafe(Connection& connection, bool single, Clock::time_point until);
// The same in two steps: what to ask the database, and what its answer means.
Statement settings_of_database();
std::optional<std::string> unsafe(const Result& settings, bool single);

// Throws store::StoreError unless the tables are there, made by a server of this version.
void require_tables(Connection& connection, Clock::time_point until);

// Creates the tables, or brings them up to date; only one server at a time does it. Throws
// store::StoreError if a newer server has made them.
void migrate(Connection& connection, Clock::time_point until);

} // namespace jaipur::server::postgresql
