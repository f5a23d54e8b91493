// What the store's thread does.
#include "protocol/fair.hpp"
#include "server/postgresql/postgresql_store.hpp"

#include <algorithm>
#include <exception>
#include <iterator>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

// Without space, the store tries again after this time, or with the next request.
constexpr auto try_again_after = 1s;
constexpr auto retention_interval = 1h;
constexpr int removed_at_once = 200; // replays
// How much uptime a crash may forget.
constexpr std::chrono::minutes uptime_step{1};

} // namespace

void PostgresqlStore::work() {
    const auto end_with = [this](const auto& callback, const char* what) {
        end();
        callback(what);
    };
    try {
        Jobs jobs;
        while (wait_for(jobs)) {
            session_.reconnect();
            session_.renew_if_due();
            carry_out(std::exchange(jobs, {}));
            look_again();
            tidy_up();
            read_on();
        }
        finish();
    } catch (const FencedOff& error) {
        end_with(fenced_, error.what());
    } catch (const std::exception& error) {
        session_.release(); // another server may have more luck
        end_with(failed_, error.what());
    }
}

// Waits for requests. False: the store is closing and has nothing left to do.
bool PostgresqlStore::wait_for(Jobs& jobs) {
    const auto taken = [&] {
        const std::lock_guard lock(mutex_);
        jobs = std::exchange(jobs_, {});
        return closing_;
    };
    bool closing = taken();
    if (jobs.empty() && !closing) {
        session_.wait(bell_.descriptor(), next_deadline());
        bell_.silence(); // before looking: what rings later is found later
        closing = taken();
    }
    return !closing || !jobs.empty();
}

Clock::time_point PostgresqlStore::next_deadline() const {
    auto deadline = retention_due_;
    if (!adoptions_.empty())
        return Clock::now();
    if (!second_looks_.empty())
        deadline = std::min(deadline, std::max(Clock::now(), second_looks_.front().at));
    if (!tasks_.empty() || !accepts_records_)
        deadline = std::min(deadline, std::max(Clock::now(), try_from_));
    return deadline;
}

void PostgresqlStore::carry_out(Jobs jobs) {
    postpone(jobs);
    forget_lost();
    if (jobs.retain)
        keep_for(*jobs.retain);
    if (!jobs.records.empty()) {
        const auto outcome = store(jobs.records);
        store::answer_ranges(answer_, jobs.records, [&](const core::Record& record) {
            return result_for(record, outcome);
        });
    }
    std::ranges::move(jobs.tasks, std::back_inserter(tasks_));
    keep_guests(jobs); // no move waits for it
    answer_finds(jobs);
    for (auto& [slot, adopted] : jobs.slots)
        if (adopted)
            begin_to_adopt(slot, std::move(adopted));
        else
            give_back(slot);
    for (const auto& look : jobs.looks) // last: at what was done before
        answer(look);
}

// Without a connection there are no slots either, so records can be answered at once.
void PostgresqlStore::postpone(Jobs& jobs) {
    const auto move = [](auto& from, auto& to) {
        std::ranges::move(from, std::back_inserter(to));
        from.clear();
    };
    const bool now = session_.is_connected();
    Jobs& from = now ? postponed_ : jobs;
    Jobs& to = now ? jobs : postponed_;
    move(from.finds, to.finds);
    move(from.measures, to.measures);
}

void PostgresqlStore::answer_finds(Jobs& jobs) {
    if (jobs.finds.empty() && jobs.measures.empty())
        return;
    store({}); // what they ask for may be among the tasks
    try {
        for (; !jobs.finds.empty(); jobs.finds.erase(jobs.finds.begin()))
            jobs.finds.front().second(replay(jobs.finds.front().first));
        answer_measures(jobs);
    } catch (const postgresql::Lost&) { // only a store without slots goes on like this
        if (!settings_.lost)
            throw;
        postpone(jobs);
    }
}

void PostgresqlStore::answer_measures(Jobs& jobs) {
    for (; !jobs.measures.empty(); jobs.measures.erase(jobs.measures.begin())) {
        const auto& [match, measured] = jobs.measures.front();
        const auto size = replay_size(match);
        if (size || !settings_.lost)
            measured(size);
        else
            second_looks_.push_back({Clock::now() + settings_.replay_patience, match, measured});
    }
}

void PostgresqlStore::look_again() {
    for (; !second_looks_.empty() && second_looks_.front().at <= Clock::now();
         second_looks_.pop_front()) {
        std::optional<std::size_t> size;
        try {
            if (session_.is_connected())
                size = replay_size(second_looks_.front().match);
        } catch (const postgresql::Lost&) { // then it isn't found
        }
        second_looks_.front().measured(size);
    }
}

// Stores the records and all pending housekeeping in one transaction; if there is no space for
// both, only the records. What belongs to slots of other servers is left out.
PostgresqlStore::Outcome PostgresqlStore::store(const std::vector<core::Record>& records) {
    const bool with_tasks = !tasks_.empty() && Clock::now() >= try_from_;
    const auto now = uptime();
    const bool with_uptime = !records.empty() && now >= stored_uptime_ + uptime_step;
    const auto append_to = [&](Transaction& transaction) {
        for (const core::Record& record : records)
            if (session_.holds(core::slot_of(record.room)))
                transaction.append(record, numbers_);
    };
    Transaction all;
    append_to(all);
    if (with_tasks)
        for (const store::HousekeepingTask& task : tasks_)
            all.carry_out(task, numbers_, now);
    if (with_uptime)
        all.set_uptime(now);
    auto outcome = commit(all);
    if (outcome == Outcome::Durable) {
        if (with_tasks)
            tasks_.clear();
        if (with_uptime)
            stored_uptime_ = now;
    } else if (with_tasks && !records.empty()) {
        Transaction alone;
        append_to(alone);
        outcome = commit(alone);
    }
    if (outcome == Outcome::Durable && !records.empty())
        last_number_ = std::max<std::uint64_t>(last_number_, records.back().number);
    return outcome;
}

PostgresqlStore::Outcome PostgresqlStore::commit(Transaction& transaction) {
    if (transaction.empty())
        return Outcome::Durable;
    const auto begun = Clock::now();
    const auto outcome = session_.transact(transaction);
    const bool durable = outcome == Outcome::Durable;
    if (durable)
        numbers_.confirm();
    else
        numbers_.undo();
    forget_lost();
    accepts_records_ = durable;
    if (!durable)
        try_from_ = Clock::now() + try_again_after;
    took(Clock::now() - begun);
    return outcome;
}

void PostgresqlStore::keep_guests(Jobs& jobs) {
    if (jobs.guests.empty() && jobs.companions.empty())
        return;
    Transaction transaction;
    for (const auto& [companion, kept] : jobs.companions)
        transaction.keep(companion);
    for (const core::GuestEntries& entries : jobs.guests)
        for (const core::GuestEntry& entry : entries)
            transaction.keep(entry);
    transaction.tell_change();
    const bool durable = commit(transaction) == Outcome::Durable;
    const auto result = !session_.holds(core::guests_slot) ? core::Stored::Fenced
                        : durable                          ? core::Stored::Durable
                                                           : core::Stored::Full;
    for (const GuestsKept& kept : jobs.kept)
        kept(result);
    for (const auto& [companion, kept] : jobs.companions)
        kept(result);
}

std::optional<std::string> PostgresqlStore::replay(const protocol::MatchId& match) {
    if (const std::string* unwritten = store::unwritten_replay(tasks_, match))
        return *unwritten; // there was no space
    auto rows =
        session_.query({"select replay from replay where match = $1", {protocol::hex(match)}}).rows;
    return rows.empty() ? std::nullopt : std::optional(std::move(rows.front().front()));
}

std::optional<std::size_t> PostgresqlStore::replay_size(const protocol::MatchId& match) {
    if (const std::string* unwritten = store::unwritten_replay(tasks_, match))
        return unwritten->size();
    const auto rows = session_
                          .query({"select octet_length(replay) from replay where match = $1",
                                  {protocol::hex(match)}})
                          .rows;
    return rows.empty() ? std::nullopt : std::optional(std::stoul(rows.front().front()));
}

// Work that nobody waits for: housekeeping, old replays, and looking for space.
void PostgresqlStore::tidy_up() {
    bool busy = false;
    {
        const std::lock_guard lock(mutex_);
        busy = !jobs_.records.empty();
    }
    if (!busy && !tasks_.empty() && Clock::now() >= try_from_)
        store({});
    if (!accepts_records_ && Clock::now() >= try_from_) {
        Transaction probe;
        probe.set_uptime(uptime());
        commit(probe);
    }
    if (Clock::now() >= retention_due_ && session_.is_connected())
        try {
            forget_replays();
        } catch (const postgresql::Lost&) { // only a store without slots goes on like this
            if (!settings_.lost)
                throw;
        }
}

// The machine's clock doesn't matter: somebody may have set it.
milliseconds PostgresqlStore::uptime() const {
    return earlier_uptime_ + (settings_.running
                                  ? settings_.running()
                                  : std::chrono::floor<milliseconds>(Clock::now() - made_));
}

void PostgresqlStore::forget_replays() {
    Transaction transaction;
    transaction.forget_replays(uptime() - retain_, removed_at_once);
    transaction.set_uptime(uptime());
    retention_due_ = Clock::now();
    if (commit(transaction) != Outcome::Durable)
        retention_due_ += try_again_after;
    else if (session_
                 .query({"select count(*) from (select from replay where uptime < $1 limit 1) old",
                         {std::to_string((uptime() - retain_).count())}})
                 .rows.at(0)
                 .at(0) == "0")
        retention_due_ += retention_interval;
}

void PostgresqlStore::finish() {
    store({});
    Transaction transaction;
    transaction.set_uptime(uptime());
    commit(transaction);
    session_.release();
}

} // namespace jaipur::server::postgresql
