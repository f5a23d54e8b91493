// Damage in the log that a crash leaves next to the database. SQLite drops what follows a damaged
// page of it without a word.
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
    std::string bytes, log;
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
    }
}

TEST_CASE("P27: whatever bit of the log is flipped, only the last transaction can go unnoticed") {
    const FastDirectory directory;
    const std::string& log = killed().log;
    std::set<std::size_t> bits;
    const std::size_t count = asked_for("JAIPUR_FLIPPED_BITS", 1500);
    if (count >= log.size() * 8) {
        for (std::size_t bit = 0; bit < log.size() * 8; ++bit)
            bits.insert(bit);
    } else {
        for (std::size_t bit = 0; bit < (header + 24) * 8; ++bit)
            bits.insert(bit);
        jaipur::test::Random random(5);
        while (bits.size() < count)
            bits.insert(random.below(static_cast<std::uint32_t>(log.size() * 8)));
        for (std::size_t at = header; at + frame <= log.size(); at += frame) // frames' headers
            bits.insert((at + random.below(24)) * 8 + random.below(8));
    }
    int noticed = 0, unnoticed = 0;
    for (const std::size_t bit : bits) {
        directory.fill(killed().bytes, with_flipped_bit(log, bit));
        std::string wrong;
        try {
            const Contents found = contents_of(directory.path(), killed().contents);
            noticed += found.damaged_databases;
            wrong = difference(killed().contents, found);
            if (!wrong.empty() && bit / 8 >= killed().last_transaction()) {
                ++unnoticed;
                wrong = difference(without_last(), found);
            }
        } catch (const std::exception& error) {
            wrong = std::string("doesn't open: ") + error.what();
        }
        if (!wrong.empty())
            FAIL_CHECK("byte " << bit / 8 << ", bit " << bit % 8 << ": " << wrong);
    }
    CHECK(noticed > 1000);
    proved("P27", "flipped bits of the log",
           grouped(bits.size()) + " of " + grouped(log.size() * 8) + ", " +
               std::to_string(unnoticed) + " in the last transaction");
}

} // namespace jaipur::server::store::test
