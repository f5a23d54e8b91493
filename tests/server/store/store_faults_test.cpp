// Full and failing disks. Every test shows that its fault happened.
#include "server/store/acknowledged.hpp"
#include "server/store/record_codec.hpp"
#include "server/store/sqlite_store.hpp"
#include "tests/server/store/faulty_calls.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cerrno>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::store::test {

namespace {

// An open store on a disk that a test can fill.
struct Fillable {
    Fillable() : opened(settings_for(directory.path(), files)) {}

    void fill() { files.fail(Operation::Write, Part::Log, SQLITE_FULL); }

    void free() { files.heal(); }

    TemporaryDirectory directory;
    FaultyFiles files;
    Opened opened;
};

std::vector<std::string> texts_after_reopening(Opened& opened,
                                               const std::filesystem::path& directory) {
    opened.close();
    return texts(Opened(settings_for(directory)).loaded);
}

// Separately: nothing else arrives.
std::vector<std::string> numbers_at_last(const Fillable& disk, std::size_t count) {
    const auto until = std::chrono::steady_clock::now() + 20s;
    const auto numbers = [&] {
        return rows(database_in(disk.directory.path()), "SELECT number FROM records");
    };
    while (numbers().size() != count && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(20ms);
    return numbers();
}

} // namespace

TEST_CASE("on a full disk records are refused and not stored; later the store continues") {
    Fillable disk;
    CHECK(disk.opened.append(chat_records(1, 3)) == core::Stored::Durable);
    disk.fill();
    CHECK(disk.opened.append(chat_records(4, 2)) == core::Stored::Full);
    CHECK(disk.opened.append(chat_records(6, 1)) == core::Stored::Full);
    CHECK(disk.files.failures() >= 2);
    CHECK(disk.opened.store->last_number() == 3);
    disk.free();
    CHECK(disk.opened.append(chat_records(7, 2)) == core::Stored::Durable);
    CHECK_FALSE(disk.opened.ear->failure());
    auto expected = chat_records(1, 3);
    for (const core::Record& record : chat_records(7, 2))
        expected.push_back(record);
    CHECK(texts_after_reopening(disk.opened, disk.directory.path()) == texts(expected));
}

TEST_CASE("a store says while it accepts no records, and finds new space without being asked") {
    FaultyCalls calls;
    Fillable disk;
    CHECK(disk.opened.store->accepts_records());
    disk.fill();
    calls.fsync_error = ENOSPC; // so the ballast can't be made again
    CHECK(disk.opened.append(chat_records(1, 1)) == core::Stored::Full);
    CHECK_FALSE(disk.opened.store->accepts_records());
    disk.free();
    calls.fsync_error = 0;
    const auto until = std::chrono::steady_clock::now() + 20s;
    while (!disk.opened.store->accepts_records() && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(20ms);
    CHECK(disk.opened.store->accepts_records());
}

TEST_CASE("a disk that fills up during a transaction leaves nothing of it") {
    // The transaction's n-th page finds no space.
    for (int spared = 0; spared < 12; ++spared) {
        CAPTURE(spared);
        Fillable disk;
        disk.opened.append(chat_records(1, 1));
        disk.files.fail(Operation::Write, Part::Log, SQLITE_FULL, spared);
        std::vector<core::Record> large;
        for (std::uint64_t number = 2; number < 22; ++number)
            large.push_back(chat_record(number, "ABC234", std::string(4000, 'x')));
        CHECK(disk.opened.append(large) == core::Stored::Full);
        CHECK(disk.files.failures() > 0);
        disk.free();
        CHECK(disk.opened.append({chat_record(30)}) == core::Stored::Durable);
        CHECK(texts_after_reopening(disk.opened, disk.directory.path()) ==
              texts({chat_record(1), chat_record(30)}));
    }
}

TEST_CASE("an exceeded quota counts as a full disk") {
    for (const int reason : {EDQUOT, ENOSPC}) {
        Fillable disk;
        disk.files.fail(Operation::Write, Part::Log, SQLITE_IOERR_WRITE, 0, reason);
        CHECK(disk.opened.append(chat_records(1, 1)) == core::Stored::Full);
        CHECK(disk.files.failures() > 0);
        disk.free();
        CHECK(disk.opened.append(chat_records(2, 1)) == core::Stored::Durable);
    }
}

TEST_CASE("replays are found while the disk is full, even those not yet written") {
    Fillable disk;
    disk.opened.store->housekeep(finished_match(1, core::Time{}, "stored"));
    disk.opened.settle();
    disk.fill();
    CHECK(disk.opened.append(chat_records(1, 1)) == core::Stored::Full);
    disk.opened.store->housekeep(finished_match(2, core::Time{}, "waiting"));
    CHECK(disk.opened.find(1) == "stored");
    CHECK(disk.opened.find(2) == "waiting");
    CHECK_FALSE(disk.opened.find(3));
    CHECK(disk.files.failures() > 0);
}

TEST_CASE("housekeeping waits for space, in its order") {
    Fillable disk;
    disk.opened.append(chat_records(1, 4, "ABC234"));
    disk.fill();
    disk.opened.store->housekeep(finished_match(1, core::Time{}, "first"));
    disk.opened.store->housekeep(Compact{snapshot_record(2, "ABC234")});
    disk.opened.store->housekeep(finished_match(1, core::Time{}, "second"));
    disk.opened.store->housekeep(core::DiscardRange{"ABC234", 0, 2});
    disk.opened.settle();
    CHECK(disk.opened.append(chat_records(5, 1, "ABC234")) == core::Stored::Full);
    CHECK(disk.files.failures() >= 2);
    const auto database = database_in(disk.directory.path());
    CHECK(rows(database, "SELECT replay FROM replays").empty()); // none of it was done
    CHECK(rows(database, "SELECT number FROM records").size() == 4);
    disk.free();
    CHECK(numbers_at_last(disk, 2) == std::vector<std::string>{"3", "4"});
    CHECK(rows(database, "SELECT replay FROM replays") == std::vector<std::string>{"second"});
    CHECK_FALSE(disk.opened.ear->failure());
}

TEST_CASE("housekeeping that meets damage is given up; records and everything else go on") {
    const Filled directory;
    auto settings = settings_for(directory.path());
    std::vector<std::string> lost;
    settings.database.damaged = [&](const Damage& damage) {
        if (damage.what == Damage::What::Replay)
            lost.push_back(damage.name);
    };
    Opened opened(settings);
    opened.append(chat_records(4, 2, "XYZ789"));
    execute(directory.database(), "DROP TABLE replays");
    opened.store->housekeep(core::DiscardRange{"ABC234", 0, 3});
    opened.store->housekeep(finished_match(7, core::Time{}));
    opened.store->housekeep(Compact{snapshot_record(5, "XYZ789")});
    CHECK(opened.append(chat_records(6, 1, "XYZ789")) == core::Stored::Durable);
    opened.settle();
    CHECK_FALSE(opened.ear->failure());
    CHECK(std::filesystem::exists(directory.path() / "jaipur.suspect"));
    opened.close();
    // The last one was asked for, too.
    CHECK(lost ==
          std::vector{protocol::hex(protocol::MatchId{7}), protocol::hex(protocol::MatchId{255})});
    lost.clear();
    settings.database.damaged = {};
    const Opened again(settings);
    CHECK(texts(again.loaded) == texts({snapshot_record(5, "XYZ789"), chat_record(6, "XYZ789")}));
    CHECK_FALSE(std::filesystem::exists(directory.path() / "jaipur.suspect"));
}

TEST_CASE("removed records that meet damage stay until the next start") {
    const Filled directory;
    auto settings = settings_for(directory.path());
    settings.idle = 1h; // they are deleted at the end
    Opened opened(settings);
    opened.append(chat_records(4, 2, "XYZ789"));
    opened.store->housekeep(core::DiscardRange{"ABC234", 0, 3});
    opened.settle();
    execute(directory.database(), "DROP TABLE inventory");
    opened.close();
    CHECK_FALSE(opened.ear->failure());
    CHECK(std::filesystem::exists(directory.path() / "jaipur.suspect"));
    CHECK(rows(directory.database(), "SELECT number FROM records").size() == 5);
    const Opened again(settings_for(directory.path()));
    CHECK(texts(again.loaded) == texts(chat_records(4, 2, "XYZ789")));
}

TEST_CASE("housekeeping that meets damage is given up on a full disk as well") {
    const Filled directory;
    FaultyFiles files;
    auto settings = settings_for(directory.path(), files);
    std::vector<std::string> lost;
    settings.database.damaged = [&](const Damage& damage) {
        if (damage.what == Damage::What::Replay)
            lost.push_back(damage.name);
    };
    Opened opened(settings);
    opened.append(chat_records(4, 1, "XYZ789"));
    execute(directory.database(), "DROP TABLE replays");
    files.fail(Operation::Write, Part::Log, SQLITE_FULL);
    opened.store->housekeep(finished_match(7, core::Time{}));
    opened.store->housekeep(core::DiscardRange{"ABC234", 0, 3});
    CHECK(opened.append(chat_records(5, 1, "XYZ789")) == core::Stored::Full);
    CHECK(files.failures() > 0);
    files.heal();
    CHECK(opened.append(chat_records(6, 1, "XYZ789")) == core::Stored::Durable);
    CHECK_FALSE(opened.ear->failure());
    opened.close();
    CHECK(lost == std::vector{protocol::hex(protocol::MatchId{7})});
}

TEST_CASE("records are stored while housekeeping finds no space and keeps trying") {
    Fillable disk;
    disk.files.limit(Part::Log, 300'000);
    disk.files.hold_syncs();
    disk.opened.store->append(chat_records(1, 1));
    disk.files.wait_for_held();
    disk.opened.store->housekeep(finished_match(1, core::Time{}, std::string(400'000, 'x')));
    disk.opened.store->housekeep(core::DiscardRange{"ABC234", 0, 1});
    disk.opened.store->append(chat_records(2, 1));
    disk.files.let_go();
    CHECK(disk.opened.ear->wait_for(2) == core::Stored::Durable);
    CHECK(disk.files.failures() > 0);
    const auto database = database_in(disk.directory.path());
    CHECK(rows(database, "SELECT replay FROM replays").empty());
    // Later tasks have not overtaken it.
    CHECK(rows(database, "SELECT number FROM records") == std::vector<std::string>{"1", "2"});
    disk.free();
    CHECK(disk.opened.append(chat_records(3, 1)) == core::Stored::Durable);
    CHECK(rows(database, "SELECT length(replay) FROM replays") ==
          std::vector<std::string>{"400000"});
    CHECK(numbers_at_last(disk, 2) == std::vector<std::string>{"2", "3"});
}

TEST_CASE("a store closing on a full disk loses nothing it acknowledged") {
    Fillable disk;
    CHECK(disk.opened.append(chat_records(1, 3)) == core::Stored::Durable);
    disk.files.fail(Operation::Write, Part::Database, SQLITE_FULL);
    disk.opened.close();
    CHECK(disk.files.failures() > 0); // the log could not be moved
    CHECK_FALSE(disk.opened.ear->failure());
    disk.free();
    CHECK(texts(Opened(settings_for(disk.directory.path())).loaded) == texts(chat_records(1, 3)));
}

TEST_CASE("after a disk error nothing more is answered or done") {
    for (const auto& [operation, code] :
         {std::pair{Operation::Write, SQLITE_IOERR_WRITE}, {Operation::Sync, SQLITE_IOERR_FSYNC}}) {
        Fillable disk;
        CHECK(disk.opened.append(chat_records(1, 1)) == core::Stored::Durable);
        disk.files.fail(operation, Part::Log, code);
        disk.opened.store->append(chat_records(2, 1));
        CHECK(disk.opened.ear->wait_for_failure().find("disk I/O error") != std::string::npos);
        CHECK(disk.files.failures() > 0);
        disk.free(); // once was enough
        disk.opened.store->append(chat_records(3, 1));
        disk.opened.store->housekeep(finished_match(1, core::Time{}));
        disk.opened.close();
        CHECK(disk.opened.ear->answers() == std::vector<Answered>{{1, 1, core::Stored::Durable}});
        // Nobody was told whether record 2 is stored, so either is fine; 3 was never begun.
        const auto there = texts(Opened(settings_for(disk.directory.path())).loaded);
        REQUIRE(!there.empty());
        CHECK(there.front() == encode_record(chat_record(1)));
        CHECK(there.size() <= 2);
        CHECK(there.back() != encode_record(chat_record(3)));
    }
}

TEST_CASE("an error while the log is moved ends the store as well") {
    Fillable disk;
    disk.files.fail(Operation::Sync, Part::Database, SQLITE_IOERR_FSYNC);
    const std::string text(4000, 'x');
    std::vector<core::Record> records;
    for (std::uint64_t number = 1; number <= 2000; ++number)
        records.push_back(chat_record(number, "ABC234", text));
    CHECK(disk.opened.append(records) == core::Stored::Durable); // the log has it
    disk.opened.ear->wait_for_failure();
    CHECK(disk.files.failures() > 0);
    disk.free();
    disk.opened.close();
    CHECK(Opened(settings_for(disk.directory.path())).loaded.size() == 2000);
}

TEST_CASE("reading an unreadable database ends the store") {
    const TemporaryDirectory directory;
    {
        Opened opened(settings_for(directory.path()));
        // More than SQLite caches.
        opened.store->housekeep(finished_match(1, core::Time{}, std::string(8'000'000, 'x')));
    }
    FaultyFiles files;
    Opened opened(settings_for(directory.path(), files));
    files.fail(Operation::Read, Part::Database, SQLITE_IOERR_READ);
    bool found = false;
    opened.store->find(protocol::MatchId{1}, [&](const auto&) { found = true; });
    opened.ear->wait_for_failure();
    opened.close();
    CHECK(files.failures() > 0);
    CHECK_FALSE(found);
}

namespace {

std::uint64_t acknowledged_in(const TemporaryDirectory& directory) {
    const auto database = database_in(directory.path());
    const auto identity = rows(database, "SELECT value FROM meta WHERE name = 'identity'");
    return acknowledged_number(database, std::stoll(identity.at(0)));
}

} // namespace

TEST_CASE("without space for the number of the last acknowledged record, it stays behind") {
    const TemporaryDirectory directory;
    FaultyCalls calls;
    Opened opened(settings_for(directory.path()));
    CHECK(acknowledged_in(directory) == 0);
    CHECK(opened.append(chat_records(1, 3)) == core::Stored::Durable);
    CHECK(acknowledged_in(directory) == 3);
    for (const int reason : {ENOSPC, EDQUOT}) {
        calls.acknowledged_error = reason;
        CHECK(opened.append({chat_record(opened.store->last_number() + 1)}) ==
              core::Stored::Durable);
        CHECK(acknowledged_in(directory) == 3);
    }
    CHECK(calls.acknowledged_failed == 2);
    calls.acknowledged_error = 0;
    CHECK(opened.append(chat_records(6, 1)) == core::Stored::Durable);
    CHECK(acknowledged_in(directory) == 6);
    CHECK_FALSE(opened.ear->failure());
}

TEST_CASE(
    "if that number can't be written for another reason, the store ends, and nothing is lost") {
    const TemporaryDirectory directory;
    FaultyCalls calls;
    Opened opened(settings_for(directory.path()));
    calls.acknowledged_error = EIO;
    opened.store->append(chat_records(1, 1));
    CHECK(opened.ear->wait_for_failure().find(acknowledged_ending) != std::string::npos);
    CHECK(opened.ear->answers().empty());
    calls.acknowledged_error = 0;
    CHECK(texts_after_reopening(opened, directory.path()) == texts({chat_record(1)}));
}

} // namespace jaipur::server::store::test
