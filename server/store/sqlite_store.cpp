#include "server/store/sqlite_store.hpp"

#include "server/store/error.hpp"

#include <algorithm>
#include <exception>
#include <ranges>

namespace jaipur::server::store {

using std::chrono::milliseconds;

namespace {

using namespace std::chrono_literals;
using Kind = StoreError::Kind;
using Written = Database::Written;

// On a full disk, the store looks for space again after this time, or with the next request.
constexpr auto try_again_after = 1s;
constexpr auto retention_interval = 1h;
// If this many records come in this time, a load of 8,000 records per second, commits wait for
// more.
constexpr std::size_t many = 32;
constexpr auto counting_time = 4ms;
// How many replays one transaction removes: few enough that records don't wait long for it.
constexpr int removed_at_once = 200;
constexpr int compared_at_once = 200; // replays
// Under load, leftovers are removed once there are this many, about six megabytes. With a few
// hundred rooms, ten of them then share a page. An idle store doesn't wait for that many.
constexpr std::size_t many_leftovers = 20'000;
constexpr std::size_t leftovers_at_once = 500;

// Opening a database may need some space.
std::unique_ptr<Database> opened(const Database::Settings& settings, Ballast& ballast) {
    try {
        return std::make_unique<Database>(settings);
    } catch (const StoreError& error) {
        const bool space = error.kind() == Kind::Full || error.kind() == Kind::Io;
        if (!space || !ballast.there())
            throw;
        ballast.release();
    }
    return std::make_unique<Database>(settings);
}

} // namespace

SqliteStore::SqliteStore(Settings settings, Answer answer, Failed failed)
    : settings_(std::move(settings)), answer_(std::move(answer)), failed_(std::move(failed)),
      lock_(settings_.database.directory),
      ballast_(settings_.database.directory / "jaipur.ballast", settings_.ballast),
      database_(opened(settings_.database, ballast_)), last_number_(database_->last_number()),
      earlier_uptime_(database_->uptime()) {
    accepts_records_ = ballast_.make();
    if (accepts_records_)
        commit_time_ = database_->measure_commit();
}

SqliteStore::~SqliteStore() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    asked_.notify_one();
    if (thread_.joinable())
        thread_.join();
}

std::vector<core::RoomCode>
SqliteStore::load(const std::function<void(const core::Record&)>& take) {
    auto damaged = database_->load(take);
    keep_for(settings_.retain);
    thread_ = std::thread([this] { work(); }); // from now on the database is this thread's
    return damaged;
}

// ---- work, on the store's thread ---------------------------------------------------------------

void SqliteStore::work() {
    try {
        Jobs jobs;
        while (wait_for(jobs)) {
            if (Clock::now() >= sweep_from_ &&
                (jobs.empty() || database_->leftovers() >= many_leftovers))
                sweeping_ = true;
            const bool is_idle = jobs.empty();
            note_uptime();
            carry_out(std::exchange(jobs, {}));
            tidy_up();
            if (is_idle && comparing_)
                comparing_ = database_->compare_index(compared_at_once);
        }
        finish();
    } catch (const std::exception& error) {
        end();
        failed_(error.what());
    }
}

// Waits for requests, and under load for more of them. False: the store is closing and has nothing
// left to do.
bool SqliteStore::wait_for(Jobs& jobs) {
    const auto deadline = next_deadline();
    std::unique_lock lock(mutex_);
    const auto ready = [this] { return closing_ || !jobs_.empty(); };
    if (deadline == Clock::time_point::max())
        asked_.wait(lock, ready);
    else
        asked_.wait_until(lock, deadline, ready);
    // A commit costs as much processor time as dozens of records. If many have come, more are
    // coming: let them share the next one.
    if (many_come())
        asked_.wait_until(lock, begun_ + pace(), [this] { return closing_; });
    begun_ = Clock::now();
    count(jobs_.records.size());
    const bool last = closing_ && jobs_.empty();
    jobs = std::exchange(jobs_, {});
    return !last;
}

void SqliteStore::count(std::size_t records) {
    if (const auto passed = begun_ - counting_since_; passed >= counting_time) {
        counted_before_ = passed < 2 * counting_time ? counted_ : 0;
        counting_since_ = begun_;
        counted_ = 0;
    }
    counted_ += records;
}

bool SqliteStore::many_come() const {
    return std::max(counted_, counted_before_) >= many;
}

// Zero up to `low`. Above that it grows quickly, because a sender that also waits for answers, and
// for its turn on a busy machine, never uses a whole processor.
SqliteStore::Clock::duration SqliteStore::pace() const {
    constexpr double low = 0.5, high = 0.58;
    const double load = settings_.load ? settings_.load() : 1.0;
    const std::chrono::duration<double, std::micro> whole = settings_.pace;
    return std::chrono::duration_cast<Clock::duration>(
        whole * std::clamp((load - low) / (high - low), 0.0, 1.0));
}

SqliteStore::Clock::time_point SqliteStore::next_deadline() const {
    if (sweeping_)
        return Clock::now();
    auto deadline = retention_due_;
    if (!tasks_.empty() || !ballast_.there())
        deadline = std::min(deadline, Clock::now() + try_again_after);
    if (comparing_)
        deadline = std::min(deadline, Clock::now() + settings_.idle);
    if (database_->leftovers() > 0)
        deadline = std::min(deadline, std::max(Clock::now() + settings_.idle, sweep_from_));
    return deadline;
}

void SqliteStore::carry_out(Jobs jobs) {
    if (jobs.retain)
        keep_for(*jobs.retain);
    std::ranges::move(jobs.tasks, std::back_inserter(tasks_));
    if (!ballast_.there())
        make_room(); // the disk was full
    const bool durable = ballast_.there() && store(jobs.records);
    accepts_records_ = ballast_.there();
    if (!jobs.records.empty())
        answer_ranges(answer_, jobs.records, durable ? core::Stored::Durable : core::Stored::Full);
    keep_guests(jobs); // no move waits for it
    for (const auto& [match, found] : jobs.finds)
        found(replay(match));
    for (const auto& [match, measured] : jobs.measures)
        measured(replay_size(match));
}

// Stores the records and all pending housekeeping in one transaction; if the disk has no space for
// both, only the records. False: they are not stored.
bool SqliteStore::store(const std::vector<core::Record>& records) {
    if (records.empty() && tasks_.empty())
        return true;
    if (write_with_tasks(records) == Written::Durable) {
        last_number_ = database_->last_number();
        return true;
    }
    const bool alone =
        !tasks_.empty() && !records.empty() && write(records, {}) == Written::Durable;
    last_number_ = database_->last_number();
    make_room();
    return alone;
}

Written SqliteStore::write(const std::vector<core::Record>& records,
                           const HousekeepingTasks& tasks) {
    const auto begun = Clock::now();
    const auto written = database_->write(records, tasks);
    took(Clock::now() - begun);
    return written;
}

// Housekeeping that meets a damaged page is given up: records may be written elsewhere. The next
// start checks the whole database.
Written SqliteStore::write_with_tasks(const std::vector<core::Record>& records) {
    try {
        const auto written = write(records, tasks_);
        if (written == Written::Durable)
            tasks_.clear();
        return written;
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Corrupt || tasks_.empty())
            throw;
    }
    if (write(records, {}) != Written::Durable)
        return Written::Full;
    HousekeepingTasks tasks = std::exchange(tasks_, {});
    for (HousekeepingTask& task : tasks) {
        try {
            if (!tasks_.empty() || write({}, {task}) != Written::Durable)
                tasks_.push_back(std::move(task)); // without space; the others keep their order
        } catch (const StoreError& error) {
            if (error.kind() != Kind::Corrupt)
                throw;
            give_up(task);
        }
    }
    return Written::Durable;
}

void SqliteStore::give_up(const HousekeepingTask& task) {
    const auto* finished = std::get_if<FinishedMatch>(&task);
    if (finished != nullptr && settings_.database.damaged)
        settings_.database.damaged({Damage::What::Replay, protocol::hex(finished->match)});
}

// Records are accepted only while the ballast exists. On a full disk, the space that it reserves is
// used for housekeeping and for emptying the log, which both free more.
void SqliteStore::make_room() {
    ballast_.release();
    if (!tasks_.empty())
        write_with_tasks({});
    database_->remove_leftovers(leftovers_at_once);
    database_->checkpoint(Database::Checkpoint::Truncate);
    ballast_.make();
}

// Work that nobody waits for: removes leftovers and old replays, moves the log into the database.
void SqliteStore::tidy_up() {
    if (sweeping_) {
        const bool swept = database_->remove_leftovers(leftovers_at_once) == Written::Durable;
        if (!swept)
            sweep_from_ = Clock::now() + try_again_after;
        sweeping_ = swept && database_->leftovers() > 0;
    }
    if (database_->wants_checkpoint())
        database_->checkpoint(Database::Checkpoint::Passive);
    if (Clock::now() >= retention_due_)
        forget_replays();
}

// The machine's clock doesn't matter: somebody may have set it.
void SqliteStore::note_uptime() {
    const auto running = settings_.running ? settings_.running()
                                           : std::chrono::floor<milliseconds>(Clock::now() - made_);
    database_->set_uptime(earlier_uptime_ + running);
}

void SqliteStore::forget_replays() {
    std::optional<int> removed = 0;
    try {
        removed = database_->forget_replays(database_->uptime() - retain_, removed_at_once);
    } catch (const StoreError& error) { // the next start repairs the table
        if (error.kind() != Kind::Corrupt)
            throw;
    }
    retention_due_ = Clock::now();
    if (!removed)
        retention_due_ += try_again_after;
    else if (*removed < removed_at_once)
        retention_due_ += retention_interval;
}

void SqliteStore::finish() {
    note_uptime();
    database_->store_uptime(); // a full disk may forget it: then replays are kept longer
    database_->remove_leftovers(database_->leftovers());
    if (!tasks_.empty())
        make_room();
    else
        database_->checkpoint(Database::Checkpoint::Truncate);
    database_.reset();
}

} // namespace jaipur::server::store
