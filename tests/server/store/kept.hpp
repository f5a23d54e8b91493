// A store in a temporary directory that a test can reopen, and everything it reported.
#pragma once

#include "server/store/error.hpp"
#include "server/store/files.hpp"
#include "server/store/schema.hpp"
#include "server/store/sqlite_store.hpp"
#include "tests/server/store/faulty_files.hpp"
#include "tests/server/store/heard.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace jaipur::server::store::test {

struct Opened : Loaded<SqliteStore> {
    explicit Opened(SqliteStore::Settings settings);
};

SqliteStore::Settings settings_for(const std::filesystem::path& directory);
SqliteStore::Settings settings_for(const std::filesystem::path& directory,
                                   const FaultyFiles& files);

// What a database holds, read through a separate connection.
std::vector<std::string> rows(const std::filesystem::path& database, const std::string& query);
// The numbers of its pages, from 1, that hold this table or index.
std::vector<std::size_t> pages_of(const std::filesystem::path& database, const std::string& table);
inline constexpr std::size_t page_size = 4096;
void execute(const std::filesystem::path& database, const std::string& sql);
std::filesystem::path database_in(const std::filesystem::path& directory);

// A directory with three records and the replay of match 1.
struct Filled : TemporaryDirectory {
    // Opened by a server that knows these schemas.
    explicit Filled(std::span<const Migration> migrations = all_migrations());

    std::filesystem::path database() const { return database_in(path()); }
};

mode_t mode_of(const std::filesystem::path& file);

// The error that this throws.
StoreError thrown_by(const std::function<void()>& what);
bool says(const StoreError& error, const std::string& part);

} // namespace jaipur::server::store::test
