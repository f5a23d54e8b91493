// A store that does everything on its own thread: what it is asked on other threads waits there.
#pragma once

#include "server/store/companions.hpp"
#include "server/store/requests.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::store {

class ThreadedStore : public Store {
  public:
    void append(std::vector<core::Record> records) override;
    void housekeep(HousekeepingTask task) override;
    void keep(core::GuestEntries entries, GuestsKept kept) override;
    void keep_companion(std::string name, std::string content, GuestsKept kept) override;
    void find(const protocol::MatchId& match, Found found) override;
    void measure(const protocol::MatchId& match, Measured measured) override;
    void adopt(core::Slot slot, Adopted adopted) override;
    void release(core::Slot slot) override;
    void look(bool drains, std::uint64_t version, Looked looked) override;
    void retain(std::chrono::days days) override;
    core::Histogram commit_times() const override;

  protected:
    using Clock = std::chrono::steady_clock;

    struct Jobs {
        std::vector<core::Record> records;
        HousekeepingTasks tasks;
        std::vector<core::GuestEntries> guests; // with `kept`, one for each
        std::vector<GuestsKept> kept;
        std::vector<std::pair<Companion, GuestsKept>> companions; // for stores that keep them
        std::vector<std::pair<protocol::MatchId, Found>> finds;
        std::vector<std::pair<protocol::MatchId, Measured>> measures;
        std::vector<std::pair<core::Slot, Adopted>> slots; // to adopt; without an answer: release

        struct Look {
            bool drains = false;
            std::uint64_t version = 0;
            Looked looked;
        };

        std::vector<Look> looks;
        std::optional<std::chrono::days> retain;

        bool empty() const {
            return records.empty() && tasks.empty() && guests.empty() && companions.empty() &&
                   finds.empty() && measures.empty() && slots.empty() && looks.empty() && !retain;
        }
    };

    // Makes the thread look for jobs. Called for the first of them only: with others, it is awake.
    virtual void wake() = 0;

    // ---- on the store's thread
    // Forgets all jobs, and takes no more.
    void end();
    void took(Clock::duration time); // a transaction
    void keep_for(std::chrono::days days);

    std::chrono::days retain_{0}; // 0: replays are kept forever
    Clock::time_point retention_due_ = Clock::time_point::max();

    mutable std::mutex mutex_; // for the members below
    Jobs jobs_;
    bool closing_ = false;

  private:
    template <class Add>
    void ask(Add add);

    core::Histogram commit_times_;
    bool ended_ = false;
};

} // namespace jaipur::server::store
