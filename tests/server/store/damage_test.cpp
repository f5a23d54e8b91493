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
#include <atomic>
#include <fstream>
#include <functional>
#include <future>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using jaipur::test::asked_for;
using jaipur::test::grouped;
using jaipur::test::proved;

constexpr std::size_t page_size = 4096;

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

// All bits of the file's header, a few of each page's, and a sample of the others: as many as asked
// for, or all.
std::set<std::size_t> chosen_bits(std::size_t size) {
    std::set<std::size_t> bits;
    const std::size_t count = asked_for("JAIPUR_FLIPPED_BITS", 2500);
    if (count >= size * 8) {
        for (std::size_t bit = 0; bit < size * 8; ++bit)
            bits.insert(bits.end(), bit);
        return bits;
    }
    for (std::size_t bit = 0; bit < std::size_t{108} * 8; ++bit)
        bits.insert(bit);
    jaipur::test::Random random(4);
    for (std::size_t page = 0; page < size; page += page_size)
        for (int i = 0; i < 16; ++i)
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

std::vector<std::size_t> pages_of(const fs::path& database, const std::string& table) {
    std::vector<std::size_t> pages;
    for (const std::string& page :
         rows(database, "SELECT pageno FROM dbstat WHERE name = '" + table + "'"))
        pages.push_back(std::stoul(page));
    return pages;
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
