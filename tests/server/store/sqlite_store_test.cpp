// A store without faults.
#include "server/store/sqlite_store.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::store::test {

TEST_CASE("a store finishes its last tasks before it closes") {
    const TemporaryDirectory directory;
    Opened opened(settings_for(directory.path()));
    opened.store->append(chat_records(1, 500));
    opened.store->housekeep(finished_match(1, core::Time{}, "a replay"));
    opened.close();
    CHECK(opened.ear->wait_for(500) == core::Stored::Durable);
    CHECK_FALSE(std::filesystem::exists(database_in(directory.path()).string() + "-wal"));
    Opened again(settings_for(directory.path()));
    CHECK(again.loaded.size() == 500);
    CHECK(again.find(1) == "a replay");
}

TEST_CASE("what was deleted leaves no trace in the files of a closed store") {
    const TemporaryDirectory directory;
    const auto traces = [&] {
        int count = 0;
        for (const auto& file : std::filesystem::directory_iterator(directory.path())) {
            std::ifstream in(file.path(), std::ios::binary);
            const std::string bytes(std::istreambuf_iterator<char>(in), {});
            count += bytes.find("a secret") == std::string::npos ? 0 : 1;
        }
        return count;
    };
    {
        Opened opened(settings_for(directory.path()));
        for (std::uint64_t number = 1; number <= 100; ++number)
            opened.append({chat_record(number, number % 2 == 0 ? "ABC234" : "XYZ789",
                                       number % 2 == 0 ? "a secret" : "hello")});
    }
    CHECK(traces() == 1);
    {
        Opened opened(settings_for(directory.path()));
        opened.store->housekeep(core::DiscardRange{"ABC234", 0, 100});
    }
    CHECK(traces() == 0);
    CHECK(Opened(settings_for(directory.path())).loaded.size() == 50);
}

TEST_CASE("records appended during a commit form one transaction, answered once it is done") {
    const TemporaryDirectory directory;
    FaultyFiles files;
    Opened opened(settings_for(directory.path(), files));
    opened.settle();
    const int before = files.count(Operation::Sync, Part::Log);
    files.hold_syncs();
    opened.store->append(chat_records(1, 1));
    files.wait_for_held();
    for (std::uint64_t number = 2; number <= 100; ++number)
        opened.store->append(chat_records(number, 1));
    opened.store->append(chat_records(101, 20));
    CHECK(opened.ear->answers().empty()); // no answer before the disk has it
    files.let_go();
    CHECK(opened.ear->wait_for(120) == core::Stored::Durable);
    CHECK(opened.ear->answers() ==
          std::vector<Answered>{{1, 1, core::Stored::Durable}, {2, 120, core::Stored::Durable}});
    CHECK(files.count(Operation::Sync, Part::Log) - before == 2);
}

TEST_CASE("under load, records appended close together share one commit") {
    const TemporaryDirectory directory;
    FaultyFiles files;
    auto settings = settings_for(directory.path(), files);
    settings.pace = 2s;
    Opened opened(settings);
    opened.settle();
    const int before = files.count(Operation::Sync, Part::Log);
    const auto begun = std::chrono::steady_clock::now();
    opened.append(chat_records(1, 100)); // after a pause, at once
    for (std::uint64_t number = 101; number <= 150; ++number)
        opened.store->append(chat_records(number, 1));
    opened.ear->wait_for(150);
    CHECK(std::chrono::steady_clock::now() - begun >= settings.pace);
    CHECK(opened.ear->answers() == std::vector<Answered>{{1, 100, core::Stored::Durable},
                                                         {101, 150, core::Stored::Durable}});
    CHECK(files.count(Operation::Sync, Part::Log) - before == 2);
}

TEST_CASE("while the sender isn't busy, many records don't make the next ones wait") {
    const TemporaryDirectory directory;
    auto settings = settings_for(directory.path());
    settings.pace = 1h;
    settings.load = [] { return 0.5; };
    Opened opened(settings);
    opened.append(chat_records(1, 100));
    CHECK(opened.append(chat_records(101, 1)) == core::Stored::Durable);
}

TEST_CASE("without load, a commit starts at once, and closing never waits") {
    const TemporaryDirectory directory;
    auto settings = settings_for(directory.path());
    settings.pace = 1h;
    Opened opened(settings);
    for (std::uint64_t number = 1; number <= 31; ++number)
        CHECK(opened.append(chat_records(number, 1)) == core::Stored::Durable);
    opened.store->housekeep(finished_match(1, core::Time{}, "a replay"));
    CHECK(opened.find(1) == "a replay");
    opened.append(chat_records(32, 100));
    opened.store->append(chat_records(132, 1)); // this one would wait
    opened.close();
    CHECK(opened.ear->wait_for(132) == core::Stored::Durable);
}

namespace {

// What a crash at that moment would leave.
struct Crashed : TemporaryDirectory {
    explicit Crashed(const std::filesystem::path& of) {
        for (const char* part : {"", "-wal"})
            std::filesystem::copy_file(database_in(of).string() + part,
                                       database_in(path()).string() + part);
    }
};

std::vector<std::string> numbers_in(const TemporaryDirectory& directory) {
    return rows(database_in(directory.path()), "SELECT number FROM records");
}

} // namespace

TEST_CASE("removed records are no longer read, though deleted only when idle or numerous") {
    const TemporaryDirectory directory;
    auto settings = settings_for(directory.path());
    settings.idle = 1h; // not during this test
    Opened opened(settings);
    opened.append(chat_records(1, 6, "ABC234"));
    opened.append(chat_records(7, 3, "XYZ789"));
    opened.store->housekeep(Compact{snapshot_record(4, "ABC234")});
    opened.store->housekeep(core::DiscardRange{"XYZ789", 0, 9});
    opened.append(chat_records(10, 2, "XYZ789")); // a later room with the same code
    const Crashed crashed(directory.path()), again(directory.path());
    CHECK(numbers_in(directory).size() == 11); // a snapshot has replaced record 4

    std::vector<core::Record> expected{snapshot_record(4, "ABC234")};
    for (const auto& more : {chat_records(5, 2, "ABC234"), chat_records(10, 2, "XYZ789")})
        expected.insert(expected.end(), more.begin(), more.end());
    CHECK(texts(Opened(settings_for(crashed.path())).loaded) == texts(expected));
    CHECK(numbers_in(crashed) == std::vector<std::string>{"4", "5", "6", "10", "11"});

    Opened idle(settings_for(again.path()));
    CHECK(texts(idle.loaded) == texts(expected));
    const auto until = std::chrono::steady_clock::now() + 20s;
    while (numbers_in(again).size() != 5 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK(numbers_in(again) == std::vector<std::string>{"4", "5", "6", "10", "11"});
}

TEST_CASE("a store that has tidied up rests") {
    const TemporaryDirectory directory;
    auto settings = settings_for(directory.path());
    settings.idle = 0ms;
    Opened opened(settings);
    opened.append(chat_records(1, 3));
    opened.store->housekeep(core::DiscardRange{"ABC234", 0, 2});
    const auto until = std::chrono::steady_clock::now() + 20s;
    while (numbers_in(directory).size() != 1 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    REQUIRE(numbers_in(directory).size() == 1);
    const auto used = std::clock(); // processor time, so a stalled machine makes no difference
    std::this_thread::sleep_for(400ms);
    const auto spent = std::clock() - used;
    CHECK(spent < CLOCKS_PER_SEC / 50);
}

TEST_CASE("removed records are deleted under load, too") {
    const TemporaryDirectory directory;
    Opened opened(settings_for(directory.path()));
    int most = 0;
    for (std::uint64_t number = 1; number <= 60'000; number += 200) {
        opened.append(chat_records(number, 200));
        opened.store->housekeep(core::DiscardRange{"ABC234", 0, number + 199});
        const auto count = rows(database_in(directory.path()), "SELECT count(*) FROM records");
        most = std::max(most, std::stoi(count.front()));
    }
    CHECK(most > 10'000);
    CHECK(most < 21'000);
}

TEST_CASE("the commit time is measured from real commits") {
    const TemporaryDirectory directory;
    FaultyFiles files;
    const Opened opened(settings_for(directory.path(), files));
    REQUIRE(opened.store->commit_time());
    CHECK(opened.store->commit_time()->count() > 0);
    CHECK(files.count(Operation::Sync, Part::Log) >= 5);
}

TEST_CASE("the log doesn't grow without limit") {
    const TemporaryDirectory directory;
    Opened opened(settings_for(directory.path()));
    const std::string text(4000, 'x');
    for (std::uint64_t number = 1; number <= 6000; number += 100) {
        std::vector<core::Record> records;
        for (std::uint64_t i = 0; i < 100; ++i)
            records.push_back(chat_record(number + i, "ABC234", text));
        opened.append(std::move(records));
    }
    const auto log = database_in(directory.path()).string() + "-wal";
    CHECK(std::filesystem::file_size(log) < 12'000'000);
    CHECK(std::filesystem::file_size(database_in(directory.path())) > 12'000'000);
}

} // namespace jaipur::server::store::test
