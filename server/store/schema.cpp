#include "server/store/schema.hpp"

#include <array>

namespace jaipur::server {

std::span<const Migration> all_migrations() {
    static const std::array<Migration, 3> all{{
        {1, R"(
            -- What rooms have decided: server/store/record_codec.hpp.
            CREATE TABLE records(
                number INTEGER PRIMARY KEY,
                room TEXT NOT NULL,
                record TEXT NOT NULL) STRICT;
            CREATE INDEX records_of_room ON records(room, number);

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
        // Of a player a snapshot says by which record the seat was taken (`seated_by`). Those of
        // before stay as they are; a server of version 1 could not read the new ones.
        {2, ""},
        // Every move had to have a page of the index written. Which records a room has, the server
        // knows from reading them all (record_numbers.hpp). A record whose text is its own
        // number is a mark: it and what its room has below it are removed, and only in the way.
        {3, "DROP INDEX records_of_room"},
    }};
    return all;
}

} // namespace jaipur::server
