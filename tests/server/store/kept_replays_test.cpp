// How long a store keeps replays.
#include "server/store/sqlite_store.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

// A store that has run for some days, as a test says.
struct AgedStore {
    std::atomic<int> days = 0;

    SqliteStore::Settings settings(const TemporaryDirectory& directory, int retain) {
        auto settings = settings_for(directory.path());
        settings.retain = std::chrono::days{retain};
        settings.running = [this] { return std::chrono::days{days}; };
        return settings;
    }
};

} // namespace

TEST_CASE("storing a replay again doesn't make it younger") {
    const TemporaryDirectory directory;
    AgedStore aged;
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
    AgedStore aged;
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
        AgedStore aged;
        aged.days = days;
        Opened(aged.settings(directory, 10)).settle();
        return rows(database_in(directory.path()), "SELECT count(*) FROM replays").front();
    };
    CHECK(left_after(10) == "1");
    CHECK(left_after(1) == "0");
}

} // namespace jaipur::server::store::test
