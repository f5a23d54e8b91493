// Backups: copies of a database that may be in use, and what is damaged in one. Each file is
// complete or doesn't exist. The way back is in restore.hpp.
#pragma once

#include "server/store/companions.hpp"
#include "server/store/files.hpp"
#include "server/store/rescue.hpp"

#include <filesystem>

namespace jaipur::server::store {

class Connection;

void write_backup(Connection& connection, const std::filesystem::path& file, Existing existing,
                  CompanionNames companions = {});

// Backs up this directory's database and its companions, even if a server uses it. Refuses to
// overwrite a file; `-` is standard output. Returns what is damaged in the backup.
Findings backup(const std::filesystem::path& directory, const std::filesystem::path& file,
                CompanionNames companions = {});

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
