// An open SQLite file, and its errors in our terms. Private to the files that speak SQL; which
// library does it is known to them alone.
#pragma once

#include "server/store/error.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace jaipur::server::store {

class Connection {
  public:
    enum class Access : std::uint8_t { Read, ReadWrite };

    // For another process that is at it: a backup that begins, somebody's `sqlite3`.
    static constexpr int patience_ms = 5000;

    // The file has to be there; an empty one is an empty database.
    Connection(const std::filesystem::path& file, Access access, const std::string& vfs = {});

    SQLite::Database& operator*() { return database_; }

    SQLite::Database* operator->() { return &database_; }

    const std::filesystem::path& file() const { return file_; }

    std::int64_t integer(const std::string& query);
    std::string text(const std::string& query);
    // Of what was thrown just now: the system's own reason is taken from `errno`.
    StoreError error(const SQLite::Exception& thrown) const;

  private:
    std::filesystem::path file_;
    SQLite::Database database_;
};

// Does it, with errors in our terms.
template <class Do>
auto guarded(const Connection& connection, Do what) {
    try {
        return what();
    } catch (const SQLite::Exception& thrown) {
        throw connection.error(thrown);
    }
}

// What the file says that it is. `application` marks databases of this server.
struct Identity {
    static constexpr std::int64_t application = 0x4A414950; // "JAIP"
    // Of development versions, whose schemas 1 to 3 are not the released ones.
    static constexpr std::int64_t development = 0x4A616970; // "Jaip"

    std::int64_t version = 0; // of the schema; 0: the database is empty
};

// Throws where the file holds anything but a database of ours, of version `newest` at most.
Identity identify(Connection& connection, std::int64_t newest);

// Throws where the database, or one table of it, is damaged.
void require_intact(Connection& connection, const std::string& table = {});

} // namespace jaipur::server::store
