#include "server/store/connection.hpp"

#include <sqlite3.h>

#include <cerrno>

namespace jaipur::server::store {

namespace {

using Kind = StoreError::Kind;

// No locks: a connection is used by one thread at a time.
int flags(Connection::Access access) {
    return SQLite::OPEN_NOMUTEX |
           (access == Connection::Access::Read ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE);
}

// SQLite reports a full disk only for some writes; others fail with an I/O error.
bool is_full(int extended, int system_error) {
    return (extended & 0xFF) == SQLITE_FULL ||
           (extended == SQLITE_IOERR_WRITE && (system_error == ENOSPC || system_error == EDQUOT));
}

Kind kind_of(int extended, int system_error) {
    if (is_full(extended, system_error))
        return Kind::Full;
    // A failed read: SQLite concludes that the file system, and so the file, is damaged.
    if ((extended & 0xFF) == SQLITE_CORRUPT && system_error == EIO)
        return Kind::Io;
    if (extended < 0) // SQLiteCpp's own: a row or a column is missing
        return Kind::Corrupt;
    switch (extended & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return Kind::InUse;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_READONLY:
        return Kind::CantOpen;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: // no such table, no such column
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
        return Kind::Corrupt;
    default:
        return Kind::Io;
    }
}

StoreError store_error(const std::filesystem::path& file, const SQLite::Exception& thrown,
                       int system_error) {
    const int extended = thrown.getExtendedErrorCode();
    return {kind_of(extended, system_error),
            file.string() + ": " + thrown.what() + " (SQLite " + std::to_string(extended) + ")"};
}

SQLite::Database opened(const std::filesystem::path& file, Connection::Access access,
                        const std::string& vfs) {
    try {
        return {file.string(), flags(access), Connection::patience_ms, vfs};
    } catch (const SQLite::Exception& thrown) {
        throw store_error(file, thrown, errno);
    }
}

} // namespace

Connection::Connection(const std::filesystem::path& file, Access access, const std::string& vfs)
    : file_(file), database_(opened(file, access, vfs)) {
    sqlite3_extended_result_codes(database_.getHandle(), 1);
}

std::int64_t Connection::integer(const std::string& query) {
    return guarded(*this, [&] { return database_.execAndGet(query).getInt64(); });
}

std::string Connection::text(const std::string& query) {
    return guarded(*this, [&] { return database_.execAndGet(query).getString(); });
}

StoreError Connection::error(const SQLite::Exception& thrown) const {
    return store_error(file_, thrown, errno); // SQLite's own copy isn't set by commits
}

Identity identify(Connection& connection, std::int64_t newest) {
    const auto application = connection.integer("PRAGMA application_id");
    const auto version = connection.integer("PRAGMA user_version");
    const bool empty = connection.integer("SELECT count(*) FROM sqlite_schema") == 0;
    const std::string file = connection.file().string();
    if (application == 0 && version == 0 && empty)
        return {};
    if (application == Identity::development)
        throw StoreError(Kind::Corrupt, file + ": a development version from before 0.1.0 wrote "
                                               "this database, and no release can read it");
    if (application != Identity::application || version < 1)
        throw StoreError(Kind::Corrupt, file + ": not a database of a Jaipur server");
    if (version > newest)
        throw StoreError(Kind::NewerSchema,
                         file + ": schema too new: written by a newer server, version " +
                             std::to_string(version) + "; this server supports up to " +
                             std::to_string(newest));
    return {version};
}

void require_intact(Connection& connection, const std::string& table) {
    const std::string of = table.empty() ? "1" : table; // the first problem, or the table
    if (connection.text("PRAGMA integrity_check(" + of + ")") != "ok")
        throw StoreError(Kind::Corrupt, connection.file().string() +
                                            ": the database is damaged; restore a backup");
}

} // namespace jaipur::server::store
