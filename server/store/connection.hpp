// An open SQLite file; its errors become StoreErrors. Private to the files that use SQL; only they
// know the library.
#pragma once

#include "server/store/error.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::store {

class Connection {
  public:
    enum class Access : std::uint8_t {
        Read,
        ReadWrite,
        Unchanging, // reads a file that nobody changes, and creates none next to it
    };

    // How long to wait for another process: a backup that starts, somebody's `sqlite3`.
    static constexpr int patience_ms = 5000;

    // The file must exist; an empty one is an empty database. Its SQL knows the functions
    // record_checksum, replay_checksum and number_checksum (server/store/checksum.hpp).
    Connection(const std::filesystem::path& file, Access access, const std::string& vfs = {});

    SQLite::Database& operator*() { return database_; }

    SQLite::Database* operator->() { return &database_; }

    const std::filesystem::path& file() const { return file_; }

    std::int64_t integer(const std::string& query);
    std::string text(const std::string& query);
    // For the exception being handled; the system's reason comes from `errno`.
    StoreError error(const SQLite::Exception& thrown) const;

  private:
    std::filesystem::path file_;
    SQLite::Database database_;
};

// Calls it, and turns SQLite's errors into StoreErrors.
template <class Do>
auto guarded(const Connection& connection, Do what) {
    try {
        return what();
    } catch (const SQLite::Exception& thrown) {
        throw connection.error(thrown);
    }
}

// As SQLite stores it.
inline std::int64_t as_integer(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

// Resets a statement at the end of its use, even after an error: otherwise its next use fails.
class ResetAtEnd {
  public:
    explicit ResetAtEnd(SQLite::Statement& statement) : statement_(statement) {}

    ~ResetAtEnd() { statement_.tryReset(); }

    ResetAtEnd(const ResetAtEnd&) = delete;
    ResetAtEnd& operator=(const ResetAtEnd&) = delete;

  private:
    SQLite::Statement& statement_;
};

struct Blob {
    std::string_view bytes;
};

inline void bind(SQLite::Statement& statement, int index, std::int64_t number) {
    statement.bind(index, number);
}

inline void bind(SQLite::Statement& statement, int index, const std::string& text) {
    statement.bind(index, text);
}

inline void bind(SQLite::Statement& statement, int index, std::string_view text) {
    statement.bind(index, std::string(text));
}

inline void bind(SQLite::Statement& statement, int index, Blob blob) {
    statement.bind(index, blob.bytes.data(), static_cast<int>(blob.bytes.size()));
}

// Runs a statement with these values; returns how many rows it has changed.
template <class... Values>
int run(SQLite::Statement& statement, const Values&... values) {
    const ResetAtEnd reset(statement);
    int index = 0;
    (bind(statement, ++index, values), ...);
    return statement.exec();
}

// Valid until the statement's next step.
inline std::string_view bytes_in(const SQLite::Column& column) {
    const char* const bytes = static_cast<const char*>(column.getBlob());
    return bytes == nullptr ? std::string_view()
                            : std::string_view(bytes, static_cast<std::size_t>(column.size()));
}

// What the file claims to be. `application` marks this server's databases.
struct Identity {
    static constexpr std::int64_t application = 0x4A414950; // "JAIP"
    // Of development versions, whose schemas 1 to 3 are not the released ones.
    static constexpr std::int64_t development = 0x4A616970; // "Jaip"

    std::int64_t version = 0; // of the schema; 0: the database is empty
};

// Throws unless the file is a database of this server, at most of version `newest`. From version 3
// on, the row `schema` of `meta` has the same version.
Identity identify(Connection& connection, std::int64_t newest);

// A number of the whole database: the row `name` of `meta`. Empty if it is damaged or missing.
std::optional<std::int64_t> stored_number(Connection& connection, const std::string& name);
void set_number(Connection& connection, const std::string& name, std::int64_t value);

// Throws if the database, or this table, is damaged.
void require_intact(Connection& connection, const std::string& table = {});

} // namespace jaipur::server::store
