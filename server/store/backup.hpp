// Backups: the copy of a database that may be in use, and the way back. Each file is complete or
// doesn't exist.
#pragma once

#include "server/core/record.hpp"
#include "server/store/files.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>

namespace jaipur::server::store {

class Connection;

// Every record in the order of their numbers, and the numbers of those that are marked as removed
// but still take up space (schema.cpp).
void read_records(Connection& connection, const std::function<void(const core::Record&)>& take,
                  const std::function<void(std::uint64_t)>& left_over);

void write_backup(Connection& connection, const std::filesystem::path& file, Existing existing);

// Backs up this directory's database, even if a server uses it. Refuses to overwrite a file.
void backup(const std::filesystem::path& directory, const std::filesystem::path& file);

// Makes a backup the database of this directory, which must not have one and which no server may
// use. Checks first that the backup is complete.
void restore(const std::filesystem::path& directory, const std::filesystem::path& file);

} // namespace jaipur::server::store
