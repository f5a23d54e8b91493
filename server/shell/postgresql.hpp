// The store in PostgreSQL: postgresql.cpp, or without_postgresql.cpp in a server that was built
// without it (JAIPUR_POSTGRESQL).
#pragma once

#include "server/shell/options.hpp"
#include "server/shell/storage.hpp"
#include "server/store/rescue.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace jaipur::server::shell {

// Why this server can't use any database of PostgreSQL; empty if it can.
std::string objection_to_postgresql();

// This server's name.
std::string cluster_name(const Serve::Database::Cluster& cluster);

// Waits for the leases of a server that has not released them. Throws StoreError.
std::unique_ptr<store::Store> make_postgresql_store(const Serve& options, StoreHooks hooks);

// As the functions of server/store for directories, and in the same format of backups. Throw
// StoreError.
store::Findings back_up_database(const Serve::Database& database,
                                 const std::filesystem::path& file);
void restore_database(const Serve::Database& database, const std::filesystem::path& file,
                      bool replace);

} // namespace jaipur::server::shell
