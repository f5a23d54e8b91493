#include "server/store/database.hpp"

#include "server/store/acknowledged.hpp"
#include "server/store/audit.hpp"
#include "server/store/checksum.hpp"
#include "server/store/connection.hpp"
#include "server/store/files.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/inventory_table.hpp"
#include "server/store/opening.hpp"
#include "server/store/push_secret.hpp"
#include "server/store/record_codec.hpp"
#include "server/store/record_numbers.hpp"
#include "server/store/replay_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using SQLite::Statement;
using SQLite::Transaction;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// How much uptime a crash may forget.
constexpr std::chrono::minutes uptime_step{1};
// A log of this many pages, about 4 MiB, is worth a checkpoint.
constexpr int long_log = 1000;

} // namespace

struct Database::Impl {
    explicit Impl(const Settings& settings) : Impl(settings, open_database(settings)) {}

    Impl(const Settings& settings, OpenDatabase open)
        : directory(settings.directory), damaged(settings.damaged),
          connection(std::move(open.connection)), audit(std::move(open.audit)),
          lost_rooms(std::move(open.lost_rooms)),
          insert_record(**connection,
                        "INSERT INTO records(number, room, record, checksum) VALUES(?, ?, ?, ?)"),
          remove_record(**connection, "DELETE FROM records WHERE number = ?"),
          mark_removed(**connection,
                       "UPDATE records SET record = number, "
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

    static int count_pages(void* self, sqlite3*, const char*, int pages) {
        static_cast<Impl*>(self)->log_pages = pages;
        return SQLITE_OK;
    }

    // If the stored one is damaged, the longest that a replay knows.
    milliseconds intact_uptime() {
        return milliseconds(
            connection->integer("SELECT ifnull((SELECT value FROM meta WHERE name = 'uptime' AND "
                                "checksum = number_checksum(name, value)), "
                                "(SELECT ifnull(max(uptime), 0) FROM replays))"));
    }

    void insert(const core::Record& record) {
        const std::string text = encode_record(record);
        run(insert_record, as_integer(record.number), record.room, text,
            record_checksum(as_integer(record.number), record.room, text));
        numbers.add(record.room, record.number);
        inventory.add(record.number, record.room);
    }

    void remove_row(std::uint64_t number) {
        run(remove_record, as_integer(number));
        inventory.remove(number);
    }

    // Removes the room's first records. Nearly each is in a different page, so only the last one is
    // marked, which writes one page; they are deleted later, together with those of other rooms.
    void remove_up_to(const core::RoomCode& room, std::uint64_t last) {
        const auto removed = numbers.remove(room, 0, last);
        if (removed.empty())
            return;
        run(mark_removed, as_integer(std::ranges::max(removed)));
        now_left_over.insert(now_left_over.end(), removed.begin(), removed.end());
    }

    void remove(const core::RoomCode& room, std::uint64_t first, std::uint64_t last) {
        for (const std::uint64_t number : numbers.remove(room, first, last))
            remove_row(number);
    }

    void carry_out(const FinishedMatch& finished) {
        replays.insert(finished, uptime);
        run(set_uptime, uptime.count());
    }

    void carry_out(const Compact& compact) {
        const std::uint64_t number = compact.snapshot.number;
        remove_up_to(compact.snapshot.room, number - 1);
        remove(compact.snapshot.room, number, number);
        insert(compact.snapshot);
    }

    void carry_out(const core::DiscardRange& range) {
        if (range.first == 0)
            remove_up_to(range.room, range.last);
        else
            remove(range.room, range.first, range.last);
    }

    void renew_inventory(const std::vector<std::uint64_t>& blocks) {
        if (blocks.empty())
            return;
        commit([&] { // without space, the next start does it
            for (const std::uint64_t block : blocks)
                inventory.renew(block);
        });
    }

    // While a reader prevents emptying the log, its index sometimes has to grow. If there is no
    // space for that, SQLite notices too late: after the commit.
    bool log_may_not_grow() const {
        constexpr std::uintmax_t enough = std::uintmax_t{256} * 1024; // bytes
        std::error_code error;
        return log_pages > 2 * long_log &&
               fs::space(connection->file().parent_path(), error).available < enough && !error;
    }

    // Runs `what` in one transaction. False: no space, and nothing has changed.
    template <class Do>
    bool commit(Do what) {
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
            return true;
        }
        numbers.undo();
        inventory.undo();
        if (sqlite3_get_autocommit((*connection)->getHandle()) == 0)
            throw StoreError(Kind::Io, error->what()); // the rollback failed
        // In use: another process has locked the database for seconds.
        if (error->kind() == Kind::Full || error->kind() == Kind::InUse)
            return false;
        if (error->kind() == Kind::Corrupt)
            suspect(*error);
        throw StoreError(*error);
    }

    // Damage that only the next start can repair. Reports it once.
    void suspect(const StoreError& error) {
        store::suspect(directory);
        if (!std::exchange(suspected, true) && damaged)
            damaged({Damage::What::Page, error.what()});
    }

    const fs::path directory;
    const Store::Damaged damaged;
    std::unique_ptr<Connection> connection;
    std::unique_ptr<const Audit> audit; // until the records are loaded
    std::vector<core::RoomCode> lost_rooms;
    Statement insert_record, remove_record, mark_removed, set_uptime;
    ReplayTable replays;
    GuestTable guests;
    InventoryTable inventory;
    Acknowledged acknowledged;
    RecordNumbers numbers;
    std::vector<std::uint64_t> leftovers;     // numbers of records, unordered
    std::vector<std::uint64_t> now_left_over; // added in this transaction
    std::uint64_t last_number = 0;
    milliseconds uptime{0}, stored_uptime{0};
    bool suspected = false;
    int log_pages = 0;
    int next_checkpoint = long_log; // pages
};

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
    guarded(*db.connection, [&] {
        Statement rows(**db.connection, "SELECT number, room, record, checksum FROM records "
                                        "WHERE number > 0 ORDER BY number");
        while (rows.executeStep()) {
            const auto number = static_cast<std::uint64_t>(rows.getColumn(0).getInt64());
            const core::RoomCode room = rows.getColumn(1).getString();
            const std::string text = rows.getColumn(2).getString();
            const auto verdict = audit->about(number, room, text, rows.getColumn(3).getInt64());
            if (verdict == Audit::Verdict::LeftOver)
                db.leftovers.push_back(number);
            if (verdict != Audit::Verdict::Live || damaged.contains(room))
                continue;
            const auto record = decode_record(text);
            if (record.has_error() || record->number != number || record->room != room) {
                damaged.insert(room);
                continue;
            }
            db.numbers.add(room, number);
            db.numbers.confirm();
            take(*record);
        }
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
    const bool durable = db.commit([&] {
        for (const core::Record& record : records)
            db.insert(record);
        for (const HousekeepingTask& task : tasks)
            std::visit([&](const auto& is) { db.carry_out(is); }, task);
        if (db.uptime >= db.stored_uptime + uptime_step)
            run(db.set_uptime, db.uptime.count());
    });
    if (durable && db.uptime >= db.stored_uptime + uptime_step)
        db.stored_uptime = db.uptime;
    if (durable && !records.empty()) {
        db.last_number = records.back().number;
        db.acknowledged.raise(db.last_number);
    }
    return durable ? Written::Durable : Written::Full;
}

std::optional<std::string> Database::find(const protocol::MatchId& match) {
    ReplayTable::Found found;
    try {
        found = guarded(*impl_->connection, [&] { return impl_->replays.find(match); });
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Corrupt)
            throw;
        found.damaged = true;
        impl_->suspect(error);
    }
    if (!found.damaged)
        return found.replay;
    if (impl_->damaged)
        impl_->damaged({Damage::What::Replay, protocol::hex(match)});
    return std::nullopt;
}

std::optional<std::size_t> Database::size_of(const protocol::MatchId& match) {
    try {
        return guarded(*impl_->connection, [&] { return impl_->replays.size_of(match); });
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Corrupt)
            throw;
        return 0; // `find` reports it
    }
}

milliseconds Database::uptime() const {
    return impl_->uptime;
}

void Database::set_uptime(milliseconds uptime) {
    impl_->uptime = uptime;
}

Database::Written Database::store_uptime() {
    const bool durable = impl_->commit([&] { run(impl_->set_uptime, impl_->uptime.count()); });
    return durable ? Written::Durable : Written::Full;
}

std::optional<int> Database::forget_replays(milliseconds before, int most) {
    int removed = 0;
    const bool durable = impl_->commit([&] {
        removed = impl_->replays.remove(before, most);
        run(impl_->set_uptime, impl_->uptime.count());
    });
    return durable ? std::optional(removed) : std::nullopt;
}

std::size_t Database::leftovers() const {
    return impl_->leftovers.size();
}

// The lowest numbers first: they share pages, and the record that marks them is deleted last.
Database::Written Database::remove_leftovers(std::size_t most) {
    auto& leftovers = impl_->leftovers;
    if (leftovers.empty())
        return Written::Durable;
    if (impl_->log_may_not_grow())
        return Written::Full;
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, leftovers.size()));
    const auto end = std::next(leftovers.begin(), count);
    if (end != leftovers.end())
        std::ranges::nth_element(leftovers, end);
    std::sort(leftovers.begin(), end);
    try {
        const bool durable = impl_->commit([&] {
            for (auto number = leftovers.begin(); number != end; ++number)
                impl_->remove_row(*number);
        });
        if (durable)
            leftovers.erase(leftovers.begin(), end);
        return durable ? Written::Durable : Written::Full;
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Corrupt)
            throw;
    }
    leftovers.clear(); // the others as well: with their mark gone, these would be read again
    return Written::Durable;
}

bool Database::compare_index(int most) {
    try {
        return guarded(*impl_->connection, [&] { return impl_->replays.compare_index(most); });
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Corrupt)
            throw;
        impl_->suspect(error);
        return false;
    }
}

std::optional<PushSecret> Database::push_secret(const core::Entropy& entropy) {
    Connection& connection = *impl_->connection;
    auto secret = guarded(connection, [&] { return stored_push_secret(connection); });
    if (secret)
        return secret;
    secret = core::draw<PushSecret>(entropy);
    const bool durable = impl_->commit([&] { set_push_secret(connection, *secret); });
    return durable ? secret : std::nullopt;
}

core::GuestEntries Database::guests() {
    auto found = guarded(*impl_->connection, [&] { return impl_->guests.all(); });
    for (const std::uint64_t number : found.damaged) {
        found.entries.push_back({number, std::nullopt});
        if (impl_->damaged)
            impl_->damaged({Damage::What::Guest, std::to_string(number)});
    }
    std::ranges::sort(found.entries, {}, &core::GuestEntry::number);
    return found.entries;
}

Database::Written Database::keep(std::span<const core::GuestEntries> changes) {
    const bool durable = impl_->commit([&] {
        for (const core::GuestEntries& change : changes)
            for (const core::GuestEntry& entry : change)
                impl_->guests.change(entry);
    });
    return durable ? Written::Durable : Written::Full;
}

std::optional<microseconds> Database::measure_commit() {
    using std::chrono::steady_clock;
    std::array<microseconds, 5> times{};
    for (microseconds& time : times) {
        const auto from = steady_clock::now();
        const bool durable = impl_->commit([&] {
            (*impl_->connection)->exec("UPDATE meta SET value = value + 1 WHERE name = 'measured'");
        });
        if (!durable)
            return std::nullopt;
        time = std::chrono::duration_cast<microseconds>(steady_clock::now() - from);
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

Database::Written Database::checkpoint(Checkpoint how) {
    Impl& db = *impl_;
    sqlite3* const handle = (*db.connection)->getHandle();
    const bool all = how == Checkpoint::Truncate;
    int pages = 0, moved = 0;
    sqlite3_busy_timeout(handle, 0); // don't wait for readers
    const int code = sqlite3_wal_checkpoint_v2(
        handle, "main", all ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &pages,
        &moved);
    sqlite3_busy_timeout(handle, Connection::patience_ms);
    // A reader can hold back a part; the next checkpoint gets further.
    db.next_checkpoint = pages > moved ? pages + long_log : long_log;
    if (code == SQLITE_OK || (code & 0xFF) == SQLITE_BUSY)
        return Written::Durable;
    const StoreError error = db.connection->error(SQLite::Exception(handle, code));
    if (error.kind() == Kind::Full)
        return Written::Full;
    throw StoreError(error);
}

bool Database::wants_checkpoint() const {
    return impl_->log_pages >= impl_->next_checkpoint;
}

} // namespace jaipur::server::store
