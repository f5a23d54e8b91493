// Looking for damage, saving what is intact, and the errors of both; and which files a backup may
// be written to.
#include "server/store/backup.hpp"
#include "server/store/error.hpp"
#include "server/store/restore.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <string>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

std::set<std::string> files_in(const fs::path& directory) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory))
        names.insert(entry.path().filename());
    return names;
}

void damage(const fs::path& database) {
    execute(database, "UPDATE records SET record = record || ' ' WHERE number = 2");
}

} // namespace

TEST_CASE("a check reads what a kill left in the log, and changes nothing") {
    const TemporaryDirectory copy;
    {
        const TemporaryDirectory directory;
        Opened opened(settings_for(directory.path()));
        opened.append(chat_records(1, 3, "XYZ789"));
        for (const char* file : {"jaipur.db", "jaipur.db-wal"})
            fs::copy_file(directory.path() / file, copy.path() / file);
    }
    const fs::path database = database_in(copy.path());
    const std::string log = bytes_in(database.string() + "-wal");
    for (const fs::path& what : {copy.path(), database}) {
        const Checked checked = check(what);
        CHECK(checked.complete);
        CHECK_FALSE(checked.findings.any());
        CHECK(checked.findings.intact_rooms == 1);
        CHECK(bytes_in(database.string() + "-wal") == log);
    }
}

TEST_CASE("a check leaves no files behind, whatever the database is called") {
    const Filled directory;
    for (const char* name : {"plain", "100%", "what?", "#1", "%3f", "a?b=c#d"}) {
        CAPTURE(name);
        const TemporaryDirectory elsewhere;
        backup(directory.path(), elsewhere.path() / name);
        const Checked checked = check(elsewhere.path() / name);
        CHECK(checked.complete);
        CHECK_FALSE(checked.findings.any());
        CHECK(checked.findings.intact_rooms == 1);
        CHECK(checked.findings.intact_replays == 1);
        CHECK(files_in(elsewhere.path()) == std::set<std::string>{name});
    }
}

TEST_CASE("while a server runs, a check says that it is incomplete") {
    const Filled directory;
    damage(directory.database());
    {
        const Opened opened(settings_for(directory.path()));
        const Checked checked = check(directory.path());
        CHECK_FALSE(checked.complete);
        CHECK(checked.findings.rooms.size() == 1);
        CHECK(thrown_by([&] { salvage(directory.path(), directory.path() / "to"); }).kind() ==
              Kind::InUse);
    }
    CHECK(check(directory.path()).complete);
    CHECK(files_in(directory.path()).contains("to") == false);
}

TEST_CASE("what isn't a database can neither be checked nor salvaged") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "file", to = directory.path() / "to";
    CHECK(thrown_by([&] { check(file); }).kind() == Kind::CantOpen);
    CHECK(thrown_by([&] { check(directory.path()); }).kind() == Kind::CantOpen);
    CHECK(thrown_by([&] { salvage(file, to); }).kind() == Kind::CantOpen);
    std::ofstream(file) << std::string(10'000, 'x') << std::flush;
    for (const auto& error :
         {thrown_by([&] { check(file); }), thrown_by([&] { salvage(file, to); })}) {
        CHECK(error.kind() == Kind::Corrupt);
        CHECK(says(error, "not a database of a Jaipur server"));
    }
    CHECK_FALSE(fs::exists(to));
}

TEST_CASE("salvage overwrites nothing, and reads files and directories") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path to = elsewhere.path() / "to";
    std::ofstream(to) << "precious";
    const auto error = thrown_by([&] { salvage(directory.path(), to); });
    CHECK(error.kind() == Kind::CantOpen);
    CHECK(says(error, "already exists"));
    CHECK(fs::file_size(to) == 8);
    for (const fs::path& from : {directory.path(), directory.database()}) {
        fs::remove(to);
        const Findings findings = salvage(from, to);
        CHECK_FALSE(findings.any());
        CHECK(findings.intact_rooms == 1);
        CHECK_FALSE(check(to).findings.any());
        CHECK(files_in(elsewhere.path()) == std::set<std::string>{"to"});
    }
}

TEST_CASE("a damaged structure is checked in the pages themselves") {
    const Filled directory;
    std::string bytes = bytes_in(directory.database());
    bytes[20] = 1; // SQLite would read it for now, but differently
    std::ofstream(directory.database(), std::ios::binary) << bytes << std::flush;
    const Checked checked = check(directory.path());
    CHECK(checked.complete);
    CHECK(checked.findings.structure == "the header is damaged");
    CHECK(checked.findings.rooms.empty());
    CHECK(checked.findings.intact_rooms == 1);
    CHECK(checked.findings.intact_replays == 1);
    CHECK(bytes_in(directory.database()) == bytes);
}

TEST_CASE("an older server's backup is checked, restored and upgraded") {
    const Filled directory(all_migrations());
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "old", data = elsewhere.path() / "data";
    execute(file, all_migrations()[0].sql + all_migrations()[1].sql +
                      "; INSERT INTO records VALUES(1, 'ABC234', '{}'); "
                      "PRAGMA application_id=1245792592; PRAGMA user_version=2");
    CHECK_FALSE(check(file).findings.any());
    restore(data, file);
    CHECK(rows(database_in(data), "SELECT number FROM records").size() == 1);
    CHECK_FALSE(backup(data, elsewhere.path() / "again").any());
    const Opened opened(settings_for(data));
    CHECK(rows(database_in(data), "PRAGMA user_version") ==
          std::vector<std::string>{std::to_string(all_migrations().back().to)});
}

TEST_CASE("an empty database is not backed up or restored") {
    const TemporaryDirectory directory;
    std::ofstream(database_in(directory.path())).flush();
    const auto error = thrown_by([&] { backup(directory.path(), directory.path() / "backup"); });
    CHECK(error.kind() == Kind::Corrupt);
    CHECK(says(error, "the database is empty"));
    const auto refused =
        thrown_by([&] { restore(directory.path() / "new", database_in(directory.path())); });
    CHECK(refused.kind() == Kind::Corrupt);
    CHECK(says(refused, "the file is empty"));
}

TEST_CASE("a backup can't take a name that a server uses in its directory") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const auto error = thrown_by([&] { backup(directory.path(), directory.path() / "jaipur.x"); });
    CHECK(error.kind() == Kind::CantOpen);
    CHECK(says(error, "reserved"));
    CHECK_FALSE(backup(directory.path(), directory.path() / "other").any());
    CHECK_FALSE(backup(directory.path(), elsewhere.path() / "jaipur.x").any());
    const fs::path before = fs::current_path();
    fs::current_path(elsewhere.path());
    CHECK_FALSE(backup(directory.path(), "here").any());
    fs::current_path(directory.path());
    CHECK(says(thrown_by([&] { backup(directory.path(), "jaipur.y"); }), "reserved"));
    fs::current_path(before);
    CHECK(fs::exists(elsewhere.path() / "here"));
}

TEST_CASE("a failed restore leaves a directory as it was") {
    const TemporaryDirectory directory;
    const fs::path bad = directory.path() / "bad", data = directory.path() / "data";
    std::ofstream(bad) << std::string(10'000, 'x') << std::flush;
    CHECK(thrown_by([&] { restore(data, bad); }).kind() == Kind::Corrupt);
    CHECK_FALSE(fs::exists(data));
    fs::create_directory(data);
    fs::permissions(data, fs::perms::owner_all);
    CHECK(thrown_by([&] { restore(data, bad); }).kind() == Kind::Corrupt);
    CHECK(files_in(data).empty());
    std::ofstream(data / "jaipur.lock").flush();
    CHECK(thrown_by([&] { restore(data, bad); }).kind() == Kind::Corrupt);
    CHECK(files_in(data) == std::set<std::string>{"jaipur.lock"});
}

TEST_CASE("errors count what is damaged") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "file";
    const auto refused = [&](const std::string& sql) {
        execute(directory.database(), sql);
        fs::remove(file);
        backup(directory.path(), file);
        return thrown_by([&] { restore(elsewhere.path() / "new", file); });
    };
    CHECK(says(refused("UPDATE replays SET replay = replay || ' '"), "0 rooms and 1 replay are"));
    CHECK(says(refused("INSERT INTO records VALUES(99, 'XYZ789', '{}', 5)"),
               "1 room and 1 replay are"));
    CHECK(says(refused("UPDATE records SET record = '{}' WHERE number = 2"),
               "2 rooms and 1 replay are"));
}

} // namespace jaipur::server::store::test
