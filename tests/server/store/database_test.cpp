// Opening a database: ownership, recognition, creation and migration.
#include "server/store/backup.hpp"
#include "server/store/connection.hpp"
#include "server/store/database.hpp"
#include "server/store/error.hpp"
#include "server/store/opening.hpp"
#include "server/store/restore.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

StoreError refused(const SqliteStore::Settings& settings) {
    return thrown_by([&] { const Opened opened(settings); });
}

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Today's migrations and these.
std::vector<Migration> and_then(const std::vector<Migration>& further) {
    const auto today = all_migrations();
    std::vector<Migration> all(today.begin(), today.end());
    all.insert(all.end(), further.begin(), further.end());
    return all;
}

} // namespace

TEST_CASE("a directory serves one server; a second is told which one holds it") {
    const TemporaryDirectory directory;
    {
        const Opened first(settings_for(directory.path()));
        const auto error = refused(settings_for(directory.path()));
        CHECK(error.kind() == Kind::InUse);
        CHECK(says(error, directory.path().string()));
        CHECK(says(error, "process " + std::to_string(getpid()) + ")"));
    }
    const Opened second(settings_for(directory.path()));
}

TEST_CASE("only the owner can read stored data, whatever the umask and earlier modes") {
    const mode_t umask_before = umask(0);
    const Filled directory;
    chmod(directory.database().c_str(), 0644);
    Opened opened(settings_for(directory.path()));
    opened.append(chat_records(4, 1));
    backup(directory.path(), directory.path() / "backup");
    umask(umask_before);
    int files = 0;
    for (const auto& entry : fs::directory_iterator(directory.path())) {
        CAPTURE(entry.path());
        CHECK(mode_of(entry.path()) == 0600);
        ++files;
    }
    CHECK(files >= 5); // database, log, index of the log, lock, ballast, backup
}

TEST_CASE("durable commits rely on syncing the log each time") {
    const Filled directory;
    CHECK(rows(directory.database(), "PRAGMA journal_mode") == std::vector<std::string>{"wal"});
    FaultyFiles files;
    Opened opened(settings_for(directory.path(), files));
    for (std::uint64_t number = 4; number < 14; ++number) {
        const int before = files.count(Operation::Sync, Part::Log);
        opened.append(chat_records(number, 1));
        CHECK(files.count(Operation::Sync, Part::Log) == before + 1);
    }
}

TEST_CASE("a newer server's database is refused and left unchanged") {
    const Filled directory;
    execute(directory.database(),
            "PRAGMA user_version=" + std::to_string(all_migrations().back().to + 1));
    const auto error = refused(settings_for(directory.path()));
    CHECK(error.kind() == Kind::NewerSchema);
    CHECK(says(error, "schema too new"));
    CHECK(rows(directory.database(), "SELECT number FROM records").size() == 3);
}

TEST_CASE("a foreign file is refused and left unchanged") {
    for (const char* sql :
         {"CREATE TABLE theirs(a)", "PRAGMA application_id=7", "PRAGMA user_version=1"}) {
        const TemporaryDirectory directory;
        execute(database_in(directory.path()), sql);
        const auto error = refused(settings_for(directory.path()));
        CHECK(error.kind() == Kind::Corrupt);
        CHECK(says(error, "not a database of a Jaipur server"));
        CHECK(rows(database_in(directory.path()), "PRAGMA journal_mode") !=
              std::vector<std::string>{"wal"});
    }
    for (const std::size_t size : {1u, 99u, 100u, 511u, 512u, 10'000u}) {
        CAPTURE(size);
        const TemporaryDirectory directory;
        const std::string theirs(size, 'x');
        std::ofstream(database_in(directory.path())) << theirs;
        CHECK(refused(settings_for(directory.path())).kind() == Kind::Corrupt);
        CHECK(contents(database_in(directory.path())) == theirs);
    }
}

TEST_CASE("a database without a table loses only what was in it") {
    const Filled directory;
    execute(directory.database(), "DROP TABLE replays");
    auto settings = settings_for(directory.path());
    int databases = 0;
    settings.database.damaged = [&](const Damage& damage) {
        CHECK(damage.what == Damage::What::Database);
        ++databases;
    };
    Opened opened(settings);
    CHECK(databases == 1);
    CHECK(opened.loaded.size() == 3);
    CHECK_FALSE(opened.find(1)); // dropping the table has erased that it was there
    CHECK(rows(directory.database().string() + ".damaged-1", "SELECT number FROM records").size() ==
          3);
}

TEST_CASE("a damaged database of a schema without checksums is refused and left unchanged") {
    const TemporaryDirectory directory;
    const fs::path database = database_in(directory.path());
    execute(database, all_migrations()[0].sql + all_migrations()[1].sql +
                          "; PRAGMA application_id=" + std::to_string(0x4A414950) +
                          "; PRAGMA user_version=2");
    std::fstream file(database, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(200, '\xAA') << std::flush;
    const std::string damaged = contents(database);
    const auto error = refused(settings_for(directory.path()));
    CHECK(error.kind() == Kind::Corrupt);
    CHECK(says(error, "restore a backup"));
    CHECK(contents(database) == damaged);
}

TEST_CASE("a replacement that a crash has interrupted is completed") {
    for (const int moved : {0, 1, 2}) {
        CAPTURE(moved);
        const Filled directory;
        const std::string database = directory.database().string();
        fs::copy_file(database, database + ".recovered");
        const std::string good = contents(database);
        std::ofstream(database + "-wal") << "the damaged one's";
        if (moved > 0)
            fs::rename(database + "-wal", database + ".damaged-1-wal");
        if (moved > 1)
            fs::rename(database, database + ".damaged-1");
        CHECK(Opened(settings_for(directory.path())).loaded.size() == 3);
        CHECK_FALSE(fs::exists(database + ".recovered"));
        CHECK(contents(database + ".damaged-1") == good);
        CHECK(contents(database + ".damaged-1-wal") == "the damaged one's");
    }
}

TEST_CASE("a log without its database is not treated as empty") {
    const Filled directory;
    Opened opened(settings_for(directory.path()));
    opened.append(chat_records(4, 1));
    const fs::path other = directory.path() / "other";
    fs::create_directory(other);
    fs::copy_file(directory.database().string() + "-wal", other / "jaipur.db-wal");
    const auto error = refused(settings_for(other));
    CHECK(error.kind() == Kind::Corrupt);
    CHECK(says(error, "is missing"));
    CHECK(fs::file_size(other / "jaipur.db-wal") > 0);
    std::ofstream(other / "jaipur.db"); // an empty file isn't a database either
    CHECK(says(refused(settings_for(other)), "is missing"));
}

TEST_CASE("P20: upgrading a database makes a backup first; the older server then refuses it") {
    const Filled directory;
    const auto today = all_migrations().back().to;
    const std::string next = std::to_string(today + 1), second = std::to_string(today + 2);
    const auto newer = and_then(
        {{today + 1, "ALTER TABLE records ADD COLUMN note TEXT; UPDATE records SET note = 'one'"},
         {today + 2, "CREATE TABLE two(a); UPDATE records SET note = note || ' two'"}});
    auto settings = settings_for(directory.path());
    settings.database.migrations = newer;
    std::vector<fs::path> copies;
    settings.database.upgrading = [&](const fs::path& copy) { copies.push_back(copy); };
    {
        Opened opened(settings);
        CHECK(opened.loaded.size() == 3);
        CHECK(opened.append(chat_records(4, 1)) == core::Stored::Durable);
    }
    CHECK(Opened(settings).loaded.size() == 4); // has nothing to upgrade
    CHECK(rows(directory.database(), "PRAGMA user_version") == std::vector<std::string>{second});
    CHECK(rows(directory.database(), "SELECT DISTINCT note FROM records WHERE number < 4") ==
          std::vector<std::string>{"one two"});
    const fs::path copy = directory.path() / ("jaipur.db.before-" + next);
    CHECK(copies == std::vector{copy});
    CHECK(rows(copy, "PRAGMA user_version") == std::vector<std::string>{std::to_string(today)});
    CHECK(rows(copy, "SELECT number FROM records").size() == 3);
    CHECK(rows(copy, "PRAGMA integrity_check") == std::vector<std::string>{"ok"});
    CHECK(mode_of(copy) == 0600);
    for (const std::string& other : {std::to_string(today), second})
        CHECK_FALSE(fs::exists(directory.path() / ("jaipur.db.before-" + other)));
    const StoreError error = refused(settings_for(directory.path()));
    CHECK(error.kind() == Kind::NewerSchema);
    CHECK(says(error, "; " + copy.string() +
                          " is a copy from before the upgrade; restore it with the newer version's "
                          "`restore --replace`"));
    CHECK(rows(directory.database(), "SELECT number FROM records").size() == 4);
    restore(directory.path(), copy, {RestoreSettings::Present::SetAside});
    CHECK(Opened(settings_for(directory.path())).loaded.size() == 3);
    jaipur::test::proved("P20", "schemas", std::to_string(newer.size()) + " of them, 2 upgrades");
}

TEST_CASE("the database of the first version is backed up before it is upgraded") {
    const TemporaryDirectory directory;
    {
        std::ofstream(database_in(directory.path())).flush();
        Connection connection(database_in(directory.path()), Connection::Access::ReadWrite);
        create_tables(connection, all_migrations().first(1));
    }
    Opened(settings_for(directory.path()));
    CHECK(rows(directory.path() / "jaipur.db.before-2", "PRAGMA user_version") ==
          std::vector<std::string>{"1"});
}

TEST_CASE("a new database makes no backup") {
    const auto last = all_migrations().back().to + 1;
    const auto steps = and_then({{last, "CREATE TABLE two(a)"}});
    const Filled directory(steps);
    CHECK(rows(directory.database(), "PRAGMA user_version") ==
          std::vector<std::string>{std::to_string(last)});
    for (std::int64_t version = 1; version <= last; ++version)
        CHECK_FALSE(
            fs::exists(directory.database().string() + ".before-" + std::to_string(version)));
}

TEST_CASE("a development version's database is refused as such, whatever its version") {
    for (const char* version : {"1", "3", "4"}) {
        const Filled directory;
        execute(directory.database(), "PRAGMA application_id=" + std::to_string(0x4A616970) +
                                          "; PRAGMA user_version=" + version);
        const auto error = refused(settings_for(directory.path()));
        CHECK(error.kind() == Kind::Corrupt);
        CHECK(says(error, "a development version from before 0.1.0"));
        CHECK(rows(directory.database(), "PRAGMA user_version") ==
              std::vector<std::string>{version});
    }
}

TEST_CASE("a failed migration step changes nothing") {
    const Filled directory;
    const auto today = all_migrations().back().to;
    const auto broken = and_then({{today + 1, "DELETE FROM records; UPDATE nosuch SET a = 1"}});
    auto settings = settings_for(directory.path());
    settings.database.migrations = broken;
    CHECK(refused(settings).kind() == Kind::Corrupt);
    CHECK(rows(directory.database(), "PRAGMA user_version") ==
          std::vector<std::string>{std::to_string(today)});
    CHECK(Opened(settings_for(directory.path())).loaded.size() == 3);
}

TEST_CASE("a database created but not yet filled is created again") {
    const TemporaryDirectory directory;
    std::ofstream(database_in(directory.path())).flush(); // as a crash leaves it
    Opened opened(settings_for(directory.path()));
    CHECK(opened.append(chat_records(1, 1)) == core::Stored::Durable);
}

TEST_CASE("stored data survives a kill") {
    const TemporaryDirectory directory;
    const TemporaryDirectory copy;
    Opened opened(settings_for(directory.path()));
    opened.append(chat_records(1, 50));
    opened.store->housekeep(finished_match(1, core::Time{}, "a replay"));
    opened.settle();
    // What a kill leaves behind: the files as they are, nothing closed.
    for (const char* file : {"jaipur.db", "jaipur.db-wal"})
        fs::copy_file(directory.path() / file, copy.path() / file);
    Opened again(settings_for(copy.path()));
    CHECK(again.loaded.size() == 50);
    CHECK(again.find(1) == "a replay");
}

TEST_CASE("removed data is never read again, however much of it remains") {
    for (std::size_t taken = 0; taken <= 6; ++taken) {
        CAPTURE(taken);
        const TemporaryDirectory directory;
        prepare_directory(directory.path());
        const auto settings = settings_for(directory.path()).database;
        {
            Database database(settings);
            auto records = chat_records(1, 3, "ABC234");
            for (core::Record& record : chat_records(4, 5, "XYZ789"))
                records.push_back(std::move(record));
            CHECK(database.write(records, {}) == Database::Written::Durable);
            const HousekeepingTasks tasks{core::DiscardRange{"ABC234", 0, 3},
                                          core::DiscardRange{"XYZ789", 0, 6}};
            CHECK(database.write({}, tasks) == Database::Written::Durable);
            CHECK(database.leftovers() == 6);
            CHECK(database.remove_leftovers(taken) == Database::Written::Durable);
        } // as it is: nothing cleans up
        CHECK(rows(database_in(directory.path()), "SELECT number FROM records").size() ==
              8 - taken);
        Database again(settings);
        std::vector<std::uint64_t> read;
        again.load([&](const core::Record& record) { read.push_back(record.number); });
        CHECK(read == std::vector<std::uint64_t>{7, 8});
        CHECK(again.leftovers() == 6 - taken);
    }
}

TEST_CASE("after damage, no removed record is deleted until the next start") {
    const TemporaryDirectory directory;
    prepare_directory(directory.path());
    auto settings = settings_for(directory.path()).database;
    std::vector<Damage::What> reported;
    settings.damaged = [&](const Damage& damage) { reported.push_back(damage.what); };
    const auto file = database_in(directory.path());
    {
        Database database(settings);
        CHECK(database.write(chat_records(1, 8), {}) == Database::Written::Durable);
        CHECK(database.write({}, {core::DiscardRange{"ABC234", 0, 6}}) ==
              Database::Written::Durable);
        execute(file, "CREATE TRIGGER fails BEFORE DELETE ON records BEGIN "
                      "DELETE FROM missing; END");
        CHECK(database.remove_leftovers(3) == Database::Written::Durable);
        CHECK(reported == std::vector{Damage::What::Page});
        execute(file, "DROP TRIGGER fails");
        CHECK(database.remove_leftovers(3) == Database::Written::Durable); // and with it the mark
    }
    CHECK(rows(file, "SELECT number FROM records").size() == 8);
    Database again(settings);
    std::vector<std::uint64_t> read;
    again.load([&](const core::Record& record) { read.push_back(record.number); });
    CHECK(read == std::vector<std::uint64_t>{7, 8});
}

TEST_CASE("data that could not be removed is still there") {
    const TemporaryDirectory directory;
    prepare_directory(directory.path());
    FaultyFiles files;
    Database database(settings_for(directory.path(), files).database);
    CHECK(database.write(chat_records(1, 3), {}) == Database::Written::Durable);
    const HousekeepingTasks tasks{core::DiscardRange{"ABC234", 0, 2}};
    files.fail(Operation::Write, Part::Log, SQLITE_FULL);
    CHECK(database.write({}, tasks) == Database::Written::Full);
    CHECK(files.failures() > 0);
    CHECK(database.leftovers() == 0);
    files.heal();
    CHECK(database.write({}, tasks) == Database::Written::Durable);
    CHECK(database.leftovers() == 2);
    files.fail(Operation::Write, Part::Log, SQLITE_FULL);
    CHECK(database.remove_leftovers(2) == Database::Written::Full);
    CHECK(database.leftovers() == 2);
    files.heal();
    CHECK(database.remove_leftovers(2) == Database::Written::Durable);
    CHECK(rows(database_in(directory.path()), "SELECT number FROM records") ==
          std::vector<std::string>{"3"});
}

} // namespace jaipur::server::store::test
