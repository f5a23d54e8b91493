// What of the stored records is intact, by their checksums and the inventory, and how the inventory
// follows the records.
#include "server/store/audit.hpp"
#include "server/store/error.hpp"
#include "server/store/inventory_table.hpp"
#include "server/store/opening.hpp"
#include "tests/server/store/kept.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

namespace jaipur::server::store::test {

namespace {

using Codes = std::vector<core::RoomCode>;
using Indexes = std::vector<std::uint64_t>;
using Verdict = Audit::Verdict;

const std::string opened_text = R"({"at":1,"kind":"room_opened"})";
const std::string snapshot_text = R"({"at":1,"kind":"snapshot"})";

// The tables of an empty database.
struct Tables {
    Tables() : connection(":memory:", Connection::Access::ReadWrite) {
        create_tables(connection, all_migrations());
        connection->exec("DELETE FROM inventory");
    }

    void add(std::int64_t number, const std::string& room, const std::string& text = "{}") {
        SQLite::Statement row(*connection, "INSERT INTO records(number, room, record, checksum) "
                                           "VALUES(?1, ?2, ?3, record_checksum(?1, ?2, ?3))");
        run(row, number, room, text);
    }

    void remove(std::int64_t number) {
        connection->exec("DELETE FROM records WHERE number = " + std::to_string(number));
    }

    void damage(std::int64_t number) {
        connection->exec("UPDATE records SET record = record || '.' WHERE number = " +
                         std::to_string(number));
    }

    void damage_block(std::uint64_t index) {
        connection->exec("UPDATE inventory SET entries = zeroblob(length(entries)) WHERE block = " +
                         std::to_string(index));
    }

    void put(const Block& block, std::int64_t index) {
        SQLite::Statement row(*connection, "INSERT OR REPLACE INTO inventory VALUES(?, ?)");
        run(row, index, Blob{block.encode()});
    }

    // The rooms by number, as the inventory has them; every block must be intact.
    std::map<std::uint64_t, std::string> inventory() {
        std::map<std::uint64_t, std::string> result;
        SQLite::Statement rows(*connection, "SELECT block, entries FROM inventory");
        while (rows.executeStep()) {
            const auto index = static_cast<std::uint64_t>(rows.getColumn(0).getInt64());
            const auto block = Block::decode(index, bytes_in(rows.getColumn(1)));
            REQUIRE(block);
            for (std::uint64_t i = index * Block::size; i < (index + 1) * Block::size; ++i)
                if (!block->room(i).empty())
                    result[i] = block->room(i);
        }
        return result;
    }

    Indexes blocks() {
        Indexes result;
        SQLite::Statement rows(*connection, "SELECT block FROM inventory ORDER BY block");
        while (rows.executeStep())
            result.push_back(static_cast<std::uint64_t>(rows.getColumn(0).getInt64()));
        return result;
    }

    std::int64_t checksum(std::int64_t number) {
        return connection.integer("SELECT checksum FROM records WHERE number = " +
                                  std::to_string(number));
    }

    Connection connection;
};

// Three rooms over several blocks, all intact.
struct AuditedRooms : Tables {
    AuditedRooms() {
        for (const std::int64_t number : {1, 15, 16, 31, 32, 80})
            add(number, "AAAAAA");
        for (const std::int64_t number : {2, 17, 33})
            add(number, "BBBBBB");
        add(40, "CCCCCC");
        take_inventory(connection, 80);
    }

    Codes damaged() { return Audit(connection).damaged_rooms(); }
};

} // namespace

TEST_CASE("intact records are intact") {
    AuditedRooms rooms;
    const Audit audit(rooms.connection);
    CHECK(audit.damaged_rooms().empty());
    CHECK(audit.damaged_blocks().empty());
    CHECK(audit.intact_rooms() == 3);
    CHECK(audit.about(80, "AAAAAA", "{}", rooms.checksum(80)) == Verdict::Live);
    CHECK(audit.about(80, "AAAAAA", "{}", rooms.checksum(80) + 1) == Verdict::Damaged);
    CHECK(audit.about(80, "DDDDDD", "{}", 0) == Verdict::Damaged);
}

TEST_CASE("a record that is damaged or missing costs its room, whichever it is") {
    for (const std::int64_t number : {1, 15, 16, 31, 32, 80}) {
        CAPTURE(number);
        AuditedRooms rooms;
        rooms.damage(number);
        CHECK(rooms.damaged() == Codes{"AAAAAA"});
        CHECK(Audit(rooms.connection).intact_rooms() == 2);
        CHECK(Audit(rooms.connection).about(2, "BBBBBB", "{}", rooms.checksum(2)) == Verdict::Live);
        CHECK(Audit(rooms.connection)
                  .about(number == 1 ? 15 : 1, "AAAAAA", "{}",
                         rooms.checksum(number == 1 ? 15 : 1)) == Verdict::Damaged);
        rooms.remove(number);
        CHECK(rooms.damaged() == Codes{"AAAAAA"});
        rooms.remove(33);
        CHECK(rooms.damaged() == Codes{"AAAAAA", "BBBBBB"});
    }
}

TEST_CASE("a record in another room's place costs both rooms") {
    AuditedRooms rooms;
    rooms.remove(16);
    rooms.add(16, "CCCCCC");
    CHECK(rooms.damaged() == Codes{"AAAAAA", "CCCCCC"});
}

TEST_CASE("a damaged or missing block of the inventory costs no room, and is reported") {
    for (const bool missing : {false, true}) {
        CAPTURE(missing);
        AuditedRooms rooms;
        for (const std::uint64_t index : {1u, 5u})
            if (missing)
                rooms.connection->exec("DELETE FROM inventory WHERE block = " +
                                       std::to_string(index));
            else
                rooms.damage_block(index);
        CHECK(Audit(rooms.connection).damaged_blocks() == Indexes{1, 5});
        CHECK(rooms.damaged().empty());
        rooms.damage(17); // it says itself whose it is
        CHECK(rooms.damaged() == Codes{"BBBBBB"});
        rooms.connection->exec("UPDATE records SET room = 'unreadable' WHERE number = 17");
        CHECK(rooms.damaged().empty());
    }
}

TEST_CASE("a damaged block without records isn't missed") {
    AuditedRooms rooms;
    Block block(7);
    block.add(113, "DDDDDD");
    rooms.put(block, 7);
    CHECK(rooms.damaged() == Codes{"DDDDDD"});
    rooms.damage_block(7);
    CHECK(rooms.damaged().empty());
    CHECK(Audit(rooms.connection).damaged_blocks().empty());
}

TEST_CASE("what a room had before it began or was summarized doesn't matter") {
    for (const std::string& text : {opened_text, snapshot_text}) {
        CAPTURE(text);
        for (const std::int64_t lost : {15, 16, 31}) {
            CAPTURE(lost);
            AuditedRooms rooms;
            rooms.remove(16);
            rooms.add(16, "AAAAAA", text);
            rooms.damage(lost);
            CHECK(rooms.damaged() == (lost < 16 ? Codes{} : Codes{"AAAAAA"}));
        }
    }
    for (const char* text : {R"({"kind":"snapshots"})", R"({"kind":"room_open"})",
                             R"({"was":"snapshot"})", R"(snapshot")"}) {
        CAPTURE(text);
        AuditedRooms rooms;
        rooms.remove(16);
        rooms.add(16, "AAAAAA", text);
        rooms.damage(15);
        CHECK(rooms.damaged() == Codes{"AAAAAA"});
    }
}

TEST_CASE("what is up to a mark was removed, and what follows it counts") {
    AuditedRooms rooms;
    rooms.remove(31);
    rooms.add(31, "AAAAAA", "31");
    for (const std::int64_t gone : {1, 15})
        rooms.damage(gone);
    const Audit audit(rooms.connection);
    CHECK(audit.damaged_rooms().empty());
    CHECK(audit.intact_rooms() == 3);
    CHECK(audit.about(16, "AAAAAA", "{}", rooms.checksum(16)) == Verdict::LeftOver);
    CHECK(audit.about(31, "AAAAAA", "31", rooms.checksum(31)) == Verdict::LeftOver);
    CHECK(audit.about(32, "AAAAAA", "{}", rooms.checksum(32)) == Verdict::Live);
    rooms.damage(32);
    CHECK(rooms.damaged() == Codes{"AAAAAA"});
}

TEST_CASE("a room of which only removed records remain isn't counted") {
    AuditedRooms rooms;
    rooms.remove(40);
    rooms.add(40, "CCCCCC", "40");
    CHECK(Audit(rooms.connection).intact_rooms() == 2);
    CHECK(is_mark(40, "40"));
    CHECK_FALSE(is_mark(40, "4"));
    CHECK_FALSE(is_mark(40, "{}"));
}

TEST_CASE("rows with numbers that no server gives are ignored") {
    AuditedRooms rooms;
    for (const std::int64_t number : {-1, 0})
        rooms.add(number, "DDDDDD");
    rooms.put(Block(0), -3);
    const Audit audit(rooms.connection);
    CHECK(audit.damaged_rooms().empty());
    CHECK(audit.damaged_blocks().empty());
    CHECK(audit.intact_rooms() == 3);
}

TEST_CASE("the inventory lists exactly the records, in every block that has some") {
    AuditedRooms rooms;
    const auto listed = rooms.inventory();
    CHECK(listed.size() == 10);
    CHECK(listed.at(1) == "AAAAAA");
    CHECK(listed.at(33) == "BBBBBB");
    CHECK(listed.at(80) == "AAAAAA");
    CHECK(rooms.blocks() == Indexes{0, 1, 2, 5});
    CHECK(InventoryTable(rooms.connection).last_number() == 80);
    // Higher numbers than those of records have been in use.
    for (const std::uint64_t last : {87u, 95u, 96u, 1000u}) {
        CAPTURE(last);
        take_inventory(rooms.connection, last);
        CHECK(InventoryTable(rooms.connection).last_number() == last);
        CHECK(rooms.inventory() == listed);
        CHECK(rooms.blocks() ==
              (last < 96 ? Indexes{0, 1, 2, 5} : Indexes{0, 1, 2, 5, Block::of(last)}));
    }
    rooms.connection->exec("DELETE FROM records");
    take_inventory(rooms.connection, 0);
    CHECK(rooms.blocks() == Indexes{0});
    take_inventory(rooms.connection, 50);
    CHECK(rooms.blocks() == Indexes{3});
    CHECK(InventoryTable(rooms.connection).last_number() == 50);
}

TEST_CASE("the inventory follows each transaction, but not one that is undone") {
    AuditedRooms rooms;
    InventoryTable table(rooms.connection);
    auto expected = rooms.inventory();
    const auto commit = [&] {
        table.flush();
        table.confirm();
    };
    table.add(81, "BBBBBB");
    table.add(96, "BBBBBB");
    table.undo();
    commit();
    CHECK(rooms.inventory() == expected);
    CHECK(table.last_number() == 80);
    table.add(81, "BBBBBB");
    table.add(95, "CCCCCC");
    table.remove(15);
    commit();
    table.add(96, "DDDDDD");
    table.remove(95);
    commit();
    expected.erase(15);
    expected[81] = "BBBBBB";
    expected[96] = "DDDDDD";
    CHECK(rooms.inventory() == expected);
    CHECK(table.last_number() == 96);
    // A block without entries is deleted, unless it is the newest.
    table.remove(80);
    table.remove(81);
    table.remove(96);
    commit();
    for (const std::uint64_t gone : {80u, 81u, 96u})
        expected.erase(gone);
    CHECK(rooms.inventory() == expected);
    CHECK(rooms.blocks() == Indexes{0, 1, 2, 6});
    CHECK(table.last_number() == 96);
    table.remove(40);
    commit();
    CHECK(InventoryTable(rooms.connection).last_number() == 96);
}

TEST_CASE("if the newest block is damaged or missing, none of its numbers is given again") {
    AuditedRooms rooms;
    rooms.damage_block(5);
    CHECK(InventoryTable(rooms.connection).last_number() == 96);
    rooms.connection->exec("DELETE FROM inventory WHERE block = 5");
    CHECK(InventoryTable(rooms.connection).last_number() == 96);
    rooms.remove(80);
    CHECK(InventoryTable(rooms.connection).last_number() == 40);
    rooms.connection->exec("DELETE FROM inventory");
    CHECK(InventoryTable(rooms.connection).last_number() == 48);
    rooms.connection->exec("DELETE FROM records");
    CHECK(InventoryTable(rooms.connection).last_number() == 16);
}

TEST_CASE("a damaged block stays as it is until it is renewed from its records") {
    AuditedRooms rooms;
    const auto expected = rooms.inventory();
    rooms.damage_block(1);
    InventoryTable table(rooms.connection);
    table.add(18, "DDDDDD");
    table.remove(17);
    table.flush();
    table.confirm();
    CHECK(Audit(rooms.connection).damaged_blocks() == Indexes{1});
    table.renew(1);
    table.flush();
    table.confirm();
    CHECK(rooms.inventory() == expected);
    CHECK(table.last_number() == 80);
}

} // namespace jaipur::server::store::test
