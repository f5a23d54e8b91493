// Backups: the copy of a database that may be in use, and the way back. Each file is complete or
// doesn't exist.
#pragma once

#include "server/store/files.hpp"
#include "server/store/rescue.hpp"

#include <filesystem>

namespace jaipur::server::store {

class Connection;

void write_backup(Connection& connection, const std::filesystem::path& file, Existing existing);

// Backs up this directory's database, even if a server uses it. Refuses to overwrite a file.
// Returns what is damaged in the backup.
Findings backup(const std::filesystem::path& directory, const std::filesystem::path& file);

// Makes a backup the database of this directory, which must not have one and which no server may
// use. Checks first that the backup is complete and undamaged.
void restore(const std::filesystem::path& directory, const std::filesystem::path& file);

// What is damaged in this database, or in this directory's. Changes nothing. `complete` is false if
// a running server keeps it from checking more than the structure.
struct Checked {
    Findings findings;
    bool complete = true;
};

Checked check(const std::filesystem::path& file_or_directory);

// Copies what is intact in this database, or in this directory's, to a new file, which can be
// restored. Returns what it leaves behind.
Findings salvage(const std::filesystem::path& file_or_directory, const std::filesystem::path& to);

} // namespace jaipur::server::store
