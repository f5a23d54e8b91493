// What a database does in between: it remembers for how long servers have run, removes what nobody
// needs any more, compares an index, and moves its log.
#include "server/store/database_impl.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace jaipur::server::store {

namespace {

using Kind = StoreError::Kind;
using std::chrono::microseconds;
using std::chrono::milliseconds;

} // namespace

milliseconds Database::uptime() const {
    return impl_->uptime;
}

void Database::set_uptime(milliseconds uptime) {
    impl_->uptime = uptime;
}

Database::Written Database::store_uptime() {
    return impl_->commit([&] { run(impl_->set_uptime, impl_->uptime.count()); });
}

std::optional<int> Database::forget_replays(milliseconds before, int most) {
    int removed = 0;
    const Written written = impl_->commit([&] {
        removed = impl_->replays.remove(before, most);
        run(impl_->set_uptime, impl_->uptime.count());
    });
    return written == Written::Durable ? std::optional(removed) : std::nullopt;
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
        const Written written = impl_->commit([&] {
            for (auto number = leftovers.begin(); number != end; ++number)
                impl_->remove_row(*number);
        });
        if (written == Written::Durable)
            leftovers.erase(leftovers.begin(), end);
        return written;
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

std::optional<microseconds> Database::measure_commit() {
    using std::chrono::steady_clock;
    std::array<microseconds, 5> times{};
    for (microseconds& time : times) {
        const auto from = steady_clock::now();
        const Written written = impl_->commit([&] {
            (*impl_->connection)->exec("UPDATE meta SET value = value + 1 WHERE name = 'measured'");
        });
        if (written == Written::Full)
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
    db.next_checkpoint = pages > moved ? pages + Impl::long_log : Impl::long_log;
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
