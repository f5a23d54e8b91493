// Backup and restore.
#include "server/store/acknowledged.hpp"
#include "server/store/backup.hpp"
#include "server/store/error.hpp"
#include "server/store/restore.hpp"
#include "server/store/sqlite_store.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

} // namespace

TEST_CASE("a backup made while the store works holds every record answered before it") {
    const TemporaryDirectory directory;
    Opened opened(settings_for(directory.path()));
    std::uint64_t number = 1;
    for (int round = 0; round < 5; ++round) {
        const TemporaryDirectory elsewhere;
        const fs::path file = elsewhere.path() / "backup";
        opened.append(chat_records(number, 20));
        const std::uint64_t answered = number + 19;
        for (number += 20; number <= answered + 200; ++number)
            opened.store->append(chat_records(number, 1)); // under way during the backup
        backup(directory.path(), file);
        CHECK(mode_of(file) == 0600);
        restore(elsewhere.path() / "new" / "directory", file);
        const Opened restored(settings_for(elsewhere.path() / "new" / "directory"));
        CHECK(restored.loaded.size() >= answered);
        CHECK(restored.store->last_number() == restored.loaded.size());
        CHECK(texts(restored.loaded) == texts(chat_records(1, restored.loaded.size())));
    }
}

TEST_CASE("a backup after a kill includes what is only in the log") {
    const TemporaryDirectory directory;
    const TemporaryDirectory copy;
    Opened opened(settings_for(directory.path()));
    opened.append(chat_records(1, 50));
    for (const char* file : {"jaipur.db", "jaipur.db-wal"})
        fs::copy_file(directory.path() / file, copy.path() / file);
    backup(copy.path(), copy.path() / "backup");
    CHECK(rows(copy.path() / "backup", "SELECT number FROM records").size() == 50);
}

TEST_CASE("a backup overwrites nothing, and needs something to back up") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "backup";
    std::ofstream(file) << "precious";
    CHECK(thrown_by([&] { backup(directory.path(), file); }).kind() == Kind::CantOpen);
    CHECK(fs::file_size(file) == 8);
    const auto nothing = thrown_by([&] { backup(elsewhere.path(), elsewhere.path() / "b"); });
    CHECK(nothing.kind() == Kind::CantOpen);
    CHECK(says(nothing, "has no database"));
    CHECK(thrown_by([&] { backup(directory.path(), elsewhere.path() / "no" / "b"); }).kind() ==
          Kind::CantOpen);
    std::vector<std::string> left;
    for (const auto& entry : fs::directory_iterator(elsewhere.path()))
        left.push_back(entry.path().filename());
    CHECK(left == std::vector<std::string>{"backup"});
}

TEST_CASE("restoring refuses a directory that isn't empty or belongs to a running server") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "backup";
    backup(directory.path(), file);
    CHECK(thrown_by([&] { restore(directory.path(), file); }).kind() == Kind::CantOpen);
    {
        const Opened opened(settings_for(directory.path()));
        CHECK(thrown_by([&] { restore(directory.path(), file); }).kind() == Kind::InUse);
    }
    fs::rename(directory.database(), directory.path() / "away");
    std::ofstream(directory.database().string() + "-wal") << "of another one";
    CHECK(thrown_by([&] { restore(directory.path(), file); }).kind() == Kind::CantOpen);
    fs::remove(directory.database().string() + "-wal");
    // It may know of more records than the backup has.
    const auto error = thrown_by([&] { restore(directory.path(), file); });
    CHECK(says(error, directory.database().string() + acknowledged_ending + ": already exists"));
    fs::remove(directory.database().string() + acknowledged_ending);
    restore(directory.path(), file);
    Opened opened(settings_for(directory.path()));
    CHECK(opened.loaded.size() == 3);
    CHECK(opened.find(1) == "a replay");
}

TEST_CASE("if the restored database can't be written, the data directory is named") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "file", data = elsewhere.path() / "new";
    backup(directory.path(), file);
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit one_page{4096, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &one_page) == 0);
    const auto error = thrown_by([&] { restore(data, file); });
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(says(error, data.string() + ": can't write"));
    CHECK_FALSE(says(error, file.string()));
}

TEST_CASE("restoring refuses a file that is damaged, newer, or not a backup") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path good = elsewhere.path() / "good", bad = elsewhere.path() / "bad";
    const auto kind = [&] {
        const auto error = thrown_by([&] { restore(elsewhere.path() / "new", bad); });
        CHECK_FALSE(fs::exists(database_in(elsewhere.path() / "new")));
        CHECK(says(error, bad.string() + ": ")); // not the name of a temporary file
        return error.kind();
    };
    backup(directory.path(), good);
    const auto made_bad_by = [&](const std::string& sql) {
        fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
        execute(bad, sql);
    };
    made_bad_by("PRAGMA user_version=" + std::to_string(all_migrations().back().to + 1));
    CHECK(kind() == Kind::NewerSchema);
    made_bad_by("PRAGMA application_id=7");
    CHECK(kind() == Kind::Corrupt);
    made_bad_by("UPDATE records SET record = '{}' WHERE number = 2");
    CHECK(kind() == Kind::Corrupt);
    std::ofstream(bad).flush();
    CHECK(kind() == Kind::Corrupt);
    fs::copy_file(good, bad, fs::copy_options::overwrite_existing);
    fs::resize_file(bad, fs::file_size(bad) / 2);
    CHECK(kind() == Kind::Corrupt);
    fs::remove_all(elsewhere.path() / "new");
    fs::remove(bad);
    CHECK(kind() == Kind::CantOpen);
    CHECK_FALSE(fs::exists(elsewhere.path() / "new"));
    std::ofstream(good.string() + "-wal") << "not yet in it";
    CHECK(says(thrown_by([&] { restore(elsewhere.path() / "new", good); }), "live database"));
}

TEST_CASE("a damaged record is found, kept out of restored data, and left behind by salvage") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path copy = elsewhere.path() / "copy", saved = elsewhere.path() / "saved",
                   data = elsewhere.path() / "new";
    CHECK_FALSE(check(directory.path()).findings.any());
    execute(directory.database(), "UPDATE records SET record = record || ' ' WHERE number = 2");
    const auto before = rows(directory.database(), "SELECT record FROM records");
    const Findings found = check(directory.path()).findings;
    CHECK(found.rooms.size() == 1);
    CHECK(found.intact_rooms == 0);
    CHECK(found.intact_replays == 1);
    CHECK(backup(directory.path(), copy).rooms == found.rooms);
    const auto error = thrown_by([&] { restore(data, copy); });
    CHECK(error.kind() == Kind::Corrupt);
    CHECK(says(error, "1 room and 0 replays are damaged; jaipur-server salvage"));
    CHECK_FALSE(fs::exists(data)); // nor its lock
    CHECK(salvage(directory.path(), saved).rooms == found.rooms);
    CHECK(rows(directory.database(), "SELECT record FROM records") == before);
    restore(data, saved);
    Opened opened(settings_for(data));
    CHECK(opened.loaded.empty());
    CHECK(opened.find(1) == "a replay");
    CHECK(opened.store->last_number() >= 3);
}

TEST_CASE("of a database whose pages are damaged, errors say so") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path good = elsewhere.path() / "good";
    fs::copy_file(directory.database(), good);
    const auto fails = [&](const char* part) {
        const auto error = thrown_by([&] { backup(directory.path(), elsewhere.path() / "b"); });
        CHECK(error.kind() == Kind::Corrupt);
        CHECK(says(error, "the database is damaged, so it can't be backed up"));
        CHECK(check(directory.path()).findings.structure);
        const auto refused =
            thrown_by([&] { restore(elsewhere.path() / "new", directory.database()); });
        CHECK(refused.kind() == Kind::Corrupt);
        CHECK(says(refused, part));
        CHECK_FALSE(fs::exists(elsewhere.path() / "b"));
        CHECK_FALSE(fs::exists(elsewhere.path() / "new"));
    };
    fs::resize_file(directory.database(), fs::file_size(good) - 5000);
    fails("the end of the file is missing");
    fs::remove(directory.database());
    fs::copy_file(good, directory.database());
    std::fstream file(directory.database(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(4096, '\0') << std::flush;
    fails("the database is damaged");
}

TEST_CASE("a check needs no other place than the data directory, and leaves nothing there") {
    const Filled directory;
    fs::resize_file(directory.database(), fs::file_size(directory.database()) - 4096);
    const auto files = [&] {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(directory.path()))
            names.insert(entry.path().filename());
        return names;
    };
    const auto before = files();
    const char* const variable = "TMPDIR";
    REQUIRE(setenv(variable, "/nowhere", 1) == 0);
    CHECK_NOTHROW(CHECK(check(directory.path()).findings.structure));
    unsetenv(variable);
    CHECK(files() == before);
}

TEST_CASE("a server's database isn't read as a backup, even if the file is named") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const Opened opened(settings_for(directory.path()));
    for (const fs::path& named : {directory.path(), directory.database()}) {
        CAPTURE(named);
        CHECK_FALSE(check(named).complete);
        CHECK(thrown_by([&] { salvage(named, elsewhere.path() / "saved"); }).kind() == Kind::InUse);
    }
}

} // namespace jaipur::server::store::test
