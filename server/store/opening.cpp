#include "server/store/opening.hpp"

#include "server/store/backup.hpp"
#include "server/store/files.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using SQLite::Transaction;

// A log without its database still holds data: don't start over.
void refuse_lone_log(const fs::path& file) {
    const fs::path log = file.string() + "-wal";
    std::error_code error;
    const bool empty = !fs::exists(file) || fs::file_size(file, error) == 0;
    if (empty && fs::exists(log) && fs::file_size(log, error) > 0)
        throw StoreError(Kind::Corrupt, file.string() + ": is missing, but its log " +
                                            log.string() + " exists; restore both");
}

// SQLite treats a file shorter than its header as empty, and would overwrite it.
void refuse_scrap(const fs::path& file) {
    constexpr std::uintmax_t header = 100; // bytes
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (!error && size > 0 && size < header && !fs::exists(file.string() + "-journal"))
        throw StoreError(Kind::Corrupt, file.string() + ": not a database");
}

fs::path prepared_file(const fs::path& directory) {
    fs::path file = directory / database_name;
    refuse_lone_log(file);
    refuse_scrap(file);
    make_private_file(file); // SQLite gives its other files the same mode
    return file;
}

// Promises rest on these settings, so they are read back.
void require(Connection& connection, const std::string& pragma, const std::string& value) {
    connection.text("PRAGMA " + pragma + "=" + value);
    const std::string is = connection.text("PRAGMA " + pragma);
    if (is != value)
        throw StoreError(Kind::CantOpen, connection.file().string() + ": SQLite uses " + pragma +
                                             " " + is + " instead of " + value +
                                             "; the file system may not support it");
}

void set_up(Connection& connection) {
    require(connection, "journal_mode", "wal");
    require(connection, "secure_delete", "1"); // what is deleted leaves no trace
    guarded(connection, [&] {
        connection->exec("PRAGMA synchronous=FULL");
        connection->exec("PRAGMA temp_store=MEMORY");
        connection->exec("PRAGMA trusted_schema=OFF");
    });
    constexpr int full = 2;
    if (connection.integer("PRAGMA synchronous") != full)
        throw StoreError(Kind::CantOpen,
                         connection.file().string() + ": SQLite doesn't accept synchronous=FULL");
    connection.integer("PRAGMA journal_size_limit=16777216");
}

void migrate(Connection& connection, std::int64_t version, const Database::Settings& settings) {
    const bool is_new = version == 0;
    for (const Migration& step : settings.migrations) {
        if (step.to <= version)
            continue;
        const std::string to = std::to_string(step.to);
        if (!is_new)
            write_backup(connection,
                         settings.directory / (std::string(database_name) + ".before-" + to),
                         Existing::Replaced);
        guarded(connection, [&] {
            Transaction transaction(*connection, SQLite::TransactionBehavior::IMMEDIATE);
            connection->exec(step.sql);
            connection->exec("PRAGMA application_id=" + std::to_string(Identity::application));
            connection->exec("PRAGMA user_version=" + to);
            transaction.commit();
        });
    }
}

// Checks for damage before anything is written. Checking all of a large database would take too
// long, so only its records are checked, not its replays.
void look_through(Connection& connection) {
    constexpr std::int64_t large = std::int64_t{64} * 1024 * 1024; // bytes
    if (connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size") <= large)
        return require_intact(connection);
    require_intact(connection, "records");
    require_intact(connection, "meta");
}

} // namespace

std::unique_ptr<Connection> open_database(const Database::Settings& settings) {
    auto connection = std::make_unique<Connection>(prepared_file(settings.directory),
                                                   Connection::Access::ReadWrite, settings.vfs);
    const Identity is = identify(*connection, settings.migrations.back().to);
    if (is.version > 0)
        look_through(*connection);
    set_up(*connection);
    migrate(*connection, is.version, settings);
    // The log exists by now. SQLite syncs its directory entry, but ignores errors: after a power
    // cut the whole log would be missing.
    sync_directory_of(connection->file());
    return connection;
}

} // namespace jaipur::server::store
