// Damage in the log that a crash leaves next to the database. SQLite drops what follows a damaged
// page of it without a word.
#include "server/store/acknowledged.hpp"
#include "server/store/backup.hpp"
#include "server/store/image.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/support/proof.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace jaipur::server::store::test {

namespace {

using jaipur::test::asked_for;
using jaipur::test::grouped;
using jaipur::test::proved;

constexpr std::size_t header = 32, frame = 24 + 4096;

// The files as a kill leaves them, with everything in the log.
struct Killed {
    Killed() {
        const FastDirectory directory;
        Database::Settings settings;
        settings.directory = directory.path();
        Database database(settings);
        const RealRooms made(database);
        contents = made.contents;
        last_room = made.last_room;
        bytes = bytes_in(database_in(directory.path()));
        log = bytes_in(database_in(directory.path()).string() + "-wal");
        acknowledged = bytes_in(database_in(directory.path()).string() + acknowledged_ending);
    }

    // Where the last transaction begins: after the commit before the last.
    std::size_t last_transaction() const {
        std::size_t begin = header, next = header;
        for (std::size_t at = header; at + frame <= log.size(); at += frame)
            if (log.substr(at + 4, 4) != std::string(4, '\0')) {
                begin = next;
                next = at + frame;
            }
        return begin;
    }

    Contents contents;
    core::RoomCode last_room;
    std::string bytes, log, acknowledged;
};

const Killed& killed() {
    static const Killed made;
    return made;
}

// Without the last transaction, which a power cut during its commit could also have taken.
Contents without_last() {
    Contents contents = killed().contents;
    contents.rooms.at(killed().last_room).pop_back();
    --contents.last_number;
    return contents;
}

} // namespace

TEST_CASE("the highest acknowledged number counts only for its own database") {
    const FastDirectory directory;
    const auto database = database_in(directory.path());
    Acknowledged(database, 1).raise(7);
    CHECK(Acknowledged(database, 1).number() == 7);
    CHECK(acknowledged_number(database, 1) == 7);
    CHECK(acknowledged_number(database, 2) == 0);
    CHECK(Acknowledged(database, 2).number() == 0); // and from now on it is this one's
    CHECK(acknowledged_number(database, 1) == 0);
}

TEST_CASE("records are missing if more were acknowledged than are there") {
    CHECK(missing_records(7, 5) == 2);
    CHECK(missing_records(5, 5) == 0);
    CHECK(missing_records(5, 7) == 0);
}

TEST_CASE("an intact log is read, and a torn last transaction isn't mistaken for damage") {
    const FastDirectory directory;
    directory.fill(killed().bytes, killed().log);
    CHECK_FALSE(Image(database_in(directory.path())).problem());
    const Contents found = contents_of(directory.path(), killed().contents);
    CHECK(difference(killed().contents, found) == "");
    CHECK(found.damaged_databases == 0);
    for (std::size_t cut = killed().last_transaction(); cut < killed().log.size(); cut += 512) {
        directory.fill(killed().bytes, killed().log.substr(0, cut));
        const Contents shorter = contents_of(directory.path(), without_last());
        CHECK(difference(without_last(), shorter) == "");
        CHECK(shorter.damaged_databases == 0);
        CHECK(shorter.damaged_logs == 0); // a power cut may take what follows the last sync
    }
}

TEST_CASE("P27: wherever the log is cut off, or if it is lost, missing records are reported") {
    const FastDirectory directory;
    const auto database = database_in(directory.path());
    directory.fill(killed().bytes, killed().log, killed().acknowledged);
    CHECK(check(directory.path()).findings.missing_records == 0);
    CHECK(contents_of(directory.path(), killed().contents).damaged_logs == 0);
    int cuts = 0;
    for (std::size_t size = 0; size < killed().log.size(); size += frame / 2, ++cuts) {
        CAPTURE(size);
        const std::string rest = killed().log.substr(0, size);
        for (const std::string& log :
             {rest, rest + std::string(killed().log.size() - size, '\0')}) {
            directory.fill(killed().bytes, log, killed().acknowledged);
            const Findings findings = check(directory.path()).findings;
            const Contents found = contents_of(directory.path(), killed().contents);
            CHECK(findings.missing_records > 0);
            CHECK(findings.any());
            CHECK(found.damaged_logs == 1);
            CHECK(found.last_number >= killed().contents.last_number);    // none is used again
            CHECK(check(directory.path()).findings.missing_records == 0); // after a new record
        }
    }
    proved("P27", "logs cut off", std::to_string(cuts) + " lengths");
}

TEST_CASE("records that the log lacks stay reported until another is stored") {
    const FastDirectory directory;
    directory.fill(killed().bytes, {}, killed().acknowledged);
    std::string reported;
    Database::Settings settings;
    settings.directory = directory.path();
    settings.damaged = [&](const Damage& damage) { reported = damage.name; };
    const std::uint64_t last = killed().contents.last_number;
    for (int start = 0; start < 2; ++start) {
        reported.clear();
        CHECK(Database(settings).last_number() == last);
        CHECK(reported == std::to_string(last)); // nothing is left
    }
}

TEST_CASE("if the database is damaged as well, that explains what its end lacks") {
    const FastDirectory directory;
    const std::string half = killed().log.substr(0, header + frame * 4);
    directory.fill(killed().bytes, with_flipped_bit(half, 8), killed().acknowledged);
    CHECK(check(directory.path()).findings.missing_records > 0);
    const Contents found = contents_of(directory.path(), killed().contents);
    CHECK(found.damaged_databases == 1);
    CHECK(found.damaged_logs == 0);
    CHECK(found.last_number >= killed().contents.last_number);
}

TEST_CASE(
    "what is known of acknowledged records is never taken from another database, or damaged") {
    const FastDirectory directory;
    std::string other = killed().acknowledged;
    other.front() = static_cast<char>(other.front() + 1);
    for (const std::string& bytes : {other, killed().acknowledged.substr(1), std::string("x")}) {
        directory.fill(killed().bytes, {}, bytes);
        CHECK(check(directory.path()).findings.missing_records == 0);
        CHECK(contents_of(directory.path(), killed().contents).damaged_logs == 0);
        // From now on it belongs to this database.
        const auto now = bytes_in(database_in(directory.path()).string() + acknowledged_ending);
        CHECK(now.size() == killed().acknowledged.size());
        CHECK(now.substr(0, 8) == killed().acknowledged.substr(0, 8));
    }
}

TEST_CASE("P27: whatever bit of the log is flipped, the loss is noticed") {
    const FastDirectory directory;
    const std::string& log = killed().log;
    std::set<std::size_t> bits;
    const std::size_t count =
        asked_for("JAIPUR_FLIPPED_BITS", jaipur::test::quick_or_long(300, 1500));
    if (count >= log.size() * 8) {
        for (std::size_t bit = 0; bit < log.size() * 8; ++bit)
            bits.insert(bit);
    } else {
        for (std::size_t bit = 0; bit < (header + 24) * 8;
             bit += jaipur::test::quick_or_long(3, 1)) // of each byte
            bits.insert(bit);
        jaipur::test::Random random(5);
        while (bits.size() < count)
            bits.insert(random.below(static_cast<std::uint32_t>(log.size() * 8)));
        for (std::size_t at = header; at + frame <= log.size(); at += frame) // frames' headers
            bits.insert((at + random.below(24)) * 8 + random.below(8));
    }
    int noticed = 0, last = 0;
    for (const std::size_t bit : bits) {
        directory.fill(killed().bytes, with_flipped_bit(log, bit), killed().acknowledged);
        std::string wrong;
        try {
            const Contents found = contents_of(directory.path(), killed().contents);
            noticed += found.damaged_databases;
            wrong = difference(killed().contents, found);
            if (!wrong.empty() && bit / 8 >= killed().last_transaction()) {
                ++last;
                wrong = found.damaged_logs == 1 ? difference(without_last(), found) : "unnoticed";
            }
        } catch (const std::exception& error) {
            wrong = std::string("doesn't open: ") + error.what();
        }
        if (!wrong.empty())
            FAIL_CHECK("byte " << bit / 8 << ", bit " << bit % 8 << ": " << wrong);
    }
    CHECK(noticed > static_cast<int>(bits.size() * 2 / 3));
    proved("P27", "flipped bits of the log",
           grouped(bits.size()) + " of " + grouped(log.size() * 8) + ", " + std::to_string(last) +
               " in the last transaction");
}

} // namespace jaipur::server::store::test
