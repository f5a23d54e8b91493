// How long a store keeps replays.
#include "server/store/sqlite_store.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace jaipur::server::store::test {

TEST_CASE("replays are found by match; storing one again changes nothing") {
    const TemporaryDirectory directory;
    Opened opened(settings_for(directory.path()));
    CHECK_FALSE(opened.find(1));
    opened.store->housekeep(finished_match(1, core::Time{1s}, "one"));
    opened.store->housekeep(finished_match(2, core::Time{2s}, "two"));
    opened.store->housekeep(finished_match(1, core::Time{1s}, "one"));
    CHECK(opened.find(1) == "one");
    CHECK(opened.find(2) == "two");
    CHECK_FALSE(opened.find(3));
    CHECK(opened.measure(2) == 3u);
    CHECK_FALSE(opened.measure(3));
    opened.store->housekeep(finished_match(4, core::Time{1s}, std::string(50'000, 'x')));
    CHECK(opened.measure(4) == 50'000u);
    opened.settle();
    CHECK(opened.measure(4) == 50'000u); // from the disk
    CHECK(rows(database_in(directory.path()), "SELECT count(*) FROM replays") ==
          std::vector<std::string>{"3"});
}

namespace {

// A store that has run for some days, as a test says.
struct Aged {
    std::atomic<int> days = 0;

    SqliteStore::Settings settings(const TemporaryDirectory& directory, int retain) {
        auto settings = settings_for(directory.path());
        settings.retain = std::chrono::days{retain};
        settings.running = [this] { return std::chrono::days{days}; };
        return settings;
    }
};

} // namespace

TEST_CASE("replays are removed once servers have run long enough since they were stored") {
    const TemporaryDirectory directory;
    Aged first;
    {
        Opened opened(first.settings(directory, 0));
        for (std::uint8_t match = 1; match <= 250; ++match) {
            first.days = match <= 240 ? 0 : match - 240;
            opened.store->housekeep(finished_match(match, core::Time{}));
            opened.settle();
        }
    } // restarts count on
    Aged second;
    {
        second.days = 4;
        Opened kept(second.settings(directory, 0));
        kept.settle();
        CHECK(kept.find(1));
    }
    Aged third;
    Opened opened(third.settings(directory, 10));
    const auto count = [&] {
        return rows(database_in(directory.path()), "SELECT count(*) FROM replays").front();
    };
    const auto until = std::chrono::steady_clock::now() + 20s;
    while (count() != "7" && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK(count() == "7");   // in several steps: there were 243 to remove
    CHECK(opened.find(244)); // stored when the uptime was 4 days; it is 14 now
    CHECK_FALSE(opened.find(243));
}

TEST_CASE("how long replays are kept can change while the store is open") {
    const TemporaryDirectory directory;
    Aged aged;
    Opened opened(aged.settings(directory, 0));
    opened.store->housekeep(finished_match(1, core::Time{}));
    opened.settle();
    aged.days = 10;
    opened.store->retain(std::chrono::days{20});
    opened.settle();
    CHECK(opened.find(1));
    opened.store->retain(std::chrono::days{5});
    const auto until = std::chrono::steady_clock::now() + 20s;
    while (opened.find(1) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK_FALSE(opened.find(1));
}

TEST_CASE("what a replay says about the clock deletes nothing, and nothing lives longer by it") {
    const TemporaryDirectory directory;
    {
        Aged young;
        Opened opened(young.settings(directory, 1));
        opened.store->housekeep(finished_match(1, core::Time{}));                  // long ago
        opened.store->housekeep(finished_match(2, core::Time{core::Time::max()})); // in the future
        opened.settle();
    }
    const auto left_after = [&](int days) {
        Aged aged;
        aged.days = days;
        Opened(aged.settings(directory, 1)).settle();
        return rows(database_in(directory.path()), "SELECT count(*) FROM replays").front();
    };
    CHECK(left_after(1) == "2");
    CHECK(left_after(1) == "0");
}

TEST_CASE("storing a replay again doesn't make it younger") {
    const TemporaryDirectory directory;
    Aged aged;
    Opened opened(aged.settings(directory, 0));
    opened.store->housekeep(finished_match(1, core::Time{1s}, "one"));
    opened.settle();
    aged.days = 1;
    opened.store->housekeep(finished_match(1, core::Time{1s}, "one"));
    opened.settle();
    CHECK(rows(database_in(directory.path()), "SELECT uptime FROM replays") ==
          std::vector<std::string>{"0"});
}

TEST_CASE("a crash forgets little uptime") {
    const TemporaryDirectory directory;
    Aged aged;
    Opened opened(aged.settings(directory, 0));
    const auto stored = [&] {
        return rows(database_in(directory.path()),
                    "SELECT value / 86400000 FROM meta WHERE name = 'uptime'")
            .front();
    };
    aged.days = 3;
    opened.append(chat_records(1, 1));
    CHECK(stored() == "3");
    aged.days = 5;
    opened.append(chat_records(2, 1));
    CHECK(stored() == "5");
}

TEST_CASE("replays of older databases count from the upgrade") {
    const TemporaryDirectory directory;
    prepare_directory(directory.path());
    execute(database_in(directory.path()),
            all_migrations().front().sql + "PRAGMA application_id=" + std::to_string(0x4A414950) +
                "; PRAGMA user_version=1; INSERT INTO replays VALUES(x'01', 1000, '{}')");
    const auto left_after = [&](int days) {
        Aged aged;
        aged.days = days;
        Opened(aged.settings(directory, 10)).settle();
        return rows(database_in(directory.path()), "SELECT count(*) FROM replays").front();
    };
    CHECK(left_after(10) == "1");
    CHECK(left_after(1) == "0");
}

} // namespace jaipur::server::store::test
