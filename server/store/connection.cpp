#include "server/store/connection.hpp"

#include "server/store/checksum.hpp"

#include <sqlite3.h>

#include <bit>
#include <cerrno>

namespace jaipur::server::store {

namespace {

using Kind = StoreError::Kind;

// No locks: a connection is used by one thread at a time.
int flags(Connection::Access access) {
    using enum Connection::Access;
    const int how = access == ReadWrite    ? SQLite::OPEN_READWRITE
                    : access == Unchanging ? SQLite::OPEN_READONLY | SQLite::OPEN_URI
                                           : SQLite::OPEN_READONLY;
    return SQLite::OPEN_NOMUTEX | how;
}

std::string name(const std::filesystem::path& file, Connection::Access access) {
    if (access != Connection::Access::Unchanging)
        return file.string();
    std::string uri = "file:";
    for (const char each : file.string()) {
        if (each == '%' || each == '?' || each == '#')
            uri += each == '%' ? "%25" : each == '?' ? "%3f" : "%23";
        else
            uri += each;
    }
    return uri + "?immutable=1";
}

// ---- checksums in SQL

std::string_view bytes(sqlite3_value* value) {
    const auto* const first = static_cast<const char*>(sqlite3_value_blob(value));
    return first == nullptr
               ? std::string_view()
               : std::string_view(first, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

void of_record(sqlite3_context* context, int, sqlite3_value** is) {
    sqlite3_result_int64(context,
                         record_checksum(sqlite3_value_int64(is[0]), bytes(is[1]), bytes(is[2])));
}

void of_replay(sqlite3_context* context, int, sqlite3_value** is) {
    sqlite3_result_int64(context, replay_checksum(bytes(is[0]), sqlite3_value_int64(is[1]),
                                                  sqlite3_value_int64(is[2]), bytes(is[3])));
}

void of_number(sqlite3_context* context, int, sqlite3_value** is) {
    sqlite3_result_int64(context, number_checksum(bytes(is[0]), sqlite3_value_int64(is[1])));
}

void add_functions(sqlite3* database) {
    constexpr int kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    const auto add = [&](const char* name, int arguments, auto* function) {
        sqlite3_create_function_v2(database, name, arguments, kind, nullptr, function, nullptr,
                                   nullptr, nullptr);
    };
    add("record_checksum", 3, of_record);
    add("replay_checksum", 4, of_replay);
    add("number_checksum", 2, of_number);
}

bool differ_by_a_bit(std::int64_t one, std::int64_t other) {
    return std::has_single_bit(static_cast<std::uint64_t>(one ^ other));
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

// Turns off memory statistics before SQLite is used: with them, it takes a lock for each
// allocation, dozens per move.
[[maybe_unused]] const int configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);

SQLite::Database opened(const std::filesystem::path& file, Connection::Access access,
                        const std::string& vfs) {
    try {
        return {name(file, access), flags(access), Connection::patience_ms, vfs};
    } catch (const SQLite::Exception& thrown) {
        throw store_error(file, thrown, errno);
    }
}

} // namespace

Connection::Connection(const std::filesystem::path& file, Access access, const std::string& vfs)
    : file_(file), database_(opened(file, access, vfs)) {
    sqlite3_extended_result_codes(database_.getHandle(), 1);
    add_functions(database_.getHandle());
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
    const auto second = stored_number(connection, "schema");
    if (second && *second <= newest && differ_by_a_bit(version, *second))
        throw StoreError(Kind::Corrupt, file + ": the version of its schema is damaged");
    if (version > newest)
        throw StoreError(Kind::NewerSchema,
                         file + ": schema too new: written by a newer server, version " +
                             std::to_string(version) + "; this server supports up to " +
                             std::to_string(newest));
    return {version};
}

std::optional<std::int64_t> stored_number(Connection& connection, const std::string& name) {
    try {
        SQLite::Statement row(*connection, "SELECT value FROM meta WHERE name = ? AND "
                                           "checksum = number_checksum(name, value)");
        row.bind(1, name);
        if (row.executeStep())
            return row.getColumn(0).getInt64();
    } catch (const SQLite::Exception&) { // an older schema, or damaged: the caller will notice
    }
    return std::nullopt;
}

void set_number(Connection& connection, const std::string& name, std::int64_t value) {
    SQLite::Statement set(*connection, "REPLACE INTO meta(name, value, checksum) "
                                       "VALUES(?1, ?2, number_checksum(?1, ?2))");
    run(set, name, value);
}

void require_intact(Connection& connection, const std::string& table) {
    const std::string of = table.empty() ? "1" : table; // the first problem, or the table
    if (connection.text("PRAGMA integrity_check(" + of + ")") != "ok")
        throw StoreError(Kind::Corrupt, connection.file().string() + ": the database is damaged");
}

} // namespace jaipur::server::store
