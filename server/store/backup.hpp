// Databases as files to be put away: a backup of one that is in use, and the way back. Both end up
// in place whole or not at all.
#pragma once

#include "server/core/record.hpp"
#include "server/store/files.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>

namespace jaipur::server::store {

class Connection;

// Every record, in the order of their numbers, and the numbers of those that were removed and are
// still there (schema.cpp).
void read_records(Connection& connection, const std::function<void(const core::Record&)>& take,
                  const std::function<void(std::uint64_t)>& left_over);

void write_backup(Connection& connection, const std::filesystem::path& file, Existing existing);

// The database of this directory, whether a server uses it or not. Refuses to overwrite.
void backup(const std::filesystem::path& directory, const std::filesystem::path& file);

// Makes a backup the database of this directory, which must have none and be used by no server.
// Looks first whether it is whole.
void restore(const std::filesystem::path& directory, const std::filesystem::path& file);

} // namespace jaipur::server::store
