// A store in PostgreSQL: one connection, and one thread that uses it. Everything that comes in
// during a transaction goes into the next one, and is answered when the database has committed it,
// which a database with a synchronous standby does when two machines have it.
//
// It has all slots from the start, or adopts and releases one at a time (`Settings::lost`).
//
// Housekeeping keeps its order and waits until the records that came before it are known to be
// durable: a transaction that is repeated must not find records that its own housekeeping has
// already removed.
#pragma once

#include "server/postgresql/session.hpp"
#include "server/store/record_numbers.hpp"
#include "server/store/threaded_store.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace jaipur::server::postgresql {

class PostgresqlStore final : public store::ThreadedStore {
  public:
    // Both: called once, on the store's thread. Pending requests never get an answer, and the store
    // does nothing more. The server must end here.
    // Of a store that has all slots: another server has taken over, or may have done so by now.
    using Fenced = std::function<void(std::string_view what)>;
    // An error of the database that no repetition helps against.
    using Failed = std::function<void(std::string_view what)>;

    struct Settings {
        SessionSettings session;
        std::chrono::days retain{0}; // of uptime, for a replay; 0: forever
        // Since the store was made; measured if not given.
        std::function<std::chrono::milliseconds()> running{};
        Damaged damaged{};
        // If set, the store begins without slots, and goes on when it loses some.
        Lost lost{};
        std::string bans{}; // the companion with the list of bans, for neighbours
        // Until the second look for a replay that isn't there: another server may be storing it.
        std::chrono::milliseconds replay_patience{500};
    };

    // Waits for the leases of a server that has not released them. Throws store::StoreError.
    PostgresqlStore(Settings settings, Answer answer, Fenced fenced, Failed failed);
    // Finishes all pending requests, and releases the leases.
    ~PostgresqlStore() override;
    PostgresqlStore(const PostgresqlStore&) = delete;
    PostgresqlStore& operator=(const PostgresqlStore&) = delete;

    std::vector<core::RoomCode> load(const std::function<void(const core::Record&)>& take) override;
    std::optional<store::PushSecret> push_secret(const core::Entropy& entropy) override;
    core::GuestEntries guests() override;
    std::optional<std::string> companion(std::string_view name) override;

    std::uint64_t last_number() const override { return last_number_; }

    bool accepts_records() const override { return accepts_records_ && session_.link().up; }

    std::optional<Link> link() const override { return session_.link(); }

    Clock::time_point holds_until() const override { return session_.holds_until(); }

  private:
    using Outcome = Session::Outcome;

    // Wakes the store's thread.
    class Bell {
      public:
        Bell();
        ~Bell();
        Bell(const Bell&) = delete;
        Bell& operator=(const Bell&) = delete;
        void ring() const;
        void silence() const;

        int descriptor() const { return descriptor_; }

      private:
        int descriptor_;
    };

    void wake() override { bell_.ring(); }

    // On the store's thread.
    void work();
    bool wait_for(Jobs& jobs);
    Clock::time_point next_deadline() const;
    void carry_out(Jobs jobs);
    void answer_finds(Jobs& jobs);
    void answer_measures(Jobs& jobs);
    void look_again();
    void postpone(Jobs& jobs);
    SessionSettings session_settings();

    // ---- slots (store_slots.cpp)
    // No server can take it until a record of it is repaired.
    struct DamagedSlot {
        std::uint64_t record = 0; // its number
        bool is_reported = false;
    };

    void lose(Slot slot);
    void forget_lost();
    void forget(Slot slot);
    void begin_to_adopt(Slot slot, Adopted adopted);
    bool is_still_damaged(Slot slot);
    void report(DamagedSlot& damaged, const std::string& room) const;
    void read_on();
    void give_back(Slot slot, std::optional<std::uint64_t> damaged = std::nullopt);
    void answer(const Jobs::Look& look);
    store::Neighbours neighbours(std::uint64_t version);
    core::GuestEntries stored_guests();
    std::optional<std::string> stored_companion(std::string_view name);
    core::Stored result_for(const core::Record& record, Outcome outcome) const;
    Outcome store(const std::vector<core::Record>& records);
    Outcome commit(Transaction& transaction);
    void keep_guests(Jobs& jobs);
    std::optional<std::string> replay(const protocol::MatchId& match);
    std::optional<std::size_t> replay_size(const protocol::MatchId& match);
    void tidy_up();
    void forget_replays();
    void finish();
    std::chrono::milliseconds uptime() const;
    void report(store::Damage::What what, std::string name) const;

    // A slot whose records are being read.
    struct Adoption {
        Slot slot{};
        store::SlotContents contents;
        Adopted adopted;
    };

    // Of a replay that wasn't there.
    struct SecondLook {
        Clock::time_point at;
        protocol::MatchId match{};
        Measured measured;
    };

    const Settings settings_;
    const Answer answer_;
    const Fenced fenced_;
    const Failed failed_;
    const Clock::time_point made_ = Clock::now();
    Session session_;
    store::RecordNumbers numbers_;
    std::atomic<std::uint64_t> last_number_;
    std::atomic<bool> accepts_records_ = true;

    store::HousekeepingTasks tasks_;           // not done yet
    std::deque<Adoption> adoptions_;           // the first one is being read
    std::map<Slot, DamagedSlot> damaged_;      // as this server has found or seen it
    std::vector<Slot> lost_;                   // since the last transaction
    Jobs postponed_;                           // until there is a connection
    std::deque<SecondLook> second_looks_;      // in their order
    std::chrono::milliseconds earlier_uptime_; // of earlier servers
    std::chrono::milliseconds stored_uptime_;
    Clock::time_point try_from_{}; // not before, because there was no space

    const Bell bell_;

    std::thread thread_; // from `load` on
};

} // namespace jaipur::server::postgresql
