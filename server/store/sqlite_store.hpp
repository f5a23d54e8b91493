// A store in a directory of this machine: an SQLite database and one thread that writes to it.
// Whatever has come in while a commit ran goes into the next one, all in one transaction, and is
// answered when the disk has it.
//
// Housekeeping keeps its order and is never given up: what finds no space waits. A disk without
// space refuses records and nothing else; any other error of the database ends the store.
#pragma once

#include "server/store/ballast.hpp"
#include "server/store/database.hpp"
#include "server/store/files.hpp"
#include "server/store/store.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace jaipur::server::store {

class SqliteStore final : public Store {
  public:
    // Called once, on the store's thread, after an error other than a full disk. What was under way
    // is answered neither then nor later, and nothing else is done. A server has to end here.
    using Failed = std::function<void(std::string_view what)>;

    struct Settings {
        Database::Settings database;
        std::chrono::days retain{0};                    // how long to keep replays; 0: forever
        std::function<core::Time()> now;                // the machine's clock where none is given
        std::size_t ballast = std::size_t{1024} * 1024; // bytes
        // While much comes in, commits begin no sooner than that one after the other. It is what
        // a record may have to wait for its commit, so it has to be less than anybody notices. On
        // a disk that is slower than that nothing waits.
        std::chrono::microseconds pace{4000};
        // When nothing has come for so long, what was removed is taken out of the database.
        std::chrono::milliseconds idle{200};
    };

    // The directory has to be prepared; it is locked from here on. Throws StoreError.
    SqliteStore(Settings settings, Answer answer, Failed failed);
    // Does first what has been asked for.
    ~SqliteStore() override;
    SqliteStore(const SqliteStore&) = delete;
    SqliteStore& operator=(const SqliteStore&) = delete;

    // What a commit costs here, as measured at the start; none: the disk was full.
    std::optional<std::chrono::microseconds> commit_time() const { return commit_time_; }

    void load(const std::function<void(const core::Record&)>& take) override;

    std::uint64_t last_number() const override { return last_number_; }

    void append(std::vector<core::Record> records) override;
    void keep(FinishedMatch match) override;
    void compact(core::Record snapshot) override;
    void forget(core::RoomCode room, std::uint64_t first, std::uint64_t last) override;
    void find(const protocol::MatchId& match, Found found) override;

  private:
    using Clock = std::chrono::steady_clock;

    struct Jobs {
        std::vector<core::Record> records;
        HousekeepingTasks tasks;
        std::vector<std::pair<protocol::MatchId, Found>> finds;

        bool empty() const { return records.empty() && tasks.empty() && finds.empty(); }
    };

    // On whatever thread.
    template <class Add>
    void ask(Add add);

    // On the store's own.
    void work();
    bool wait_for(Jobs& jobs);
    Clock::time_point next_deadline() const;
    void carry_out(Jobs jobs);
    bool store(const std::vector<core::Record>& records);
    void make_room();
    void answer(const std::vector<core::Record>& records, core::Stored result);
    std::optional<std::string> replay(const protocol::MatchId& match);
    void housekeeping();
    void finish();

    const Settings settings_;
    const Answer answer_;
    const Failed failed_;
    const DirectoryLock lock_;
    Ballast ballast_;
    std::unique_ptr<Database> database_;
    std::optional<std::chrono::microseconds> commit_time_;
    std::atomic<std::uint64_t> last_number_;

    HousekeepingTasks tasks_;        // not done yet
    Clock::time_point begun_;        // the last commit
    std::size_t carried_ = 0;        // so many records in it
    bool sweeping_ = false;          // leftovers are being removed, some at a time
    Clock::time_point sweep_from_{}; // not before: there was no space lately
    Clock::time_point retention_due_ = Clock::time_point::max();

    std::mutex mutex_; // over what follows
    std::condition_variable asked_;
    Jobs jobs_;
    bool closing_ = false;
    bool broken_ = false;

    std::thread thread_; // from `load` on
};

} // namespace jaipur::server::store
