// A database's pages, read from its file and log without SQLite: the same that SQLite sees, and
// what is damaged.
#include "server/store/connection.hpp"
#include "server/store/image.hpp"
#include "server/store/opening.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t log_head = 32, frame_head = 24, frame_bytes = frame_head + page_size;

// A database with several transactions in its log, as a kill leaves them.
struct Pair {
    std::string database, log;
};

// After `rewound` transactions the log begins again, over its old frames.
Pair with_log(int rewound = 0) {
    const FastDirectory directory;
    const fs::path file = database_in(directory.path());
    std::ofstream(file).flush();
    Connection connection(file, Connection::Access::ReadWrite);
    create_tables(connection, all_migrations());
    connection->exec("PRAGMA journal_mode=WAL");
    connection->exec("PRAGMA wal_autocheckpoint=0");
    const auto add = [&](int number) {
        connection->exec("INSERT INTO records(number, room, record) VALUES(" +
                         std::to_string(number) + ", 'ABC234', '" +
                         std::string(static_cast<std::size_t>(1500 * (1 + number % 3)), 'x') +
                         "')");
    };
    for (int number = 1; number <= rewound; ++number)
        add(number);
    if (rewound > 0)
        connection->exec("PRAGMA wal_checkpoint(RESTART)");
    for (int number = 1; number <= 6; ++number)
        add(rewound + number);
    return {bytes_in(file), bytes_in(file.string() + "-wal")};
}

const Pair& sample_pair() {
    static const Pair pair = with_log();
    return pair;
}

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < 4; ++i)
        result = result << 8 | static_cast<unsigned char>(bytes[at + i]);
    return result;
}

void set_word(std::string& bytes, std::size_t at, std::uint32_t word) {
    for (std::size_t i = 0; i < 4; ++i)
        bytes[at + i] = static_cast<char>(word >> (24 - 8 * i));
}

// What SQLite makes of it, page by page.
std::vector<std::string> pages_by_sqlite(const FastDirectory& directory, const Pair& pair) {
    directory.fill(pair.database, pair.log);
    execute(database_in(directory.path()), "PRAGMA wal_checkpoint(TRUNCATE)");
    const std::string bytes = bytes_in(database_in(directory.path()));
    std::vector<std::string> pages;
    for (std::size_t at = 0; at < bytes.size(); at += page_size)
        pages.push_back(bytes.substr(at, page_size));
    return pages;
}

// Every page, which must be handed out once.
std::vector<std::string> each_page(const Image& image) {
    std::map<std::uint32_t, std::string> pages;
    image.each([&](std::uint32_t number, std::string_view page) {
        CHECK(pages.emplace(number, page).second);
    });
    std::vector<std::string> result;
    for (const auto& [number, page] : pages) {
        CHECK(number == result.size() + 1);
        result.push_back(page);
    }
    return result;
}

std::vector<std::string> read_pages(const Image& image, std::size_t count) {
    std::vector<std::string> pages(count);
    for (std::size_t i = 0; i < count; ++i)
        CHECK(image.read(static_cast<std::uint32_t>(i + 1), pages[i]));
    return pages;
}

bool is_damaged_log(const Image& image) {
    return image.problem() == "the log is damaged";
}

// Where the frame begins after which nothing is committed any more.
std::size_t last_transaction(const std::string& log) {
    std::size_t begin = log_head, next = log_head;
    for (std::size_t at = log_head; at < log.size(); at += frame_bytes)
        if (word_at(log, at + 4) != 0) {
            begin = next;
            next = at + frame_bytes;
        }
    return begin;
}

// The same log as a machine with the other order of bytes writes it.
std::string in_other_order(std::string log) {
    std::uint32_t first = 0, second = 0;
    const auto add = [&](std::size_t from, std::size_t count) {
        for (std::size_t at = from; at < from + count; at += 8) {
            first += word_at(log, at) + second;
            second += word_at(log, at + 4) + first;
        }
    };
    const auto store = [&](std::size_t at) {
        set_word(log, at, first);
        set_word(log, at + 4, second);
    };
    set_word(log, 0, 0x377F0683);
    add(0, 24);
    store(24);
    for (std::size_t at = log_head; at < log.size(); at += frame_bytes) {
        add(at, 8);
        add(at + frame_head, page_size);
        store(at + 16);
    }
    return log;
}

} // namespace

TEST_CASE("pages are read as SQLite reads them, the newest of each") {
    const FastDirectory directory;
    for (const Pair& pair : {with_log(), with_log(9), Pair{sample_pair().database, {}},
                             Pair{sample_pair().database, in_other_order(sample_pair().log)}}) {
        const auto expected = pages_by_sqlite(directory, pair);
        directory.fill(pair.database, pair.log);
        const Image image(database_in(directory.path()));
        CHECK_FALSE(image.problem());
        CHECK(image.page_size() == page_size);
        CHECK(image.application() == 0x4A414950);
        CHECK(image.version() == all_migrations().back().to);
        CHECK(read_pages(image, expected.size()) == expected);
        CHECK(each_page(image) == expected);
        std::string page;
        CHECK_FALSE(image.read(0, page));
        CHECK_FALSE(image.read(static_cast<std::uint32_t>(expected.size() + 1), page));
    }
}

TEST_CASE("a log that ends within its last transaction is read up to the one before") {
    const FastDirectory directory;
    Pair pair = sample_pair();
    for (const std::size_t cut : {last_transaction(pair.log), last_transaction(pair.log) + 1,
                                  pair.log.size() - frame_bytes, pair.log.size() - 1}) {
        CAPTURE(cut);
        pair.log = sample_pair().log.substr(0, cut);
        const auto expected = pages_by_sqlite(directory, pair);
        directory.fill(pair.database, pair.log);
        const Image image(database_in(directory.path()));
        CHECK_FALSE(image.problem());
        CHECK(read_pages(image, expected.size()) == expected);
        CHECK(each_page(image) == expected);
    }
}

TEST_CASE("a damaged header of the log is noticed, and its pages are read all the same") {
    const FastDirectory directory;
    const Pair& pair = sample_pair();
    const auto expected = pages_by_sqlite(directory, pair);
    for (std::size_t bit = 0; bit < log_head * 8; ++bit) {
        CAPTURE(bit);
        directory.fill(pair.database, with_flipped_bit(pair.log, bit));
        const Image image(database_in(directory.path()));
        CHECK(is_damaged_log(image));
        CHECK(read_pages(image, expected.size()) == expected);
    }
}

TEST_CASE("a damaged frame is noticed, unless it belongs to the last transaction") {
    const FastDirectory directory;
    const Pair& pair = sample_pair();
    const auto expected = pages_by_sqlite(directory, pair);
    const std::size_t last = last_transaction(pair.log);
    REQUIRE(last > log_head + 3 * frame_bytes);
    for (std::size_t at = log_head; at < pair.log.size(); at += frame_bytes)
        // The page, the size after a commit, both salts, both checksums, the page's contents.
        for (const std::size_t byte : {3u, 7u, 8u, 15u, 16u, 23u, 24u, 27u, 28u, 2000u, 4119u}) {
            CAPTURE((at - log_head) / frame_bytes);
            CAPTURE(byte);
            std::string log = pair.log;
            log[at + byte] = static_cast<char>(log[at + byte] ^ 0x40);
            directory.fill(pair.database, log);
            const Image image(database_in(directory.path()));
            if (at >= last) {
                // A frame that seems to end a transaction isn't in the last one.
                CHECK((!image.problem() || byte == 7));
                continue;
            }
            CHECK(is_damaged_log(image));
            // What was written after it is still there.
            std::map<std::string, int> found;
            image.each([&](std::uint32_t, std::string_view page) { ++found[std::string(page)]; });
            for (std::size_t later = at + frame_bytes; later < pair.log.size();
                 later += frame_bytes) {
                const std::string newest = pair.log.substr(later + frame_head, page_size);
                if (newest == expected.at(word_at(pair.log, later) - 1))
                    CHECK(found.contains(newest));
            }
        }
}

TEST_CASE("whatever bit of the header is wrong, it is noticed if it may matter") {
    const FastDirectory directory;
    const std::string good = sample_pair().database;
    const auto is_free = [](std::size_t byte) {
        // Counters, the list of free pages, the schema's and SQLite's versions: any value is
        // possible.
        return (byte >= 24 && byte < 44) || (byte >= 60 && byte < 64) || byte >= 92;
    };
    for (std::size_t bit = 0; bit < Image::header_size * 8; ++bit) {
        const std::size_t byte = bit / 8;
        if (byte >= 28 && byte < 32)
            continue; // the number of pages
        CAPTURE(bit);
        directory.fill(with_flipped_bit(good, bit));
        const Image image(database_in(directory.path()));
        CHECK(image.problem().has_value() != is_free(byte));
        if (image.problem())
            CHECK(*image.problem() == "the header is damaged");
    }
}

TEST_CASE("a file that is too short for what its header says is noticed") {
    const FastDirectory directory;
    const std::string good = sample_pair().database;
    const auto problem = [&](const std::string& bytes) {
        directory.fill(bytes);
        return Image(database_in(directory.path())).problem().value_or("");
    };
    CHECK(problem(good) == "");
    CHECK(problem(good + std::string(page_size, 'x')) == "");
    CHECK(problem(good + "x") == "the end of the file is missing");
    CHECK(problem(good.substr(0, good.size() - 1)) == "the end of the file is missing");
    CHECK(problem(good.substr(0, good.size() - page_size)) == "the end of the file is missing");
    CHECK(problem(good.substr(0, 50)) == "the header is damaged");
    CHECK(problem("") == "the header is damaged");
}

TEST_CASE("of a page that was cut off, the rest is zeros") {
    const FastDirectory directory;
    const std::string good = sample_pair().database;
    directory.fill(good.substr(0, good.size() - page_size + 1000));
    const Image image(database_in(directory.path()));
    std::string page;
    CHECK(image.read(static_cast<std::uint32_t>(good.size() / page_size), page));
    CHECK(page == good.substr(good.size() - page_size, 1000) + std::string(page_size - 1000, '\0'));
}

} // namespace jaipur::server::store::test
