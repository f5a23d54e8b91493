#include "server/store/replay_table.hpp"

#include "server/core/time.hpp"
#include "server/store/error.hpp"

#include <sqlite3.h>

#include <string_view>

namespace jaipur::server::store {

using std::chrono::milliseconds;

namespace {

Blob blob(const protocol::MatchId& match) {
    return {{reinterpret_cast<const char*>(match.data()), match.size()}};
}

// `length` would read the whole text.
std::size_t size_of_replay(SQLite::Database& database, std::int64_t row) {
    sqlite3_blob* replay = nullptr;
    const int failed =
        sqlite3_blob_open(database.getHandle(), "main", "replays", "replay", row, 0, &replay);
    if (failed != SQLITE_OK)
        throw SQLite::Exception(database.getHandle(), failed);
    const auto size = static_cast<std::size_t>(sqlite3_blob_bytes(replay));
    sqlite3_blob_close(replay);
    return size;
}

} // namespace

ReplayTable::ReplayTable(Connection& connection)
    : connection_(connection),
      insert_(*connection,
              "INSERT INTO replays(at, uptime, replay, match, checksum) "
              "VALUES(?1, ?2, ?3, ?4, replay_checksum(?4, ?1, ?2, ?3)) "
              "ON CONFLICT(match) DO UPDATE SET at = excluded.at, replay = excluded.replay, "
              "checksum = replay_checksum(match, excluded.at, uptime, excluded.replay)"),
      find_(*connection, "SELECT replay, checksum, replay_checksum(?1, at, uptime, replay) "
                         "FROM replays WHERE match = ?1"),
      find_row_(*connection, "SELECT rowid FROM replays WHERE match = ?1"),
      // Row and index agree on the time: one of them may be damaged.
      remove_(*connection,
              "DELETE FROM replays WHERE +uptime < ?1 AND rowid IN "
              "(SELECT rowid FROM replays WHERE uptime < ?1 ORDER BY uptime LIMIT ?2)"),
      compare_index_(*connection,
                     "SELECT count(*), max(number), ifnull(sum(hidden), 0) FROM (SELECT "
                     "rowid AS number, NOT EXISTS (SELECT 1 FROM replays "
                     "INDEXED BY sqlite_autoindex_replays_1 "
                     "WHERE match = stored.match AND rowid = stored.rowid) AS hidden "
                     "FROM replays AS stored NOT INDEXED "
                     "WHERE rowid > ?1 ORDER BY rowid LIMIT ?2)") {}

void ReplayTable::insert(const FinishedMatch& finished, milliseconds uptime) {
    run(insert_, core::unix_ms(finished.at), uptime.count(), finished.replay, blob(finished.match));
}

ReplayTable::Found ReplayTable::find(const protocol::MatchId& match) {
    Found found;
    const ResetAtEnd reset(find_);
    bind(find_, 1, blob(match));
    if (find_.executeStep()) {
        found.damaged = find_.getColumn(1).getInt64() != find_.getColumn(2).getInt64();
        found.replay = find_.getColumn(0).getString();
    }
    return found;
}

std::optional<std::size_t> ReplayTable::size_of(const protocol::MatchId& match) {
    const ResetAtEnd reset(find_row_);
    bind(find_row_, 1, blob(match));
    if (!find_row_.executeStep())
        return std::nullopt;
    return size_of_replay(*connection_, find_row_.getColumn(0).getInt64());
}

int ReplayTable::remove(milliseconds before, int most) {
    return run(remove_, before.count(), most);
}

bool ReplayTable::compare_index(int most) {
    const ResetAtEnd reset(compare_index_);
    bind(compare_index_, 1, compared_);
    bind(compare_index_, 2, most);
    compare_index_.executeStep();
    if (compare_index_.getColumn(2).getInt() > 0)
        throw StoreError(StoreError::Kind::Corrupt, "the index of replays is damaged");
    compared_ = compare_index_.getColumn(1).getInt64();
    return compare_index_.getColumn(0).getInt() == most;
}

} // namespace jaipur::server::store
