#include "server/store/schema.hpp"

#include "server/store/connection.hpp"
#include "server/store/inventory_table.hpp"

#include <array>

namespace jaipur::server::store {

std::span<const Migration> all_migrations() {
    static const std::array<Migration, 3> all{{
        {1, R"(
            -- What rooms have decided: server/store/record_codec.hpp. A record whose text is its own
            -- number is a mark: it and what its room has below it are removed, and wait to be deleted.
            -- No index by room: every move would write a page of it (record_numbers.hpp).
            CREATE TABLE records(
                number INTEGER PRIMARY KEY,
                room TEXT NOT NULL,
                record TEXT NOT NULL) STRICT;

            -- Finished matches, as GET /replays/MATCH hands them out.
            CREATE TABLE replays(
                match BLOB NOT NULL UNIQUE,
                at INTEGER NOT NULL,
                replay TEXT NOT NULL) STRICT;
            CREATE INDEX replays_by_time ON replays(at);

            -- Numbers of the whole: the last record that was ever durable, and a counter that
            -- measuring the disk moves.
            CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            INSERT INTO meta VALUES('last_number', 0), ('measured', 0);
        )"},
        {2, R"(
            -- For how long servers have run on this database, in milliseconds, and what that was
            -- when a replay was stored. Replays are deleted by this time, which nobody can set.
            INSERT INTO meta VALUES('uptime', 0);
            ALTER TABLE replays ADD COLUMN uptime INTEGER NOT NULL DEFAULT 0;
            DROP INDEX replays_by_time;
            CREATE INDEX replays_by_uptime ON replays(uptime);
        )"},
        {3, R"(
            -- Checksums of rows: server/store/checksum.hpp. `measured` has none that matters.
            ALTER TABLE records ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
            UPDATE records SET checksum = record_checksum(number, room, record);
            ALTER TABLE replays ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
            UPDATE replays SET checksum = replay_checksum(match, at, uptime, replay);
            -- `schema` repeats user_version, in case that is damaged.
            ALTER TABLE meta ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
            INSERT INTO meta(name, value) VALUES('schema', 3);
            UPDATE meta SET checksum = number_checksum(name, value);

            -- Which records there are, a second time: server/store/inventory.hpp. It also has the
            -- last number that was ever durable.
            CREATE TABLE inventory(block INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT;
        )",
         [](Connection& connection) {
             const auto last =
                 connection.integer("SELECT value FROM meta WHERE name = 'last_number'");
             take_inventory(connection, static_cast<std::uint64_t>(last));
             connection->exec("DELETE FROM meta WHERE name = 'last_number'");
         }},
    }};
    return all;
}

} // namespace jaipur::server::store
