#include "server/store/database.hpp"

#include "server/store/checksum.hpp"
#include "server/store/database_impl.hpp"
#include "server/store/files.hpp"
#include "server/store/record_codec.hpp"
#include "server/store/records_ahead.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using SQLite::Statement;
using SQLite::Transaction;
using std::chrono::milliseconds;

// How much uptime a crash may forget.
constexpr std::chrono::minutes uptime_step{1};

} // namespace

Database::Impl::Impl(const Settings& settings, OpenDatabase open)
    : directory(settings.directory), damaged(settings.damaged),
      connection(std::move(open.connection)), audit(std::move(open.audit)),
      lost_rooms(std::move(open.lost_rooms)),
      insert_record(**connection,
                    "INSERT INTO records(number, room, record, checksum) VALUES(?, ?, ?, ?)"),
      remove_record(**connection, "DELETE FROM records WHERE number = ?"),
      mark_removed(**connection, "UPDATE records SET record = number, "
                                 "checksum = record_checksum(number, room, CAST(number AS TEXT)) "
                                 "WHERE number = ?"),
      set_uptime(**connection, "REPLACE INTO meta(name, value, checksum) "
                               "VALUES('uptime', ?1, number_checksum('uptime', ?1))"),
      replays(*connection), guests(*connection), inventory(*connection),
      acknowledged(connection->file(), stored_number(*connection, identity_name).value()) {
    last_number = std::max(inventory.last_number(), acknowledged.number());
    uptime = stored_uptime = intact_uptime();
    // Replaces SQLite's own checkpoints, which ignore errors, and counts pages.
    sqlite3_wal_hook((*connection)->getHandle(), &count_pages, this);
}

int Database::Impl::count_pages(void* self, sqlite3*, const char*, int pages) {
    static_cast<Impl*>(self)->log_pages = pages;
    return SQLITE_OK;
}

// If the stored one is damaged, the longest that a replay knows.
milliseconds Database::Impl::intact_uptime() {
    return milliseconds(
        connection->integer("SELECT ifnull((SELECT value FROM meta WHERE name = 'uptime' AND "
                            "checksum = number_checksum(name, value)), "
                            "(SELECT ifnull(max(uptime), 0) FROM replays))"));
}

void Database::Impl::insert(const core::Record& record) {
    const std::string text = encode_record(record);
    run(insert_record, as_integer(record.number), record.room, text,
        record_checksum(as_integer(record.number), record.room, text));
    numbers.add(record.room, record.number);
    inventory.add(record.number, record.room);
}

void Database::Impl::remove_row(std::uint64_t number) {
    run(remove_record, as_integer(number));
    inventory.remove(number);
}

// Removes the room's first records. Nearly each is in a different page, so only the last one is
// marked, which writes one page; they are deleted later, together with those of other rooms.
void Database::Impl::remove_up_to(const core::RoomCode& room, std::uint64_t last) {
    const auto removed = numbers.remove(room, 0, last);
    if (removed.empty())
        return;
    run(mark_removed, as_integer(std::ranges::max(removed)));
    now_left_over.insert(now_left_over.end(), removed.begin(), removed.end());
}

void Database::Impl::remove(const core::RoomCode& room, std::uint64_t first, std::uint64_t last) {
    for (const std::uint64_t number : numbers.remove(room, first, last))
        remove_row(number);
}

void Database::Impl::carry_out(const FinishedMatch& finished) {
    replays.insert(finished, uptime);
    run(set_uptime, uptime.count());
}

void Database::Impl::carry_out(const Compact& compact) {
    const std::uint64_t number = compact.snapshot.number;
    remove_up_to(compact.snapshot.room, number - 1);
    remove(compact.snapshot.room, number, number);
    insert(compact.snapshot);
}

void Database::Impl::carry_out(const core::DiscardRange& range) {
    if (range.first == 0)
        remove_up_to(range.room, range.last);
    else
        remove(range.room, range.first, range.last);
}

void Database::Impl::renew_inventory(const std::vector<std::uint64_t>& blocks) {
    if (blocks.empty())
        return;
    commit([&] { // without space, the next start does it
        for (const std::uint64_t block : blocks)
            inventory.renew(block);
    });
}

// While a reader prevents emptying the log, its index sometimes has to grow. If there is no
// space for that, SQLite notices too late: after the commit.
bool Database::Impl::log_may_not_grow() const {
    constexpr std::uintmax_t enough = std::uintmax_t{256} * 1024; // bytes
    std::error_code error;
    return log_pages > 2 * long_log &&
           fs::space(connection->file().parent_path(), error).available < enough && !error;
}

Database::Written Database::Impl::commit(const std::function<void()>& what) {
    std::optional<StoreError> error;
    guarded(*connection, [&] {
        std::optional<Transaction> transaction; // its destructor rolls back
        try {
            transaction.emplace(**connection, SQLite::TransactionBehavior::IMMEDIATE);
            what();
            inventory.flush();
            transaction->commit();
        } catch (const SQLite::Exception& thrown) {
            error = connection->error(thrown); // before the rollback changes `errno`
        }
    });
    const auto left_over = std::exchange(now_left_over, {});
    if (!error) {
        numbers.confirm();
        inventory.confirm();
        leftovers.insert(leftovers.end(), left_over.begin(), left_over.end());
        return Written::Durable;
    }
    numbers.undo();
    inventory.undo();
    if (sqlite3_get_autocommit((*connection)->getHandle()) == 0)
        throw StoreError(Kind::Io, error->what()); // the rollback failed
    // In use: another process has locked the database for seconds.
    if (error->kind() == Kind::Full || error->kind() == Kind::InUse)
        return Written::Full;
    if (error->kind() == Kind::Corrupt)
        suspect(*error);
    throw StoreError(*error);
}

void Database::Impl::suspect(const StoreError& error) {
    store::suspect(directory);
    if (!std::exchange(suspected, true))
        report(Damage::What::Page, error.what());
}

void Database::Impl::report(Damage::What what, std::string name) const {
    if (damaged)
        damaged({what, std::move(name)});
}

Database::Database(const Settings& settings) {
    const fs::path file = settings.directory / database_name;
    try {
        impl_ = std::make_unique<Impl>(settings);
    } catch (const SQLite::Exception& thrown) {
        throw StoreError(Kind::Corrupt, file.string() + ": " + thrown.what());
    }
}

Database::~Database() = default;

std::uint64_t Database::last_number() const {
    return impl_->last_number;
}

std::vector<core::RoomCode> Database::load(const std::function<void(const core::Record&)>& take) {
    Impl& db = *impl_;
    const auto audit = std::move(db.audit);
    const auto found = audit->damaged_rooms();
    std::set<core::RoomCode> damaged(found.begin(), found.end());
    RecordsAhead records(
        [&](const RecordsAhead::Row& row) {
            return audit->about(row.number, row.room, row.text, row.checksum);
        },
        [&](const RecordsAhead::Row& row, Audit::Verdict verdict,
            const std::optional<core::Record>& record) {
            if (verdict == Audit::Verdict::LeftOver)
                db.leftovers.push_back(row.number);
            if (verdict != Audit::Verdict::Live || damaged.contains(row.room))
                return;
            if (!record) {
                damaged.insert(row.room);
                return;
            }
            db.numbers.add(row.room, row.number);
            db.numbers.confirm();
            take(*record);
        });
    guarded(*db.connection, [&] {
        Statement rows(**db.connection, "SELECT number, room, record, checksum FROM records "
                                        "WHERE number > 0 ORDER BY number");
        while (rows.executeStep()) {
            const auto number = static_cast<std::uint64_t>(rows.getColumn(0).getInt64());
            core::RoomCode room = rows.getColumn(1).getString();
            std::string text = rows.getColumn(2).getString();
            records.add({number, std::move(room), std::move(text), rows.getColumn(3).getInt64()});
        }
        records.finish();
    });
    for (const core::RoomCode& room : damaged) { // what is left of it stays as it is
        db.numbers.remove(room, 0, std::numeric_limits<std::uint64_t>::max());
        db.numbers.confirm();
    }
    db.renew_inventory(audit->damaged_blocks());
    damaged.insert(db.lost_rooms.begin(), db.lost_rooms.end());
    return {damaged.begin(), damaged.end()};
}

Database::Written Database::write(std::span<const core::Record> records,
                                  const HousekeepingTasks& tasks) {
    Impl& db = *impl_;
    if (db.log_may_not_grow())
        return Written::Full;
    const Written written = db.commit([&] {
        for (const core::Record& record : records)
            db.insert(record);
        for (const HousekeepingTask& task : tasks)
            std::visit([&](const auto& is) { db.carry_out(is); }, task);
        if (db.uptime >= db.stored_uptime + uptime_step)
            run(db.set_uptime, db.uptime.count());
    });
    if (written == Written::Full)
        return written;
    if (db.uptime >= db.stored_uptime + uptime_step)
        db.stored_uptime = db.uptime;
    if (!records.empty()) {
        db.last_number =
            std::max(db.last_number, std::ranges::max(records, {}, &core::Record::number).number);
        db.acknowledged.raise(db.last_number);
    }
    return written;
}

} // namespace jaipur::server::store
