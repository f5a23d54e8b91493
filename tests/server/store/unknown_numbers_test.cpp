// Which records a damaged database may have lost without a trace.
#include "server/store/bytes.hpp"
#include "server/store/found_rows.hpp"
#include "server/store/inventory.hpp"
#include "server/store/unknown_numbers.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

constexpr std::uint64_t highest_key = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t highest_number = highest_key / Block::size * Block::size - 1;

// A leaf of a table: the keys that it would have to contain, and those that it does.
struct Leaf {
    std::size_t page = 0;
    std::uint64_t first = 0, last = 0;
    std::set<std::uint64_t> keys;
};

// A database whose records and inventory each have a root page and several leaves.
struct Tall {
    Tall() {
        {
            Database::Settings settings;
            settings.directory = directory.path();
            Database database(settings);
            for (std::uint64_t first = 1; first < 3000; first += 500)
                database.write(chat_records(first, 500), {});
            database.write({}, {finished_match(1, core::Time{})});
            const core::GuestEntries guest{{1, core::ServerPass{{}, 1, {}}}};
            database.keep({&guest, 1}); // an empty table looks like any other
        }
        bytes = bytes_in(file);
        records = leaves([](FoundRows& found, std::set<std::uint64_t>& keys) {
            found.record = [&keys](std::int64_t number, auto, auto) {
                keys.insert(static_cast<std::uint64_t>(number));
            };
        });
        blocks = leaves([](FoundRows& found, std::set<std::uint64_t>& keys) {
            found.block = [&keys](const Block& block) { keys.insert(block.index()); };
        });
    }

    template <class Collect>
    std::vector<Leaf> leaves(Collect collect) const {
        std::vector<Leaf> result;
        const Image image(file);
        for (std::size_t page = 2; page <= bytes.size() / page_size; ++page) {
            Leaf leaf;
            leaf.page = page;
            FoundRows found;
            collect(found, leaf.keys);
            const auto number = static_cast<std::uint32_t>(page);
            find_rows(image, number, bytes.substr((page - 1) * page_size, page_size), found);
            if (!leaf.keys.empty())
                result.push_back(leaf);
        }
        std::ranges::sort(result, {}, [](const Leaf& leaf) { return *leaf.keys.begin(); });
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i].first = i == 0 ? 0 : result[i - 1].last + 1;
            result[i].last = i + 1 == result.size() ? highest_key : *result[i].keys.rbegin();
        }
        return result;
    }

    std::size_t root(const std::string& table) const {
        return std::stoul(
            rows(file, "SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'").front());
    }

    std::uint64_t unknown(const std::string& damaged,
                          const std::set<std::uint64_t>& found = {}) const {
        std::ofstream(file, std::ios::binary) << damaged << std::flush;
        const std::uint64_t result = highest_unknown_number(Image(file), found);
        std::ofstream(file, std::ios::binary) << bytes << std::flush;
        return result;
    }

    FastDirectory directory;
    std::filesystem::path file = database_in(directory.path());
    std::string bytes;
    std::vector<Leaf> records, blocks;
};

std::string without(std::string bytes, std::size_t page) {
    return bytes.replace((page - 1) * page_size, page_size, page_size, '\0');
}

} // namespace

TEST_CASE("of lost tables, the highest unknown number is in the last block that wasn't found") {
    const FastDirectory directory;
    const auto file = database_in(directory.path());
    std::ofstream(file) << std::string(3 * page_size, '\0');
    const Image image(file);
    CHECK(highest_unknown_number(image, {}) == highest_number);
    std::set<std::uint64_t> found{Block::of(highest_number)};
    CHECK(highest_unknown_number(image, found) == highest_number - Block::size);
    found.insert(Block::of(highest_number) - 1);
    CHECK(highest_unknown_number(image, found) == highest_number - 2 * Block::size);
    found.erase(Block::of(highest_number));
    CHECK(highest_unknown_number(image, found) == highest_number);
}

TEST_CASE("a number is unknown if its page is lost in both tables, and only then") {
    const Tall tall;
    REQUIRE(tall.records.size() > 20);
    REQUIRE(tall.blocks.size() > 2);
    for (const Leaf& record : tall.records) {
        CHECK(tall.unknown(without(tall.bytes, record.page)) == 0);
        for (const Leaf& block : tall.blocks) {
            std::set<std::uint64_t> found;
            for (const Leaf& other : tall.blocks)
                if (other.page != block.page)
                    found.insert(other.keys.begin(), other.keys.end());
            std::uint64_t expected = std::min(record.last, highest_number);
            while (expected >= record.first && expected > 0 &&
                   (Block::of(expected) < block.first || Block::of(expected) > block.last))
                expected = Block::of(expected) > block.last
                               ? std::min(expected, block.last * Block::size + Block::size - 1)
                               : 0;
            if (expected < record.first)
                expected = 0;
            CAPTURE(record.page);
            CAPTURE(block.page);
            CHECK(tall.unknown(without(without(tall.bytes, record.page), block.page), found) ==
                  expected);
        }
    }
}

TEST_CASE("the last remaining number of a block is unknown as well") {
    const Tall tall;
    const auto starts_late = [](const Leaf& leaf) {
        return leaf.first % Block::size == Block::size - 1;
    };
    const auto leaf = std::ranges::find_if(tall.records, starts_late);
    REQUIRE(leaf != tall.records.end());
    std::string damaged = without(tall.bytes, leaf->page);
    for (const Leaf& block : tall.blocks)
        damaged = without(std::move(damaged), block.page);
    std::set<std::uint64_t> found;
    for (std::uint64_t number = leaf->first + 1; number <= leaf->last; ++number)
        found.insert(Block::of(number));
    CHECK(tall.unknown(damaged, found) == leaf->first);
    found.insert(Block::of(leaf->first));
    CHECK(tall.unknown(damaged, found) == 0);
}

TEST_CASE("a root that doesn't say which keys its children have is lost with all of them") {
    const Tall tall;
    const std::size_t records = (tall.root("records") - 1) * page_size;
    const std::string bytes = without(tall.bytes, tall.root("inventory"));
    REQUIRE(tall.unknown(bytes) == 0);
    REQUIRE(bytes[records] == 5); // it has children
    const auto cell = static_cast<std::size_t>(Bytes{bytes.substr(records + 12, 2)}.big_endian(2));
    const auto with = [&](std::size_t at, const std::string& text) {
        return tall.unknown(std::string(bytes).replace(records + at, text.size(), text));
    };
    CHECK(with(12, std::string("\0\4", 2)) == highest_number); // among the header
    CHECK(with(12, "\xFF\xFF") == highest_number);             // behind the end
    CHECK(with(cell + 4, "\xFE\x7F") == highest_number);       // a key above the next one
}

TEST_CASE("pages in the wrong place are lost, and what they contain isn't searched") {
    const Tall tall;
    const std::size_t records = tall.root("records"), inventory = tall.root("inventory");
    for (std::size_t page = 3; page <= tall.bytes.size() / page_size; ++page) {
        if (std::ranges::find(tall.records, page, &Leaf::page) != tall.records.end())
            continue; // looks like a smaller table
        std::string bytes = tall.bytes;
        bytes.replace((records - 1) * page_size, page_size, bytes, (page - 1) * page_size,
                      page_size);
        CAPTURE(page);
        CHECK(tall.unknown(bytes) == 0); // the inventory is intact
        CHECK(tall.unknown(without(bytes, inventory)) > 0);
    }
}

TEST_CASE("reading past the end makes bytes bad") {
    Bytes bytes{"abc"};
    CHECK(bytes.take(2) == "ab");
    CHECK(bytes.good);
    CHECK(bytes.take(2).empty());
    CHECK_FALSE(bytes.good);
    CHECK(bytes.take(1).empty());
    CHECK_FALSE(bytes.good);
}

} // namespace jaipur::server::store::test
