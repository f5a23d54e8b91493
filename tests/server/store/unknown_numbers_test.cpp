// Which records a damaged database may have lost without a trace.
#include "server/store/inventory.hpp"
#include "server/store/unknown_numbers.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <string>

namespace jaipur::server::store::test {

TEST_CASE("of lost tables, the highest unknown number is in the last block that wasn't found") {
    const FastDirectory directory;
    const auto file = database_in(directory.path());
    std::ofstream(file) << std::string(std::size_t{3} * 4096, '\0');
    const Image image(file);
    const std::uint64_t highest = highest_unknown_number(image, {});
    REQUIRE(highest > 2 * Block::size);
    CHECK(highest % Block::size == Block::size - 1);
    std::set<std::uint64_t> found{Block::of(highest)};
    CHECK(highest_unknown_number(image, found) == highest - Block::size);
    found.insert(Block::of(highest) - 1);
    CHECK(highest_unknown_number(image, found) == highest - 2 * Block::size);
    found.erase(Block::of(highest));
    CHECK(highest_unknown_number(image, found) == highest);
}

TEST_CASE("pages in the wrong place are lost, and what they contain isn't searched") {
    const FastDirectory directory;
    const auto file = database_in(directory.path());
    {
        Database::Settings settings;
        settings.directory = directory.path();
        Database database(settings);
        const RealRooms rooms(database);
    }
    const auto root = std::stoul(
        rows(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'inventory'").front());
    std::string bytes = bytes_in(file);
    bytes.replace(4096, 4096, bytes, (root - 1) * 4096, 4096); // instead of the records
    std::ofstream(file, std::ios::binary) << bytes << std::flush;
    CHECK(highest_unknown_number(Image(file), {}) == 0); // the inventory is intact
    bytes.replace((root - 1) * 4096, 4096, 4096, '\0');
    std::ofstream(file, std::ios::binary) << bytes << std::flush;
    CHECK(highest_unknown_number(Image(file), {}) > 0);
}

} // namespace jaipur::server::store::test
