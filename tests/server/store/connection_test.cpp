// The SQLite connection: what its errors mean, what it may change, and what a file claims to be.
#include "server/store/checksum.hpp"
#include "server/store/connection.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <string>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using Access = Connection::Access;

} // namespace

TEST_CASE("SQLite keeps no statistics of its memory, which would cost a lock each time") {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "file";
    std::ofstream(file).flush();
    const Connection connection(file, Connection::Access::ReadWrite);
    CHECK(sqlite3_memory_used() == 0);
}

TEST_CASE("an error's kind says what an operator can do about it") {
    struct Case {
        int code, reason;
        Kind kind;
    };

    constexpr std::array cases{
        Case{SQLITE_IOERR_READ, 0, Kind::Io},         Case{SQLITE_IOERR_READ, ENOSPC, Kind::Io},
        Case{SQLITE_IOERR_WRITE, 0, Kind::Io},        Case{SQLITE_IOERR_WRITE, ENOSPC, Kind::Full},
        Case{SQLITE_IOERR_WRITE, EDQUOT, Kind::Full}, Case{SQLITE_FULL, 0, Kind::Full},
        Case{SQLITE_CORRUPT, 0, Kind::Corrupt},       Case{SQLITE_CORRUPT, EIO, Kind::Io},
        Case{SQLITE_NOTADB, 0, Kind::Corrupt},        Case{SQLITE_NOTADB, EIO, Kind::Corrupt},
        Case{SQLITE_CONSTRAINT, 0, Kind::Corrupt},    Case{SQLITE_MISMATCH, 0, Kind::Corrupt},
        Case{SQLITE_LOCKED, 0, Kind::InUse},          Case{SQLITE_CANTOPEN, 0, Kind::CantOpen},
        Case{SQLITE_PERM, 0, Kind::CantOpen},         Case{SQLITE_AUTH, 0, Kind::CantOpen},
        Case{SQLITE_READONLY, 0, Kind::CantOpen},
    };
    const Filled directory;
    for (const auto& [code, reason, kind] : cases) {
        CAPTURE(code);
        CAPTURE(reason);
        FaultyFiles files;
        Connection connection(directory.database(), Access::ReadWrite, files.name());
        files.fail(Operation::Read, Part::Database, code, 0, reason);
        const auto error = thrown_by([&] { connection.integer("SELECT count(*) FROM records"); });
        CHECK(files.failures() > 0);
        CHECK(error.kind() == kind);
        CHECK(says(error, directory.database().string() + ": "));
        CHECK(says(error, "(SQLite " + std::to_string(code) + ")"));
    }
    Connection connection(directory.database(), Access::ReadWrite);
    for (const char* query : {"SELECT 1 WHERE 0", "SELECT no_such_column FROM records"})
        CHECK(thrown_by([&] { connection.integer(query); }).kind() == Kind::Corrupt);
}

TEST_CASE("a connection changes only what it may, and never creates its file") {
    const Filled directory;
    for (const Access access : {Access::Read, Access::ReadWrite, Access::Unchanging})
        CHECK(thrown_by([&] {
                  const Connection none(directory.path() / "missing", access);
              }).kind() == Kind::CantOpen);
    CHECK_FALSE(fs::exists(directory.path() / "missing"));
    for (const Access access : {Access::Unchanging, Access::Read}) {
        Connection connection(directory.database(), access);
        CHECK(connection.integer("SELECT count(*) FROM records") == 3);
        CHECK(thrown_by([&] {
                  guarded(connection, [&] { connection->exec("DELETE FROM records"); });
              }).kind() == Kind::CantOpen);
        if (access == Access::Unchanging)
            CHECK_FALSE(fs::exists(directory.database().string() + "-shm"));
    }
}

TEST_CASE("SQL computes the same checksums as the store") {
    const Filled directory;
    Connection connection(directory.database(), Access::Read);
    CHECK(connection.integer("SELECT record_checksum(7, 'ABC234', 'text')") ==
          record_checksum(7, "ABC234", "text"));
    CHECK(connection.integer("SELECT replay_checksum(x'0100', 5, 6, 'replay')") ==
          replay_checksum(std::string_view("\1\0", 2), 5, 6, "replay"));
    CHECK(connection.integer("SELECT number_checksum('uptime', -1)") ==
          number_checksum("uptime", -1));
    CHECK(connection.integer("SELECT record_checksum(7, '', NULL)") == record_checksum(7, "", ""));
}

TEST_CASE("a flipped bit in the version isn't mistaken for another schema") {
    const Filled directory;
    constexpr std::int64_t newest = 5;
    const auto identified = [&](std::int64_t version, std::int64_t second) {
        Connection connection(directory.database(), Access::ReadWrite);
        connection->exec("PRAGMA user_version=" + std::to_string(version));
        const std::string value = std::to_string(second);
        connection->exec("UPDATE meta SET value = " + value +
                         ", checksum = number_checksum(name, " + value + ") WHERE name = 'schema'");
        return identify(connection, newest).version;
    };
    const auto refused = [&](std::int64_t version, std::int64_t second) {
        return thrown_by([&] { identified(version, second); });
    };
    CHECK(identified(5, 5) == 5);
    CHECK(identified(3, 3) == 3);
    CHECK(identified(2, 5) == 2); // several bits differ
    for (const std::int64_t version : {4, 7, 1, 13}) {
        CAPTURE(version);
        const auto error = refused(version, 5);
        CHECK(error.kind() == Kind::Corrupt);
        CHECK(says(error, "the version of its schema is damaged"));
    }
    CHECK(refused(6, 5).kind() == Kind::NewerSchema);
    CHECK(refused(7, 6).kind() == Kind::NewerSchema); // the second one is also newer
    CHECK(refused(-1, 5).kind() == Kind::Corrupt);
    Connection connection(directory.database(), Access::ReadWrite);
    connection->exec("PRAGMA user_version=7; UPDATE meta SET value = 5, checksum = 1 "
                     "WHERE name = 'schema'");
    CHECK(thrown_by([&] { identify(connection, newest); }).kind() == Kind::NewerSchema);
}

} // namespace jaipur::server::store::test
