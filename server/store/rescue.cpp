#include "server/store/rescue.hpp"

#include "server/store/acknowledged.hpp"
#include "server/store/audit.hpp"
#include "server/store/connection.hpp"
#include "server/store/files.hpp"
#include "server/store/found_rows.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/image.hpp"
#include "server/store/inventory_table.hpp"
#include "server/store/opening.hpp"
#include "server/store/push_secret.hpp"
#include "server/store/unknown_numbers.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <set>
#include <utility>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using SQLite::Statement;

// Numbers that nobody can know to be unused are skipped.
constexpr std::uint64_t skipped_numbers = 1000;

// Writes the rows that are found in a damaged database to a new one.
class Collector {
  public:
    Collector(Connection& to, std::int64_t newest)
        : newest_(newest), guests_(to),
          record_(*to, "INSERT OR IGNORE INTO records(number, room, record, checksum) "
                       "VALUES(?1, ?2, ?3, record_checksum(?1, ?2, ?3))"),
          remove_record_(*to, "DELETE FROM records WHERE number = ?"),
          replay_(*to, "INSERT OR IGNORE INTO replays(match, at, uptime, replay, checksum) "
                       "VALUES(?1, ?2, ?3, ?4, replay_checksum(?1, ?2, ?3, ?4))"),
          saved_(*to, "INSERT OR IGNORE INTO saved(row) VALUES(?)"),
          put_block_(*to, "INSERT OR IGNORE INTO inventory(block, entries) VALUES(?, ?)"),
          block_(*to, "SELECT entries FROM inventory WHERE block = ?"),
          listed_(*to, "INSERT OR IGNORE INTO listed(match, row) VALUES(?, ?)"),
          is_listed_(*to, "SELECT 1 FROM listed WHERE match = ? AND row = ?") {}

    void collect(const Image& image) {
        find_rows(image, {.record = [this](auto... row) { record(row...); },
                          .replay = [this](auto... row) { replay(row...); },
                          .block = [this](const Block& found) { block(found); },
                          .guest = [this](auto... row) { guest(row...); },
                          .number = [this](auto... row) { number(row...); },
                          .listed = [this](std::string_view match,
                                           std::int64_t row) { run(listed_, Blob{match}, row); },
                          .others = [this] { others_ = true; }});
        remove_outdated();
    }

    bool found_any() const { return found_any_; }

    std::uint64_t last() const { return last_; }

    std::int64_t uptime() const { return uptime_.value_or(longest_uptime_); }

    std::optional<std::int64_t> identity() const { return identity_; }

    std::optional<PushSecret> push_secret() const { return push_secret_.secret(); }

    const std::set<std::uint64_t>& blocks() const { return blocks_; }

  private:
    void record(std::int64_t number, std::string_view room, std::string_view text) {
        found_any_ = true;
        if (number <= 0)
            return;
        const bool is_new = run(record_, number, room, text) > 0;
        if (is_new && others_)
            doubtful_.emplace_back(static_cast<std::uint64_t>(number), room);
        last_ = std::max(last_, static_cast<std::uint64_t>(number));
    }

    void replay(std::int64_t row, std::string_view match, std::int64_t at, std::int64_t uptime,
                std::string_view replay) {
        found_any_ = true;
        if (others_ && !is_listed(match, row))
            return;
        run(replay_, Blob{match}, at, uptime, replay);
        run(saved_, row);
        longest_uptime_ = std::max(longest_uptime_, uptime);
    }

    bool is_listed(std::string_view match, std::int64_t row) {
        const ResetAtEnd reset(is_listed_);
        bind(is_listed_, 1, Blob{match});
        bind(is_listed_, 2, row);
        return is_listed_.executeStep();
    }

    void block(const Block& block) {
        found_any_ = true;
        run(put_block_, as_integer(block.index()), Blob{block.encode()});
        last_ = std::max(last_, block.last());
        if (!others_)
            blocks_.insert(block.index());
    }

    // A copy may be an invitation that has been revoked since.
    void guest(std::int64_t number, std::string_view entry) {
        found_any_ = true;
        if (!others_)
            guests_.add(number, entry);
    }

    void number(std::string_view name, std::int64_t value) {
        if (name == "schema" && value > newest_)
            throw StoreError(Kind::NewerSchema,
                             "schema too new: written by a newer server, version " +
                                 std::to_string(value));
        if (name == "uptime" && !uptime_)
            uptime_ = value;
        if (name == identity_name && !identity_)
            identity_ = value;
        push_secret_.add(name, value);
        found_any_ = found_any_ || name == "schema";
    }

    // Copies of records that have been deleted since: the inventory doesn't list them.
    void remove_outdated() {
        for (const auto& [number, room] : doubtful_)
            if (const auto block = stored(Block::of(number)); !block || block->room(number) != room)
                run(remove_record_, as_integer(number));
    }

    std::optional<Block> stored(std::uint64_t index) {
        const ResetAtEnd reset(block_);
        bind(block_, 1, as_integer(index));
        return block_.executeStep() ? Block::decode(index, bytes_in(block_.getColumn(0)))
                                    : std::nullopt;
    }

    const std::int64_t newest_; // version of the schema
    GuestTable guests_;
    Statement record_, remove_record_, replay_, saved_, put_block_, block_, listed_, is_listed_;
    bool others_ = false; // what is found only looks like a row
    std::vector<std::pair<std::uint64_t, core::RoomCode>> doubtful_; // records
    bool found_any_ = false;
    std::uint64_t last_ = 0;
    std::set<std::uint64_t> blocks_;
    std::optional<std::int64_t> uptime_, identity_;
    FoundPushSecret push_secret_;
    std::int64_t longest_uptime_ = 0;
};

std::vector<std::string> column(Connection& connection, const std::string& query) {
    Statement statement(*connection, query);
    std::vector<std::string> result;
    while (statement.executeStep())
        result.push_back(statement.getColumn(0).getString());
    return result;
}

void count_intact(Connection& connection, const Audit& audit, Findings& findings) {
    findings.intact_rooms = audit.intact_rooms();
    findings.intact_replays = static_cast<std::uint64_t>(
        connection->execAndGet("SELECT count(*) FROM replays").getInt64());
}

// What the new database lacks; it keeps only what is intact.
Findings settle(Connection& to, const Collector& collected, std::uint64_t unknown) {
    Findings findings;
    Audit audit(to);
    audit.doubt(unknown);
    findings.rooms = audit.damaged_rooms();
    findings.replays = column(to, "SELECT DISTINCT lower(hex(match)) FROM listed "
                                  "WHERE match NOT IN (SELECT match FROM replays) "
                                  "AND row NOT IN (SELECT row FROM saved) ORDER BY 1");
    count_intact(to, audit, findings);
    Statement lose(*to, "INSERT INTO lost(room) VALUES(?)");
    for (const core::RoomCode& room : findings.rooms)
        run(lose, room);
    to->exec("DELETE FROM records WHERE room IN lost");
    take_inventory(to, collected.last() + skipped_numbers);
    Statement set_uptime(*to, "UPDATE meta SET value = ?1, checksum = number_checksum(name, ?1) "
                              "WHERE name = 'uptime'");
    run(set_uptime, collected.uptime());
    return findings;
}

fs::path with(const fs::path& database, const std::string& ending) {
    return database.string() + ending;
}

fs::path recovered(const fs::path& database) {
    return with(database, ".recovered");
}

bool is_there(const fs::path& file) {
    return fs::exists(fs::symlink_status(file));
}

// A name for the damaged database that is still free.
fs::path free_name(const fs::path& database) {
    for (int number = 1;; ++number)
        if (fs::path name = with(database, ".damaged-" + std::to_string(number)); !is_there(name))
            return name;
}

} // namespace

std::optional<Findings> rescue(const fs::path& from, const fs::path& to,
                               std::span<const Migration> migrations) {
    const Image image(from);
    if (image.application() == Identity::development)
        return std::nullopt;
    Connection target(to, Connection::Access::ReadWrite);
    return guarded(target, [&]() -> std::optional<Findings> {
        target->exec("PRAGMA journal_mode=OFF");
        target->exec("PRAGMA synchronous=OFF");   // until it is complete
        target->exec("PRAGMA temp_store=MEMORY"); // a container may have no other place
        create_tables(target, migrations);
        target->exec("BEGIN");
        target->exec("CREATE TEMP TABLE listed(match BLOB, row INTEGER, PRIMARY KEY(match, row)) "
                     "WITHOUT ROWID;"
                     "CREATE TEMP TABLE saved(row INTEGER PRIMARY KEY);"
                     "CREATE TEMP TABLE lost(room TEXT PRIMARY KEY)");
        target->exec("DELETE FROM inventory");
        std::optional<Findings> findings;
        {
            Collector collector(target, migrations.back().to);
            collector.collect(image);
            const bool ours = image.application() == Identity::application &&
                              image.version() >= first_with_checksums;
            if (!collector.found_any() && !ours)
                return std::nullopt;
            findings = settle(target, collector, highest_unknown_number(image, collector.blocks()));
            if (const auto secret = collector.push_secret())
                set_push_secret(target, *secret);
            if (const auto identity = collector.identity()) {
                set_identity(target, *identity);
                findings->missing_records =
                    missing_records(acknowledged_number(from, *identity), collector.last());
            }
        }
        target->exec("COMMIT");
        findings->structure = image.problem();
        return findings;
    });
}

std::optional<Findings> replace_damaged(const fs::path& database,
                                        std::span<const Migration> migrations) {
    std::optional<Findings> findings;
    {
        const TemporaryFile file(database);
        findings = rescue(database, file.path(), migrations);
        if (!findings)
            return std::nullopt;
        sync_file(file.path());
        move_into_place(file.path(), recovered(database), Existing::Replaced);
    }
    finish_replacement(database);
    return findings;
}

// In an order in which the new database never meets the log of the damaged one. Until its last
// step, each start continues it.
void finish_replacement(const fs::path& database) {
    if (!is_there(recovered(database)))
        return;
    const fs::path kept = free_name(database);
    for (const std::string part : {"-wal", ""})
        if (const fs::path file = with(database, part); is_there(file))
            move_into_place(file, with(kept, part), Existing::Replaced);
    fs::remove(with(database, "-shm"));
    move_into_place(recovered(database), database, Existing::Replaced);
}

Findings inspect(Connection& connection) {
    Findings findings;
    try {
        if (connection.text("PRAGMA integrity_check(1)") != "ok")
            findings.structure = "tables and indexes don't fit together";
        if (findings.structure)
            return findings;
        // In this order, because a server may be storing records.
        const std::uint64_t acknowledged = acknowledged_number(connection);
        const Audit audit(connection);
        guarded(connection, [&] {
            findings.rooms = audit.damaged_rooms();
            findings.replays =
                column(connection, "SELECT lower(hex(match)) FROM replays WHERE checksum != "
                                   "replay_checksum(match, at, uptime, replay) ORDER BY 1");
            count_intact(connection, audit, findings);
            findings.intact_replays -= findings.replays.size();
            findings.missing_records = missing_records(acknowledged, audit.last_number());
        });
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Corrupt)
            throw;
        findings.structure = error.what();
    }
    return findings;
}

} // namespace jaipur::server::store
