// What SQLite leaves behind of rows that it has moved: salvage must not mistake it for stored rows.
#include "server/store/backup.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/server/store/samples.hpp"
#include "tests/support/proof.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

// Stores and deletes records and replays of all sizes.
void churn(Database& database, std::uint32_t seed) {
    jaipur::test::Random random(seed);
    std::vector<std::vector<std::uint64_t>> rooms(20);
    for (std::uint64_t number = 1; number <= 2000; ++number) {
        const auto code = [](std::size_t room) {
            return std::string("ABCD2") + std::string("ABCDEFGHJKMNPQRSTUVW").at(room);
        };
        const std::size_t room = random.below(20), closed = random.below(20);
        const auto record = chat_record(
            number, code(room), std::to_string(number) + std::string(random.below(300), 'x'));
        rooms[room].push_back(number);
        HousekeepingTasks tasks;
        if (random.below(30) == 0 && !rooms[closed].empty()) {
            tasks.push_back(core::DiscardRange{code(closed), 0, rooms[closed].back()});
            rooms[closed].clear();
        }
        if (random.below(2) == 0 && rooms[room].size() > 3) {
            tasks.push_back(core::DiscardRange{code(room), rooms[room][1], rooms[room][1]});
            rooms[room].erase(rooms[room].begin() + 1);
        }
        if (random.below(10) == 0)
            tasks.push_back(
                finished_match(static_cast<std::uint8_t>(random.below(250)), core::Time{},
                               std::to_string(number) + std::string(random.below(3000), ' ')));
        database.write({&record, 1}, tasks);
        if (random.below(20) == 0)
            database.remove_leftovers(random.below(100));
        database.set_uptime(std::chrono::milliseconds(number));
        if (number % 100 == 0)
            database.forget_replays(std::chrono::milliseconds(number - 200), 1000);
    }
    database.remove_leftovers(database.leftovers());
}

std::vector<std::string> all_rows(const std::filesystem::path& database) {
    auto result = rows(database, "SELECT number || room || record FROM records ORDER BY number");
    std::ranges::move(rows(database, "SELECT hex(match) || replay FROM replays ORDER BY match"),
                      std::back_inserter(result));
    return result;
}

} // namespace

TEST_CASE("salvage finds all of an intact database, and nothing that was deleted") {
    for (std::uint32_t seed = 1; seed <= jaipur::test::quick_or_long(8, 30); ++seed) {
        CAPTURE(seed);
        const FastDirectory directory;
        {
            Database::Settings settings;
            settings.directory = directory.path();
            Database database(settings);
            churn(database, seed);
        }
        const auto saved = directory.path() / "saved";
        CHECK_FALSE(salvage(directory.path(), saved).any());
        CHECK(all_rows(saved) == all_rows(database_in(directory.path())));
    }
}

} // namespace jaipur::server::store::test
