// What is saved from a damaged database, and what is said about the rest.
#include "server/store/connection.hpp"
#include "server/store/error.hpp"
#include "server/store/inventory_table.hpp"
#include "server/store/rescue.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using Texts = std::vector<std::string>;

const std::string replay_text = "a replay to look for";

// A database with two rooms, a replay and an uptime; and the file to save it to.
struct Wreck {
    Wreck() {
        Database::Settings settings;
        settings.directory = directory.path();
        Database made(settings);
        made.set_uptime(90s);
        auto records = chat_records(1, 20);
        records.push_back(chat_record(21, "XYZ789"));
        made.write(records, {finished_match(1, core::Time{}, replay_text)});
        made.set_uptime(100s);
        made.store_uptime();
    }

    std::optional<Findings> rescued() const {
        std::ofstream(to).flush();
        return rescue(file, to);
    }

    std::uint64_t last_number() const {
        Connection connection(to, Connection::Access::ReadWrite);
        return InventoryTable(connection).last_number();
    }

    // Zeroes the page that contains this text.
    void lose_page(const std::string& text) const {
        std::string bytes = bytes_in(file);
        const auto at = bytes.find(text);
        REQUIRE(at != std::string::npos);
        bytes.replace(at / 4096 * 4096, 4096, 4096, '\0');
        std::ofstream(file, std::ios::binary) << bytes << std::flush;
    }

    Texts saved(const std::string& query) const { return rows(to, query); }

    FastDirectory directory;
    fs::path file = database_in(directory.path()), to = directory.path() / "saved";
};

} // namespace

TEST_CASE("everything in an intact database is saved") {
    const Wreck wreck;
    const auto findings = wreck.rescued();
    REQUIRE(findings);
    CHECK_FALSE(findings->any());
    CHECK(findings->intact_rooms == 2);
    CHECK(findings->intact_replays == 1);
    CHECK(wreck.saved("SELECT record FROM records ORDER BY number") ==
          rows(wreck.file, "SELECT record FROM records ORDER BY number"));
    CHECK(wreck.saved("SELECT replay FROM replays") == Texts{replay_text});
    CHECK(wreck.saved("SELECT value FROM meta WHERE name = 'uptime'") == Texts{"100000"});
    CHECK(wreck.saved("SELECT count(*) FROM sqlite_schema") ==
          rows(wreck.file, "SELECT count(*) FROM sqlite_schema"));
    // Some numbers that nobody can know to be unused are skipped.
    CHECK(wreck.last_number() == 1021);
    Connection connection(wreck.to, Connection::Access::Read);
    CHECK_FALSE(inspect(connection).any());
}

TEST_CASE("a room with a damaged record is left behind whole") {
    const Wreck wreck;
    execute(wreck.file, "UPDATE records SET record = record || '.' WHERE number = 5");
    const auto findings = wreck.rescued();
    REQUIRE(findings);
    CHECK(findings->rooms == Texts{"ABC234"});
    CHECK(findings->intact_rooms == 1);
    CHECK(wreck.saved("SELECT number FROM records") == Texts{"21"});
    CHECK(wreck.last_number() == 1021);
}

TEST_CASE("a replay whose page is lost is named, because the index still lists it") {
    const Wreck wreck;
    wreck.lose_page(replay_text);
    const auto findings = wreck.rescued();
    REQUIRE(findings);
    CHECK(findings->replays == Texts{protocol::hex(protocol::MatchId{1})});
    CHECK(findings->intact_replays == 0);
    CHECK(findings->rooms.empty());
    CHECK(findings->intact_rooms == 2);
}

TEST_CASE("a replay that the index lists under another match isn't reported") {
    const Wreck wreck;
    std::string bytes = bytes_in(wreck.file);
    const std::string match = std::string("\1") + std::string(15, '\0');
    const auto in_index = bytes.rfind(match) > bytes.find(match) ? bytes.rfind(match) : 0;
    REQUIRE(in_index > 0);
    bytes[bytes.find(match) / 4096 == bytes.find(replay_text) / 4096 ? in_index
                                                                     : bytes.find(match)] = '\2';
    std::ofstream(wreck.file, std::ios::binary) << bytes << std::flush;
    const auto findings = wreck.rescued();
    REQUIRE(findings);
    CHECK(findings->replays.empty());
    CHECK(findings->intact_replays == 1);
}

TEST_CASE("without the stored uptime, the longest that a replay knows counts") {
    const Wreck wreck;
    execute(wreck.file, "UPDATE meta SET checksum = checksum + 1 WHERE name = 'uptime'");
    REQUIRE(wreck.rescued());
    CHECK(wreck.saved("SELECT value FROM meta WHERE name = 'uptime'") == Texts{"90000"});
}

TEST_CASE("without the inventory's newest block, numbers continue after the records") {
    const Wreck wreck;
    execute(wreck.file, "DELETE FROM inventory");
    const auto findings = wreck.rescued();
    REQUIRE(findings);
    CHECK(findings->rooms.empty());
    CHECK(wreck.last_number() == 1021);
}

TEST_CASE("what isn't this server's, or has no checksums, is not rescued") {
    for (const char* sql : {"CREATE TABLE theirs(a)", "PRAGMA application_id=1247897968",
                            "PRAGMA application_id=1245792592; PRAGMA user_version=2"}) {
        CAPTURE(sql);
        const FastDirectory directory;
        const fs::path file = directory.path() / "file", to = directory.path() / "to";
        execute(file, sql);
        std::ofstream(to).flush();
        CHECK_FALSE(rescue(file, to));
    }
    const Wreck wreck;
    execute(wreck.file, "PRAGMA application_id=1247897968"); // a development version's
    CHECK_FALSE(wreck.rescued());
}

TEST_CASE("a database is this server's if its header or any row says so") {
    const auto with_header_lost = [](const Wreck& wreck) {
        std::string bytes = bytes_in(wreck.file);
        bytes.replace(0, 100, 100, '\0');
        std::ofstream(wreck.file, std::ios::binary) << bytes << std::flush;
        return wreck.rescued();
    };
    {
        const Wreck wreck;
        const auto findings = with_header_lost(wreck);
        REQUIRE(findings);
        CHECK(findings->structure == "the header is damaged");
        CHECK(findings->intact_rooms == 2);
    }
    const std::string none = "DELETE FROM records; DELETE FROM replays; DELETE FROM inventory; "
                             "DELETE FROM meta";
    {
        const Wreck wreck;
        execute(wreck.file, none + " WHERE name != 'schema'; VACUUM");
        CHECK(with_header_lost(wreck));
    }
    {
        const Wreck wreck;
        execute(wreck.file, none + "; VACUUM");
        CHECK(wreck.rescued());
    }
    {
        const Wreck wreck;
        execute(wreck.file, "DELETE FROM records; DELETE FROM replays; DELETE FROM meta; VACUUM");
        CHECK(with_header_lost(wreck)); // the inventory is there
    }
    {
        const Wreck wreck;
        execute(wreck.file, none + "; VACUUM");
        CHECK_FALSE(with_header_lost(wreck));
    }
}

TEST_CASE("a newer server's database is not rescued") {
    const Wreck wreck;
    execute(wreck.file, "CREATE TABLE more(a)");
    {
        Connection connection(wreck.file, Connection::Access::ReadWrite);
        connection->exec("UPDATE meta SET value = value + 1, "
                         "checksum = number_checksum(name, value + 1) WHERE name = 'schema'");
    }
    const auto error = thrown_by([&] { wreck.rescued(); });
    CHECK(error.kind() == Kind::NewerSchema);
}

TEST_CASE("rows with numbers that no server gives are not saved") {
    const Wreck wreck;
    {
        Connection connection(wreck.file, Connection::Access::ReadWrite);
        for (const char* number : {"0", "-5"})
            connection->exec(std::string("INSERT INTO records VALUES(") + number +
                             ", 'DDDDDD', '{}', record_checksum(" + number + ", 'DDDDDD', '{}'))");
    }
    const auto findings = wreck.rescued();
    REQUIRE(findings);
    CHECK(findings->intact_rooms == 2);
    CHECK(wreck.saved("SELECT count(*) FROM records") == Texts{"21"});
}

TEST_CASE("damaged databases are kept, each under its own name") {
    const Wreck wreck;
    const std::string good = bytes_in(wreck.file);
    for (const char* name : {".damaged-1", ".damaged-2"}) {
        wreck.lose_page(replay_text);
        std::ofstream(wreck.file.string() + "-shm") << "x";
        const std::string damaged = bytes_in(wreck.file);
        CHECK(replace_damaged(wreck.file, all_migrations()));
        CHECK(bytes_in(wreck.file.string() + name) == damaged);
        CHECK_FALSE(fs::exists(wreck.file.string() + ".recovered"));
        CHECK_FALSE(fs::exists(wreck.file.string() + "-shm"));
        std::ofstream(wreck.file, std::ios::binary) << good << std::flush;
    }
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(wreck.directory.path()))
        if (entry.path().filename().string().starts_with("jaipur.db."))
            ++files;
    CHECK(files == 2); // the damaged ones
}

TEST_CASE("what is damaged is counted and named without repairing anything") {
    const Wreck wreck;
    execute(wreck.file, "UPDATE records SET record = record || '.' WHERE number = 21");
    execute(wreck.file, "UPDATE replays SET replay = replay || '.'");
    Connection connection(wreck.file, Connection::Access::Read);
    const Findings findings = inspect(connection);
    CHECK(findings.any());
    CHECK_FALSE(findings.structure);
    CHECK(findings.rooms == Texts{"XYZ789"});
    CHECK(findings.replays == Texts{protocol::hex(protocol::MatchId{1})});
    CHECK(findings.intact_rooms == 1);
    CHECK(findings.intact_replays == 0);
}

} // namespace jaipur::server::store::test
