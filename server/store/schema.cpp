#include "server/store/schema.hpp"

#include <array>

namespace jaipur::server::store {

std::span<const Migration> all_migrations() {
    static const std::array<Migration, 2> all{{
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
    }};
    return all;
}

} // namespace jaipur::server::store
