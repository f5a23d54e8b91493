#include "tests/bench/reference/commits.hpp"

#include "tests/bench/load/epoll.hpp"

#include <sqlite3.h>

#include <memory>
#include <string>
#include <thread>

namespace jaipur::bench {

namespace {

// As long as the record of a move.
constexpr auto row = "INSERT INTO records(room, body) VALUES('K7QX2M', hex(zeroblob(60)))";

void execute(sqlite3* database, const char* text) {
    if (sqlite3_exec(database, text, nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(std::string("SQLite: ") + sqlite3_errmsg(database));
}

} // namespace

std::vector<float> time_commits(const std::filesystem::path& folder, double per_second,
                                double seconds) {
    sqlite3* opened = nullptr;
    const bool fine = sqlite3_open((folder / "commits.db").c_str(), &opened) == SQLITE_OK;
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> database(opened, &sqlite3_close);
    if (!fine)
        fail("SQLite can't open a database");
    execute(opened, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                    "CREATE TABLE IF NOT EXISTS records(id INTEGER PRIMARY KEY, room, body)");
    std::vector<float> milliseconds;
    const auto start = Clock::now();
    const auto end = start + seconds_of(seconds);
    for (auto due = start; due < end && Clock::now() < end; due += seconds_of(1 / per_second)) {
        std::this_thread::sleep_until(due);
        const auto before = Clock::now();
        execute(opened, row);
        milliseconds.push_back(
            std::chrono::duration<float, std::milli>(Clock::now() - before).count());
    }
    return milliseconds;
}

} // namespace jaipur::bench
