// What is found in the pages of a database: exactly the rows that SQLite has written, whatever
// their sizes and numbers.
#include "server/store/checksum.hpp"
#include "server/store/connection.hpp"
#include "server/store/found_rows.hpp"
#include "server/store/opening.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <sys/resource.h>
#include <tuple>
#include <vector>

namespace jaipur::server::store::test {

namespace {

using Record = std::tuple<std::int64_t, std::string, std::string>;
using Replay = std::tuple<std::int64_t, std::string, std::int64_t, std::int64_t, std::string>;

struct Rows {
    std::set<Record> records;
    std::set<Replay> replays;
    std::set<std::pair<std::string, std::int64_t>> numbers;
    std::multiset<std::pair<std::string, std::int64_t>> listed;
    std::map<std::uint64_t, std::string> blocks;
    friend bool operator==(const Rows&, const Rows&) = default;
};

Rows rows_in(const std::filesystem::path& file) {
    Rows rows;
    FoundRows found;
    found.record = [&](auto number, auto room, auto text) {
        rows.records.emplace(number, room, text);
    };
    found.replay = [&](auto row, auto match, auto at, auto uptime, auto replay) {
        rows.replays.emplace(row, match, at, uptime, replay);
    };
    found.block = [&](const Block& block) { rows.blocks[block.index()] = block.encode(); };
    found.number = [&](auto name, auto value) { rows.numbers.emplace(name, value); };
    found.listed = [&](auto match, auto row) { rows.listed.emplace(match, row); };
    find_rows(Image(file), found);
    return rows;
}

// Around each number of bytes that SQLite stores an integer in, or counts bytes with.
std::vector<std::int64_t> numbers() {
    std::set<std::int64_t> result{0, std::numeric_limits<std::int64_t>::max(),
                                  std::numeric_limits<std::int64_t>::min()};
    for (const int bits : {1, 7, 8, 14, 15, 16, 21, 23, 24, 28, 31, 32, 35, 42, 47, 48, 49, 56, 62})
        for (const std::int64_t more : {-2, -1, 0, 1}) {
            result.insert((std::int64_t{1} << bits) + more);
            result.insert(-(std::int64_t{1} << bits) + more);
        }
    return {result.begin(), result.end()};
}

// Around each length at which another part of a row moves to other pages, or a length needs another
// byte.
std::vector<std::size_t> lengths(std::size_t size_of_page) {
    std::vector<std::size_t> result{0, 1, 56, 57, 58, 59, 8184, 8185, 8186, 8187, 30'000};
    for (const std::size_t pages : {0u, 1u, 2u, 3u}) {
        const std::size_t whole = pages * (size_of_page - 4);
        for (std::size_t less = 0; less < 64; ++less)
            result.push_back(whole + size_of_page - 1 - less);
        const std::size_t least = (size_of_page - 12) * 32 / 255 - 23;
        for (std::size_t less = 0; less < 40; ++less)
            result.push_back(whole + size_of_page + least - less);
    }
    return result;
}

// A database in a file, and what was written to it.
class WrittenRows {
  public:
    explicit WrittenRows(std::size_t size_of_page) : file_(directory_.path() / "database") {
        std::ofstream(file_).flush();
        Connection connection(file_, Connection::Access::ReadWrite);
        connection->exec("PRAGMA page_size=" + std::to_string(size_of_page));
        connection->exec("PRAGMA secure_delete=OFF");
        create_tables(connection, all_migrations());
        connection->exec("DELETE FROM meta; DELETE FROM inventory; BEGIN");
        const auto all = numbers();
        for (std::size_t i = 0; i < all.size(); ++i) {
            add_record(connection, all[i], "ABC234", std::string(i, 'r'));
            add_replay(connection, static_cast<std::int64_t>(2000 + i * i * i),
                       all[all.size() - 1 - i], all[(i + 7) % all.size()], "x");
        }
        // Of `meta`, a server fills only a part of a page.
        for (std::size_t i = 0; i < all.size(); i += 1 + 40 * all.size() / size_of_page)
            add_number(connection, "number " + std::to_string(i), all[i]);
        std::int64_t number = 1000;
        for (const std::size_t length : lengths(size_of_page)) {
            add_record(connection, ++number, "XYZ789", std::string(length, 'l'));
            add_replay(connection, number, number, number, std::string(length, 'p'));
        }
        for (const std::uint64_t index : {0u, 1u, 2u, 3u, 99u, 1'000'000u})
            add_block(connection, index);
        connection->exec("COMMIT");
    }

    const std::filesystem::path& file() const { return file_; }

    Rows expected;

  private:
    void add_record(Connection& connection, std::int64_t number, const std::string& room,
                    const std::string& text) {
        SQLite::Statement row(*connection, "INSERT INTO records(number, room, record, checksum) "
                                           "VALUES(?1, ?2, ?3, record_checksum(?1, ?2, ?3))");
        run(row, number, room, text);
        expected.records.emplace(number, room, text);
    }

    void add_replay(Connection& connection, std::int64_t row, std::int64_t at, std::int64_t uptime,
                    const std::string& text) {
        std::string match(16, '\0');
        for (std::size_t i = 0; i < 8; ++i)
            match[i] = static_cast<char>(static_cast<std::uint64_t>(row) * 37 >> (8 * i));
        SQLite::Statement replay(*connection,
                                 "INSERT INTO replays(rowid, match, at, uptime, replay, checksum) "
                                 "VALUES(?1, ?2, ?3, ?4, ?5, replay_checksum(?2, ?3, ?4, ?5))");
        run(replay, row, Blob{match}, at, uptime, text);
        expected.replays.emplace(row, match, at, uptime, text);
        expected.listed.emplace(match, row);
    }

    void add_number(Connection& connection, const std::string& name, std::int64_t value) {
        SQLite::Statement row(*connection, "INSERT INTO meta VALUES(?1, ?2, "
                                           "number_checksum(?1, ?2))");
        run(row, name, value);
        expected.numbers.emplace(name, value);
    }

    void add_block(Connection& connection, std::uint64_t index) {
        Block block(index);
        block.add(index * Block::size + index % Block::size, "ABC234");
        const std::string entries = block.encode();
        SQLite::Statement row(*connection, "INSERT INTO inventory VALUES(?, ?)");
        run(row, static_cast<std::int64_t>(index), Blob{entries});
        expected.blocks[index] = entries;
    }

    FastDirectory directory_;
    std::filesystem::path file_;
};

} // namespace

TEST_CASE("every row is found as it was written, whatever its size, and no other") {
    for (const std::size_t size_of_page : {512u, 4096u, 32768u}) {
        CAPTURE(size_of_page);
        const WrittenRows written(size_of_page);
        const Rows found = rows_in(written.file());
        CHECK(found.records == written.expected.records);
        CHECK(found.replays == written.expected.replays);
        CHECK(found.numbers == written.expected.numbers);
        CHECK(found.listed == written.expected.listed);
        CHECK(found.blocks == written.expected.blocks);
    }
}

TEST_CASE(
    "rows are found though their pages say neither what they are nor how many rows they have") {
    const WrittenRows written(4096);
    std::string bytes = bytes_in(written.file());
    for (std::size_t page = 0; page < bytes.size(); page += 4096) {
        const std::size_t at = page == 0 ? 100 : page;
        const unsigned char type = static_cast<unsigned char>(bytes[at]);
        if (type == 0x0D || type == 0x0A) // the leaves
            bytes.replace(at, 8, 8, '\0');
    }
    std::ofstream(written.file(), std::ios::binary) << bytes << std::flush;
    const Rows found = rows_in(written.file());
    CHECK(found.records == written.expected.records);
    CHECK(found.replays == written.expected.replays);
    CHECK(found.numbers == written.expected.numbers);
    CHECK(found.blocks == written.expected.blocks);
}

TEST_CASE("a row whose checksum is wrong isn't found") {
    const WrittenRows written(4096);
    {
        Connection connection(written.file(), Connection::Access::ReadWrite);
        connection->exec("UPDATE records SET checksum = checksum + 1; "
                         "UPDATE replays SET checksum = checksum + 1; "
                         "UPDATE meta SET checksum = checksum + 1; "
                         "UPDATE inventory SET block = block + 5 WHERE block < 1000");
        connection->exec("VACUUM"); // the earlier ones may be anywhere
    }
    const Rows found = rows_in(written.file());
    CHECK(found.records.empty());
    CHECK(found.replays.empty());
    CHECK(found.numbers.empty());
    CHECK(found.blocks.size() == 1);
    CHECK(found.listed.size() == written.expected.listed.size());
}

TEST_CASE("a replay that was removed is no longer listed, even if its bytes remain") {
    const WrittenRows written(4096);
    Connection(written.file(), Connection::Access::ReadWrite)
        ->exec("PRAGMA secure_delete=OFF; DELETE FROM replays WHERE rowid = 1001");
    const Rows found = rows_in(written.file());
    CHECK(found.listed.size() + 1 == written.expected.listed.size());
    CHECK(std::ranges::none_of(found.listed, [](const auto& each) { return each.second == 1001; }));
}

TEST_CASE("a row that claims to be longer than any row isn't put together") {
    const FastDirectory directory;
    const auto file = database_in(directory.path());
    std::string leaf(4096, '\0'), overflow(4096, 'x');
    const std::string head("\x0D\0\0\0\1\0\x20\0\0\x20", 10); // one cell, at 32
    const std::string cell("\x88\x80\x80\x8F\x5E\1"           // 2 GiB, and the row's number
                           "\6\0\x19\x83\1\6",                // the types of a record's columns
                           12);
    leaf.replace(0, head.size(), head).replace(32, cell.size(), cell);
    const std::size_t local = 489; // so much of such a row is in its page
    const std::string next("\0\0\0\3", 4);
    leaf.replace(32 + 6 + local, 4, next);
    overflow.replace(0, 4, next); // itself, again and again
    std::ofstream(file, std::ios::binary) << leaf + leaf + overflow << std::flush;
    const auto most_memory = [] {
        rusage used{};
        REQUIRE(getrusage(RUSAGE_SELF, &used) == 0);
        return used.ru_maxrss; // KiB
    };
    const auto before = most_memory();
    CHECK(rows_in(file) == Rows{});
    CHECK(most_memory() < before + 1024 * 1024);
}

} // namespace jaipur::server::store::test
