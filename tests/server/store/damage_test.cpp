// Damaged databases: whatever bit is flipped and whatever page is lost, a server starts, and what
// it lacks is reported.
#include "server/store/backup.hpp"
#include "server/store/error.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/server/store/samples.hpp"
#include "tests/support/proof.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using jaipur::test::asked_for;
using jaipur::test::grouped;
using jaipur::test::proved;

// A database as a clean stop leaves it.
struct Sample {
    Sample() {
        const FastDirectory directory;
        {
            Database::Settings settings;
            settings.directory = directory.path();
            Database database(settings);
            contents = RealRooms(database).contents;
        }
        bytes = bytes_in(database_in(directory.path()));
    }

    Contents contents;
    std::string bytes;
};

const Sample& sample() {
    static const Sample made;
    return made;
}

struct Tally {
    int databases = 0, replaced = 0, rooms = 0, replays = 0, harmless = 0;

    void add(const Contents& found) {
        ++databases;
        replaced += found.damaged_databases;
        rooms += static_cast<int>(found.damaged_rooms.size());
        replays += static_cast<int>(found.damaged_replays.size());
        harmless += found.damaged_databases == 0 && found.damaged_rooms.empty() &&
                            found.damaged_replays.empty()
                        ? 1
                        : 0;
    }
};

// Opens the damaged database; returns what is wrong, if anything. `most`: how many rooms and
// replays the damage can have hit.
std::string outcome(const FastDirectory& directory, const std::string& damaged, Tally& tally,
                    std::size_t most = 4) {
    directory.fill(damaged);
    try {
        const Contents found = contents_of(directory.path(), sample().contents);
        tally.add(found);
        std::string wrong = difference(sample().contents, found);
        if (wrong.empty() && found.damaged_rooms.size() + found.damaged_replays.size() > most)
            wrong = "more than what was hit is reported";
        if (wrong.empty() && found.damaged_databases > 0 &&
            bytes_in(database_in(directory.path()).string() + ".damaged-1") != damaged)
            wrong = "the damaged database wasn't kept";
        return wrong;
    } catch (const std::exception& error) {
        return std::string("doesn't open: ") + error.what();
    }
}

// Bits of the file's header (all, or every third: of each byte, and in each place), a few of each
// page's, and a sample of the others: as many as asked for, or all.
std::set<std::size_t> chosen_bits(std::size_t size) {
    std::set<std::size_t> bits;
    const std::size_t count =
        asked_for("JAIPUR_FLIPPED_BITS", jaipur::test::quick_or_long(500, 2500));
    if (count >= size * 8) {
        for (std::size_t bit = 0; bit < size * 8; ++bit)
            bits.insert(bits.end(), bit);
        return bits;
    }
    for (std::size_t bit = 0; bit < std::size_t{108} * 8; bit += jaipur::test::quick_or_long(3, 1))
        bits.insert(bit);
    jaipur::test::Random random(4);
    for (std::size_t page = 0; page < size; page += page_size)
        for (std::uint64_t i = 0; i < jaipur::test::quick_or_long(8, 16); ++i)
            bits.insert((page + random.below(12)) * 8 + random.below(8));
    while (bits.size() < count)
        bits.insert(random.below(static_cast<std::uint32_t>(size * 8)));
    return bits;
}

} // namespace

TEST_CASE("the sample is small, but has everything") {
    const Contents& has = sample().contents;
    CHECK(has.rooms.size() == 3);
    CHECK(has.replays.size() == 1);
    CHECK(sample().bytes.size() >= 15 * page_size);
    CHECK(sample().bytes.size() <= 60 * page_size);
    const FastDirectory directory;
    Tally tally;
    CHECK(outcome(directory, sample().bytes, tally) == "");
    CHECK(tally.harmless == 1);
}

TEST_CASE("P27: whatever page is zeroed, the server starts and reports what it lacks") {
    const FastDirectory directory;
    Tally tally;
    const std::size_t pages = sample().bytes.size() / page_size;
    for (std::size_t page = 0; page < pages; ++page) {
        CAPTURE(page);
        std::string damaged = sample().bytes;
        damaged.replace(page * page_size, page_size, page_size, '\0');
        CHECK(outcome(directory, damaged, tally) == "");
    }
    CHECK(tally.replaced > 0);
    CHECK(tally.rooms > 0);
    CHECK(tally.replays > 0);
    proved("P27", "zeroed pages",
           "all " + std::to_string(pages) + ", " + std::to_string(tally.rooms) + " rooms and " +
               std::to_string(tally.replays) + " replays reported");
}

TEST_CASE("P27: whatever bit is flipped, the server starts and reports what it lacks") {
    const FastDirectory directory;
    Tally tally;
    const std::size_t all = sample().bytes.size() * 8;
    for (const std::size_t bit : chosen_bits(sample().bytes.size())) {
        const std::string wrong =
            outcome(directory, with_flipped_bit(sample().bytes, bit), tally, 1);
        if (!wrong.empty())
            FAIL_CHECK("page " << bit / 8 / page_size + 1 << ", byte " << bit / 8 % page_size
                               << ", bit " << bit % 8 << ": " << wrong);
    }
    CHECK(tally.replaced > 0);
    CHECK(tally.rooms > 0);
    CHECK(tally.replays > 0);
    CHECK(tally.harmless > 0);
    proved("P27", "flipped bits",
           grouped(static_cast<std::uint64_t>(tally.databases)) + " of " + grouped(all) + ", " +
               grouped(static_cast<std::uint64_t>(tally.rooms)) + " rooms reported");
}

// What was in the lost pages is unknown, so not every room can be named.
TEST_CASE("P27: wherever the file is cut off, the server starts, and says that it was damaged") {
    const FastDirectory directory;
    int rooms = 0;
    for (std::size_t size = page_size / 2; size < sample().bytes.size(); size += page_size / 2) {
        CAPTURE(size);
        directory.fill(sample().bytes.substr(0, size));
        Contents found;
        CHECK_NOTHROW(found = contents_of(directory.path(), sample().contents));
        CHECK(found.damaged_databases == 1);
        for (const auto& [room, records] : found.rooms) {
            CHECK(sample().contents.rooms.contains(room));
            CHECK(records == sample().contents.rooms.at(room));
            ++rooms;
        }
        for (const auto& [match, replay] : found.replays)
            CHECK(replay == sample().contents.replays.at(match));
    }
    CHECK(rooms > 0);
}

namespace {

std::string without_pages(std::string bytes, const std::vector<std::size_t>& pages) {
    for (const std::size_t page : pages)
        bytes.replace((page - 1) * page_size, page_size, page_size, '\0');
    return bytes;
}

// A few hundred records of each of three rooms, one room after the other.
struct ThreeRooms : FastDirectory {
    static constexpr std::uint64_t each = 700;

    ThreeRooms() {
        Database::Settings settings;
        settings.directory = path();
        Database database(settings);
        std::uint64_t number = 0;
        for (const char* room : {"AAA222", "BBB333", "CCC444"}) {
            std::vector<core::Record> records{snapshot_record(++number, room)};
            while (number % each != 0) {
                ++number;
                records.push_back(chat_record(number, room, "number " + std::to_string(number)));
            }
            database.write(records, {});
            contents.rooms[room] = texts(records);
        }
        contents.last_number = number;
        database.checkpoint(Database::Checkpoint::Truncate);
        inventory = pages_of(database_in(path()), "inventory");
    }

    // The page with the record in the middle of the second room.
    std::size_t middle(const std::string& bytes) const {
        return bytes.find("number " + std::to_string(each * 3 / 2)) / page_size + 1;
    }

    Contents contents;
    std::vector<std::size_t> inventory;
};

} // namespace

TEST_CASE("P27: a room that may have lost records without a trace is reported") {
    const FastDirectory directory;
    directory.fill(sample().bytes);
    const auto records = pages_of(database_in(directory.path()), "records");
    const auto inventory = pages_of(database_in(directory.path()), "inventory");
    REQUIRE(records.size() > 3);
    for (const std::size_t record : records)
        for (const std::size_t block : inventory) {
            CAPTURE(record);
            CAPTURE(block);
            directory.fill(without_pages(sample().bytes, {record, block}));
            const Contents found = contents_of(directory.path(), sample().contents);
            CHECK(found.damaged_databases == 1);
            CHECK_FALSE(found.damaged_rooms.empty());
            for (const auto& [room, texts] : found.rooms)
                CHECK(texts == sample().contents.rooms.at(room)); // not an earlier state
        }
    for (const std::size_t block : inventory) { // all records are there
        directory.fill(without_pages(sample().bytes, {block}));
        CHECK(contents_of(directory.path(), sample().contents).damaged_rooms.empty());
    }
}

TEST_CASE("rooms that began after everything that may be lost, or lost nothing, stay") {
    const ThreeRooms rooms;
    const std::string bytes = bytes_in(database_in(rooms.path()));
    const std::size_t record = rooms.middle(bytes);
    REQUIRE(rooms.inventory.size() > 3);
    std::size_t in_doubt = 0, known = 0;
    for (const std::size_t block : rooms.inventory) {
        rooms.fill(without_pages(bytes, {record, block}));
        const Contents found = contents_of(rooms.path(), rooms.contents);
        CHECK(difference(rooms.contents, found) == "");
        CHECK(found.rooms.contains("CCC444"));
        CHECK(found.damaged_rooms.contains("BBB333"));
        ++(found.damaged_rooms.contains("AAA222") ? in_doubt : known);
    }
    CHECK(in_doubt >= 1); // for the leaf with this record's block
    CHECK(in_doubt <= 2);
    CHECK(known >= 2); // the root, and another leaf
    // Without the first page, nothing says where the inventory is; but the records are whole.
    rooms.fill(without_pages(bytes, {1, rooms.inventory.back()}));
    const Contents found = contents_of(rooms.path(), rooms.contents);
    CHECK(difference(rooms.contents, found) == "");
    CHECK(found.damaged_rooms.empty());
}

TEST_CASE("damage stays reported at each start, and what is left of the room is kept") {
    const FastDirectory directory;
    directory.fill(sample().bytes);
    const auto database = database_in(directory.path());
    const core::RoomCode room = sample().contents.rooms.begin()->first;
    execute(database, "UPDATE records SET record = replace(record, '\"seat\":0', '\"seat\":1') "
                      "WHERE room = '" +
                          room + "'");
    const auto left = rows(database, "SELECT record FROM records WHERE room = '" + room + "'");
    for (int start = 0; start < 3; ++start) {
        const Contents found = contents_of(directory.path(), sample().contents);
        CHECK(difference(sample().contents, found) == "");
        CHECK(found.damaged_rooms == std::set{room});
        CHECK(found.damaged_databases == 0);
        CHECK(rows(database, "SELECT record FROM records WHERE room = '" + room + "'") == left);
    }
}

TEST_CASE("a record that has moved to another number or room, or vanished, costs its rooms only") {
    const FastDirectory directory;
    const auto database = database_in(directory.path());
    const core::RoomCode room = sample().contents.rooms.begin()->first;
    const std::string last = "(SELECT max(number) FROM records WHERE room = '" + room + "')";
    for (const std::string& sql :
         {"UPDATE records SET number = number + 100000 WHERE number = " + last,
          "UPDATE records SET room = 'XYZ789' WHERE number = " + last,
          "DELETE FROM records WHERE number = " + last}) {
        CAPTURE(sql);
        directory.fill(sample().bytes);
        execute(database, sql);
        const Contents found = contents_of(directory.path(), sample().contents);
        CHECK(difference(sample().contents, found) == "");
        CHECK(found.damaged_rooms == std::set{room});
    }
}

TEST_CASE("a damaged mark doesn't bring a closed room back") {
    const FastDirectory directory;
    const auto database = database_in(directory.path());
    for (const char* change : {"SET record = '1'", "SET checksum = checksum + 1"}) {
        directory.fill(sample().bytes);
        execute(database,
                std::string("UPDATE records ") + change + " WHERE record = CAST(number AS TEXT)");
        const Contents found = contents_of(directory.path(), sample().contents);
        CHECK(difference(sample().contents, found) == "");
    }
}

} // namespace jaipur::server::store::test
