// A store in a local directory: an SQLite database and one thread that writes to it. Everything
// that comes in during a commit goes into the next one, in one transaction, and is answered when
// the disk has it.
//
// Housekeeping keeps its order and is never dropped: if there is no space, it waits. On a full disk
// only records are refused; any other error of the database ends the store.
#pragma once

#include "server/store/ballast.hpp"
#include "server/store/database.hpp"
#include "server/store/files.hpp"
#include "server/store/threaded_store.hpp"

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

class SqliteStore final : public ThreadedStore {
  public:
    // Called once, on the store's thread, after any error other than a full disk. Pending requests
    // never get an answer, and the store does nothing more. The server must end here.
    using Failed = std::function<void(std::string_view what)>;

    struct Settings {
        Database::Settings database;
        std::chrono::days retain{0}; // of uptime, for a replay; 0: forever
        // Since the store was made; measured if not given.
        std::function<std::chrono::milliseconds()> running;
        std::size_t ballast = std::size_t{1024} * 1024; // bytes
        // Under load, the time from the start of one commit to the next. A record may wait that
        // long, so it must be too short to notice. On a disk that is slower, nothing waits.
        std::chrono::microseconds pace{4000};
        // How busy the sender of the records is, from 0 to 1: up to 0.5, nothing waits either,
        // because nobody else needs the processor time that commits take. Not given: 1.
        std::function<double()> load;
        // After this time without requests, removed records are taken out of the database.
        std::chrono::milliseconds idle{200};
    };

    // The directory must be prepared; the store locks it. Throws StoreError.
    SqliteStore(Settings settings, Answer answer, Failed failed);
    // Finishes all pending requests.
    ~SqliteStore() override;
    SqliteStore(const SqliteStore&) = delete;
    SqliteStore& operator=(const SqliteStore&) = delete;

    // How long a commit takes here, measured at the start; empty if the disk was full.
    std::optional<std::chrono::microseconds> commit_time() const { return commit_time_; }

    std::vector<core::RoomCode> load(const std::function<void(const core::Record&)>& take) override;

    std::optional<PushSecret> push_secret(const core::Entropy& entropy) override {
        return database_->push_secret(entropy);
    }

    core::GuestEntries guests() override { return database_->guests(); }

    std::uint64_t last_number() const override { return last_number_; }

    bool accepts_records() const override { return accepts_records_; }

  private:
    void wake() override { asked_.notify_one(); }

    // On the store's thread.
    void work();
    bool wait_for(Jobs& jobs);
    void count(std::size_t records);
    bool many_come() const;
    Clock::duration pace() const;
    Clock::time_point next_deadline() const;
    void carry_out(Jobs jobs);
    bool store(const std::vector<core::Record>& records);
    Database::Written write(const std::vector<core::Record>& records,
                            const HousekeepingTasks& tasks);
    Database::Written write_with_tasks(const std::vector<core::Record>& records);
    void give_up(const HousekeepingTask& task);
    void make_room();
    void keep_guests(const Jobs& jobs);
    std::optional<std::string> replay(const protocol::MatchId& match);
    std::optional<std::size_t> replay_size(const protocol::MatchId& match);
    void tidy_up();
    void note_uptime();
    void forget_replays();
    void finish();

    const Settings settings_;
    const Answer answer_;
    const Failed failed_;
    const DirectoryLock lock_;
    Ballast ballast_;
    std::unique_ptr<Database> database_;
    std::optional<std::chrono::microseconds> commit_time_;
    std::atomic<std::uint64_t> last_number_;
    std::atomic<bool> accepts_records_;

    HousekeepingTasks tasks_; // not done yet
    const Clock::time_point made_ = Clock::now();
    const std::chrono::milliseconds earlier_uptime_; // of earlier servers
    Clock::time_point begun_;                        // the last commit
    Clock::time_point counting_since_;
    std::size_t counted_ = 0, counted_before_ = 0; // records since then, and in the time before
    bool comparing_ = true;                        // replays with their index, some at a time
    bool sweeping_ = false;                        // leftovers are being removed, some at a time
    Clock::time_point sweep_from_{};               // not before, because there was no space

    std::condition_variable asked_; // with `mutex_`

    std::thread thread_; // from `load` on
};

} // namespace jaipur::server::store
