#include "server/store/backup.hpp"

#include "server/store/connection.hpp"
#include "server/store/record_codec.hpp"
#include "server/store/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <boost/system/result.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

std::int64_t newest() {
    return all_migrations().back().to;
}

core::Record record_of(const Connection& connection, SQLite::Statement& row) {
    const std::int64_t number = row.getColumn(0).getInt64();
    auto record = decode_record(row.getColumn(2).getString());
    if (record.has_error() || std::cmp_not_equal(record->number, number) ||
        record->room != row.getColumn(1).getString())
        throw StoreError(
            Kind::Corrupt,
            connection.file().string() + ": record " + std::to_string(number) + ": " +
                (record.has_error() ? record.error() : "its text contains a different number"));
    return std::move(*record);
}

void require_restorable(const fs::path& file) {
    Connection connection(file, Connection::Access::ReadWrite);
    const Identity is = identify(connection, newest());
    if (is.version == 0)
        throw StoreError(Kind::Corrupt, file.string() + ": the file is empty");
    require_intact(connection);
    if (is.version == newest())
        read_records(connection, [](const core::Record&) {}, [](std::uint64_t) {});
}

// Another database's log next to the restored file would be read as the restored database's.
void refuse_other_database(const fs::path& database) {
    for (const char* part : {"", "-wal", "-journal"})
        if (const fs::path file = database.string() + part; fs::exists(fs::symlink_status(file)))
            throw StoreError(Kind::CantOpen, file.string() + ": already exists; move the contents "
                                                             "of this directory away first");
}

// Calls it; its errors name `known` in place of a temporary file.
template <class Do>
void naming(const fs::path& known, const fs::path& temporary, Do what) {
    try {
        what();
    } catch (const StoreError& error) {
        std::string why = error.what();
        if (const std::string unknown = temporary.string(); why.starts_with(unknown))
            why.replace(0, unknown.size(), known.string());
        throw StoreError(error.kind(), "can't restore: " + why);
    }
}

} // namespace

void read_records(Connection& connection, const std::function<void(const core::Record&)>& take,
                  const std::function<void(std::uint64_t)>& left_over) {
    guarded(connection, [&] {
        std::unordered_map<core::RoomCode, std::int64_t> removed; // of each room, up to this number
        SQLite::Statement marks(
            *connection,
            "SELECT room, number FROM records WHERE record = CAST(number AS TEXT) ORDER BY number");
        while (marks.executeStep())
            removed[marks.getColumn(0).getString()] = marks.getColumn(1).getInt64();
        SQLite::Statement rows(*connection,
                               "SELECT number, room, record FROM records ORDER BY number");
        while (rows.executeStep()) {
            const std::int64_t number = rows.getColumn(0).getInt64();
            const auto mark = removed.find(rows.getColumn(1).getString());
            if (mark != removed.end() && number <= mark->second)
                left_over(static_cast<std::uint64_t>(number));
            else
                take(record_of(connection, rows));
        }
    });
}

void write_backup(Connection& connection, const fs::path& file, Existing existing) {
    const TemporaryFile copy(file);
    guarded(connection, [&] {
        SQLite::Statement vacuum(*connection, "VACUUM INTO ?");
        vacuum.bind(1, copy.path().string());
        vacuum.exec();
    });
    sync_file(copy.path());
    move_into_place(copy.path(), file, existing);
}

void backup(const fs::path& directory, const fs::path& file) {
    if (fs::exists(fs::symlink_status(file)))
        throw StoreError(Kind::CantOpen, file.string() + ": already exists");
    std::error_code error;
    const fs::path beside = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (file.filename().string().starts_with("jaipur.") && fs::equivalent(beside, directory, error))
        throw StoreError(Kind::CantOpen,
                         file.string() + ": this name is reserved in the data directory");
    const fs::path database = directory / database_name;
    if (!fs::exists(database))
        throw StoreError(Kind::CantOpen, directory.string() + ": has no database");
    // For writing: if no server runs, this moves what a crash left in the log into the database.
    Connection connection(database, Connection::Access::ReadWrite);
    if (identify(connection, newest()).version == 0)
        throw StoreError(Kind::Corrupt, database.string() + ": the database is empty");
    write_backup(connection, file, Existing::Refused);
}

void restore(const fs::path& directory, const fs::path& file) {
    open_for_reading(file); // before anything is created
    if (const fs::path log = file.string() + "-wal"; fs::exists(log) && fs::file_size(log) > 0)
        throw StoreError(Kind::CantOpen,
                         file.string() +
                             ": has a log next to it: it is a live database, not a backup");
    prepare_directory(directory);
    const DirectoryLock lock(directory);
    const fs::path database = directory / database_name;
    refuse_other_database(database);
    const TemporaryFile copy(database);
    naming(directory, copy.path(), [&] { copy_contents(file, copy.path()); });
    naming(file, copy.path(), [&] { require_restorable(copy.path()); });
    sync_file(copy.path());
    move_into_place(copy.path(), database, Existing::Refused);
}

} // namespace jaipur::server::store
