// The guest book in a database: durable, in backups, saved from damage, and no obstacle for older
// servers.
#include "server/store/backup.hpp"
#include "server/store/guest_codec.hpp"
#include "server/store/rescue.hpp"
#include "server/store/restore.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <fstream>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

using core::GuestEntries;
using core::GuestEntry;
using core::Stored;

// What a start finds.
GuestEntries found_in(const std::filesystem::path& directory) {
    SqliteStore store(settings_for(directory), [](auto...) {}, [](auto) {});
    return store.guests();
}

// A directory with these entries.
struct Guests : Filled {
    Guests() {
        Opened opened(settings_for(path()));
        REQUIRE(keep(*opened.store, sample_guests()) == Stored::Durable);
    }
};

} // namespace

TEST_CASE("the text of an entry is read strictly") {
    for (const GuestEntry& entry : sample_guests()) {
        const std::string text = encode_guest(entry);
        CAPTURE(text);
        CHECK(decode_guest(entry.number, text) == entry);
        for (std::size_t size = 0; size < text.size(); ++size)
            CHECK(!decode_guest(entry.number, text.substr(0, size)));
        CHECK(!decode_guest(entry.number, text + " "));
    }
    CHECK(!decode_guest(1, R"({"kind":"guest"})"));
    CHECK(!decode_guest(1, "[]"));
    const std::string pass = encode_guest(sample_guests()[2]);
    const auto at = pass.find("\"from\":2");
    REQUIRE(at != std::string::npos);
    CHECK(!decode_guest(3, std::string(pass).replace(at + 7, 1, "0")));
}

TEST_CASE("on a full disk a change is refused as a whole") {
    const TemporaryDirectory directory;
    prepare_directory(directory.path());
    FaultyFiles files;
    Database database(settings_for(directory.path(), files).database);
    CHECK(database.write(chat_records(1, 3), {}) == Database::Written::Durable);
    const std::vector<GuestEntries> changes{sample_guests()};
    files.fail(Operation::Write, Part::Log, SQLITE_FULL);
    CHECK(database.keep(changes) == Database::Written::Full);
    files.heal();
    CHECK(database.guests().empty());
    CHECK(database.keep(changes) == Database::Written::Durable);
    CHECK(database.guests() == sample_guests());
}

TEST_CASE("a damaged entry is reported and empty, and the others count") {
    const Guests directory;
    for (const char* damage :
         {"UPDATE guests SET entry = replace(entry, 'Ravi', 'Rafi') WHERE number = 1",
          "UPDATE guests SET checksum = checksum + 1 WHERE number = 4"})
        execute(directory.database(), damage);
    auto settings = settings_for(directory.path());
    std::vector<std::string> reported;
    settings.database.damaged = [&](const Damage& damage) {
        CHECK(damage.what == Damage::What::Guest);
        reported.push_back(damage.name);
    };
    SqliteStore store(std::move(settings), [](auto...) {}, [](auto) {});
    auto expected = sample_guests();
    expected[0].body.reset();
    expected[3].body.reset();
    CHECK(store.guests() == expected);
    CHECK(reported == std::vector<std::string>{"1", "4"});
}

TEST_CASE("backups have the guest book, and so does what is salvaged") {
    const Guests directory;
    const TemporaryDirectory elsewhere;
    backup(directory.path(), elsewhere.path() / "backup");
    restore(elsewhere.path() / "restored", elsewhere.path() / "backup");
    CHECK(found_in(elsewhere.path() / "restored") == sample_guests());
    salvage(directory.path(), elsewhere.path() / "saved");
    restore(elsewhere.path() / "again", elsewhere.path() / "saved");
    CHECK(found_in(elsewhere.path() / "again") == sample_guests());
}

TEST_CASE("a damaged database keeps its guests, and never takes back what was removed") {
    const Guests directory;
    {
        Opened opened(settings_for(directory.path()));
        CHECK(keep(*opened.store, {{4, {}}}) == Stored::Durable);
    }
    const auto lost = pages_of(directory.database(), "replays").at(0);
    std::string bytes = bytes_in(directory.database());
    bytes.replace((lost - 1) * page_size, page_size, page_size, '\0');
    std::ofstream(directory.database(), std::ios::binary) << bytes << std::flush;
    auto expected = sample_guests();
    expected.erase(expected.begin() + 3);
    CHECK(found_in(directory.path()) == expected);
}

TEST_CASE("older servers can open the database, and databases of older servers get the table") {
    const Guests directory;
    CHECK(rows(directory.database(), "PRAGMA user_version") == std::vector<std::string>{"3"});
    // Without it, this is what an older server has left.
    execute(directory.database(), "DROP TABLE guests");
    CHECK(found_in(directory.path()).empty());
    Opened opened(settings_for(directory.path()));
    CHECK(opened.loaded.size() == 3);
    CHECK(keep(*opened.store, sample_guests()) == Stored::Durable);
}

} // namespace jaipur::server::store::test
