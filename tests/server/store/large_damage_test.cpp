// Damage in a database that is too large to be checked completely at each start.
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/server/store/samples.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

namespace jaipur::server::store::test {

namespace fs = std::filesystem;
using jaipur::test::proved;

namespace {

// More than what is checked completely at the start.
struct Large : FastDirectory {
    static constexpr int matches = 1100;

    Large() {
        Database::Settings settings;
        settings.directory = path();
        Database database(settings);
        const auto records = chat_records(1, 3);
        database.write(records, {});
        for (int i = 0; i < matches; i += 50) {
            HousekeepingTasks tasks;
            for (int j = i; j < i + 50; ++j)
                tasks.push_back(FinishedMatch{id(j), core::Time{}, replay(j)});
            database.write({}, tasks);
        }
    }

    static protocol::MatchId id(int number) {
        return {static_cast<std::uint8_t>(number * 37), static_cast<std::uint8_t>(number >> 8),
                static_cast<std::uint8_t>(number)};
    }

    static std::string replay(int number) {
        return "replay " + std::to_string(number) + std::string(32'000, ' ') +
               "its middle: " + std::to_string(number) + "." + std::string(33'000, ' ');
    }

    // Changes the file: `at` is where it has this text, in `where` only.
    void edit(const std::string& text, const std::function<void(std::string&, std::size_t)>& change,
              const std::string& where = {}) const {
        std::string bytes = bytes_in(database_in(path()));
        std::size_t at = bytes.find(text);
        if (!where.empty()) {
            const auto pages = pages_of(database_in(path()), where);
            while (at != std::string::npos &&
                   std::ranges::find(pages, at / page_size + 1) == pages.end())
                at = bytes.find(text, at + 1);
        }
        if (at == std::string::npos)
            throw std::runtime_error("the text isn't in the database");
        change(bytes, at);
        std::ofstream(database_in(path()), std::ios::binary) << bytes << std::flush;
    }

    // Zeroes the page with this text.
    void lose_page(const std::string& text) const {
        edit(text, [](std::string& bytes, std::size_t at) {
            bytes.replace(at / page_size * page_size, page_size, page_size, '\0');
        });
    }

    // In the index of matches, for one of them.
    void flip_bit_of_index(int match) const {
        const auto bytes = id(match);
        edit(
            {bytes.begin(), bytes.end()},
            [](std::string& file, std::size_t at) { file[at] = static_cast<char>(file[at] ^ 1); },
            "sqlite_autoindex_replays_1");
    }
};

} // namespace

TEST_CASE("P27: a request for a replay in a damaged page of a large database ends nothing") {
    const Large large;
    REQUIRE(fs::file_size(database_in(large.path())) > std::uintmax_t{64} * 1024 * 1024);
    large.lose_page("its middle: 700.");
    large.lose_page("its middle: 300.");
    auto settings = settings_for(large.path());
    std::atomic<int> reported = 0, pages = 0;
    settings.database.damaged = [&](const Damage& damage) {
        ++(damage.what == Damage::What::Replay ? reported : pages);
    };
    Opened opened(settings);
    const auto find = [&](int number) {
        std::promise<std::optional<std::string>> found;
        opened.store->find(Large::id(number),
                           [&](std::optional<std::string> replay) { found.set_value(replay); });
        return found.get_future().get();
    };
    CHECK(reported == 0);
    CHECK_FALSE(find(700));
    CHECK_FALSE(find(300));
    CHECK(reported == 2);
    CHECK(pages == 1); // once
    CHECK(find(800) == Large::replay(800));
    CHECK(opened.append(chat_records(4, 1)) == core::Stored::Durable);
    CHECK_FALSE(opened.ear->failure());
    opened.close();
    // The next start has been told to check everything.
    std::set<std::string> lost;
    int databases = 0;
    settings.database.damaged = [&](const Damage& damage) {
        databases += damage.what == Damage::What::Database ? 1 : 0;
        if (damage.what == Damage::What::Replay)
            lost.insert(damage.name);
    };
    Opened again(settings);
    CHECK(databases == 1);
    CHECK(lost.contains(protocol::hex(Large::id(700))));
    CHECK(lost.contains(protocol::hex(Large::id(300))));
    CHECK(again.loaded.size() == 4);
    proved("P27", "a large database", "2 replay pages lost, 1 restart");
}

TEST_CASE("an idle server sees that the index of a large database hides an intact replay") {
    const Large large;
    large.flip_bit_of_index(500);
    auto settings = settings_for(large.path());
    settings.idle = 0ms;
    std::atomic<int> pages = 0, databases = 0;
    settings.database.damaged = [&](const Damage& damage) {
        pages += damage.what == Damage::What::Page ? 1 : 0;
        databases += damage.what == Damage::What::Database ? 1 : 0;
    };
    {
        const Opened opened(settings);
        const auto end = std::chrono::steady_clock::now() + 2min;
        while (pages == 0 && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(10ms);
    }
    CHECK(pages == 1);
    CHECK(databases == 0);
    Database database(settings.database); // the next start
    CHECK(databases == 1);
    CHECK(database.find(Large::id(500)) == Large::replay(500));
    while (database.compare_index(100)) {
    }
    CHECK(pages == 1);
}

} // namespace jaipur::server::store::test
