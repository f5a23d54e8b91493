#include "server/store/opening.hpp"

#include "server/store/acknowledged.hpp"
#include "server/store/backup.hpp"
#include "server/store/files.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/image.hpp"
#include "server/store/rescue.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <fcntl.h>
#include <map>
#include <optional>
#include <string>
#include <sys/stat.h>

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
    finish_replacement(file);
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

void take_step(Connection& connection, const Migration& step) {
    const std::string to = std::to_string(step.to);
    guarded(connection, [&] {
        Transaction transaction(*connection, SQLite::TransactionBehavior::IMMEDIATE);
        connection->exec(step.sql);
        if (step.then != nullptr)
            step.then(connection);
        if (step.to > first_with_checksums)
            connection->exec("UPDATE meta SET value = " + to +
                             ", checksum = number_checksum(name, " + to +
                             ") WHERE name = 'schema'");
        connection->exec("PRAGMA application_id=" + std::to_string(Identity::application));
        connection->exec("PRAGMA user_version=" + to);
        transaction.commit();
    });
}

// The copy of a database from before the step to this version: what an older server can go back to.
fs::path copy_before(const fs::path& directory, std::int64_t step) {
    return directory / (std::string(database_name) + ".before-" + std::to_string(step));
}

void migrate(Connection& connection, std::int64_t version, const Database::Settings& settings) {
    bool copied = version == 0;
    for (const Migration& step : settings.migrations) {
        if (step.to <= version)
            continue;
        if (!copied) {
            const fs::path copy = copy_before(settings.directory, step.to);
            write_backup(connection, copy, Existing::Replaced);
            if (settings.upgrading)
                settings.upgrading(copy);
            copied = true;
        }
        take_step(connection, step);
    }
}

// A newer server wrote the database: names the copy that this one can read, if there is one.
StoreError too_new(const StoreError& error, const Database::Settings& settings) {
    for (auto step = settings.migrations.back().to + 1; step > 1; --step)
        if (const fs::path copy = copy_before(settings.directory, step); fs::exists(copy))
            return {error.kind(), error.what() + ("; " + copy.string() +
                                                  " is a copy from before the upgrade; restore it "
                                                  "with the newer version's `restore --replace`")};
    return error;
}

fs::path suspicion(const fs::path& directory) {
    return directory / "jaipur.suspect";
}

// Checks for damage before anything is written. Checking all of a large database would take too
// long, so only its records are checked; then returns false.
bool look_through(Connection& connection, std::int64_t version, const fs::path& directory) {
    constexpr std::int64_t large = std::int64_t{64} * 1024 * 1024; // bytes
    if (connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size") <= large ||
        fs::exists(suspicion(directory))) {
        require_intact(connection);
        return true;
    }
    require_intact(connection, "records");
    require_intact(connection, "meta");
    if (version >= first_with_checksums)
        require_intact(connection, "inventory");
    return false;
}

// How the tables and indexes were created, by name.
std::map<std::string, std::string> schema_of(Connection& connection) {
    SQLite::Statement rows(*connection, "SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL");
    std::map<std::string, std::string> result;
    while (rows.executeStep())
        result.emplace(rows.getColumn(0).getString(), rows.getColumn(1).getString());
    return result;
}

std::map<std::string, std::string> schema_after(std::span<const Migration> migrations) {
    Connection model(":memory:", Connection::Access::ReadWrite);
    create_tables(model, migrations);
    return schema_of(model);
}

void require_schema(Connection& connection, std::span<const Migration> migrations) {
    static const auto todays = schema_after(all_migrations());
    const bool is_todays = migrations.data() == all_migrations().data();
    const auto is = schema_of(connection);
    for (const auto& [name, sql] : is_todays ? todays : schema_after(migrations))
        if (const auto found = is.find(name); found == is.end() || found->second != sql)
            throw StoreError(Kind::Corrupt, connection.file().string() + ": the schema is damaged");
}

// What a crash has left in the log, in part or whole, must not be there after the next crash.
void empty_log(Connection& connection) {
    try {
        connection.integer("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Full && error.kind() != Kind::InUse)
            throw;
    }
}

OpenDatabase open_intact(const Database::Settings& settings, const fs::path& file) {
    auto connection =
        std::make_unique<Connection>(file, Connection::Access::ReadWrite, settings.vfs);
    const Identity is = identify(*connection, settings.migrations.back().to);
    const bool whole = is.version == 0 || look_through(*connection, is.version, settings.directory);
    set_up(*connection);
    migrate(*connection, is.version, settings);
    return guarded(*connection, [&] {
        create_guest_table(*connection);
        require_schema(*connection, settings.migrations);
        auto audit = std::make_unique<Audit>(*connection);
        if (!whole && !audit->damaged_rooms().empty())
            require_intact(*connection); // if not, more can be saved than SQLite finds
        if (!stored_number(*connection, identity_name))
            set_identity(*connection, connection->integer("SELECT random()"));
        empty_log(*connection);
        return OpenDatabase{std::move(connection), std::move(audit), {}};
    });
}

void report_missing(std::uint64_t records, const Database::Settings& settings) {
    if (records > 0 && settings.damaged)
        settings.damaged({Damage::What::Log, std::to_string(records)});
}

void report(const Findings& findings, const std::string& why, const Database::Settings& settings) {
    if (!settings.damaged)
        return;
    settings.damaged({Damage::What::Database, why});
    for (const std::string& replay : findings.replays)
        settings.damaged({Damage::What::Replay, replay});
}

} // namespace

void set_identity(Connection& connection, std::int64_t identity) {
    set_number(connection, identity_name, identity);
}

std::uint64_t acknowledged_number(Connection& connection) {
    const auto identity = stored_number(connection, identity_name);
    return identity ? acknowledged_number(connection.file(), *identity) : 0;
}

void create_tables(Connection& connection, std::span<const Migration> migrations) {
    for (const Migration& step : migrations)
        take_step(connection, step);
    create_guest_table(connection);
}

void suspect(const fs::path& directory) {
    const Descriptor made(
        ::open(suspicion(directory).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

OpenDatabase open_database(const Database::Settings& settings) {
    const fs::path file = prepared_file(settings.directory);
    OpenDatabase result;
    std::optional<StoreError> error;
    const auto problem = fs::file_size(file) > 0 ? Image(file).problem() : std::nullopt;
    try {
        if (!problem)
            result = open_intact(settings, file);
    } catch (const StoreError& thrown) {
        if (thrown.kind() == Kind::NewerSchema)
            throw too_new(thrown, settings);
        if (thrown.kind() != Kind::Corrupt)
            throw;
        error = thrown;
    }
    if (result.connection) {
        report_missing(
            missing_records(acknowledged_number(*result.connection), result.audit->last_number()),
            settings);
    } else {
        const auto findings = replace_damaged(file, settings.migrations);
        if (findings)
            report(*findings, error ? error->what() : file.string() + ": " + *problem, settings);
        else if (error) // not ours, or without checksums
            throw StoreError(Kind::Corrupt, std::string(error->what()) + "; restore a backup");
        result = open_intact(settings, file);
        if (findings)
            result.lost_rooms = findings->rooms;
    }
    fs::remove(suspicion(settings.directory));
    // The log exists by now. SQLite syncs its directory entry, but ignores errors: after a power
    // cut the whole log would be missing.
    sync_directory_of(result.connection->file());
    return result;
}

} // namespace jaipur::server::store
