// The store's place in the database: its leases, and a connection that is made again whenever it
// breaks. Of a request whose outcome is unknown, it finds out what has become, and does the rest;
// only then it returns. It must not know about threads, queues or the order of requests.
//
// A session has all slots from the start, or takes and gives back one at a time; each has its own
// lease. A lease belongs to its owner until a time of the database's clock. Every writing
// transaction locks and checks the leases of the slots that it touches, so what a former owner
// sends arrives nowhere. After each loss of the connection the owner also moves on to its leases'
// next epoch: that waits for what the old connection had under way, and shuts out what it had not
// yet begun.
#pragma once

#include "server/postgresql/attempts.hpp"
#include "server/postgresql/transaction.hpp"
#include "server/store/store.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::postgresql {

// Another server has a lease of ours, or may have one by now.
class FencedOff : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// How this server presents itself to those that it shares the database with.
struct Presence {
    std::string name;    // unlike those of all others that live
    std::string address; // where others reach it
    std::string version;
};

struct SessionSettings {
    // As libpq reads it: a URI with the server's name, or several; or words like `host=…`.
    std::string connection;
    std::string owner; // different for every process
    // Whether it is certain that the process of this owner has ended: then its leases are taken at
    // once.
    std::function<bool(std::string_view owner)> has_ended{};
    // After a crash, the next server waits for this time. It also has to be longer than the
    // database takes to fail over: a longer failure ends this server.
    std::chrono::milliseconds ttl{40'000};
    // This long before its leases can end, the server has stopped.
    std::chrono::milliseconds margin{1'000};
    std::chrono::milliseconds deadline{2'000}; // for one answer of the database
    bool single_database = false; // only one machine has the data, and that is intended
    // Another server still has leases, or the name, and this one waits for them to end. Called
    // once.
    std::function<void(std::string_view owner)> waiting{};
    // Whether to go on waiting for them; always, if not given. Asked five times per second.
    std::function<bool()> patient{};
    // If set, the session begins without slots. Called once for each one that it loses: another
    // server has it, or may have it by now. If not, it begins with all of them, and the loss of one
    // ends it.
    std::function<void(Slot)> slot_lost{};
    // For a session that begins without slots: its lease on this name is renewed with the others.
    std::optional<Presence> presence{};
    // The connection was lost, and is made again. Called once for each time; then `found`.
    std::function<void(std::string_view why)> lost{};
    std::function<void(std::chrono::milliseconds after)> found{};
};

class Session {
  public:
    // Connects, updates the tables, and waits for all leases if it begins with them. Throws
    // store::StoreError: also InUse, if it should wait no longer.
    explicit Session(SessionSettings settings);

    enum class Outcome : std::uint8_t { Durable, Full };

    // Leaves out slots that it doesn't hold, and may lose some: it has done nothing for those that
    // it doesn't hold afterwards, or nobody may hear of it. Full: nothing was done for the others,
    // and nothing will be. Throws FencedOff, or Refused for errors that no repetition helps
    // against; so do all of these.
    Outcome transact(const Transaction& transaction);
    Result query(const Statement& statement); // that only reads
    // Hands over the rows that this query finds, in its order, without keeping all of them.
    void each_row(const char* query,
                  const std::function<void(const std::vector<std::string>&)>& take);

    bool holds(Slot slot) const { return leases_.contains(slot); }

    // See `Store::holds_until`. On any thread.
    Clock::time_point holds_until() const {
        return Clock::time_point(Clock::duration(holds_until_.load()));
    }

    // What others see of this server; they do so at once.
    void drain(bool on);

    // False: another session has it, or the database can't be reached.
    bool take(Slot slot);
    // `damaged`: the number of a record that can't be read. Other servers see it.
    void give_back(Slot slot, std::optional<std::uint64_t> damaged = std::nullopt);

    void renew_if_due();
    // Ten times as often as necessary: the database may fail right before the next one.
    Clock::time_point next_renewal() const;
    // Loses the leases that may have ended.
    void check_time();

    // On any thread.
    store::Store::Link link() const { return {up_, losses_}; }

    bool is_connected() const { return connection_ != nullptr; }

    // Tries once, after a while without a connection. Only a session without slots waits for this:
    // with some, requests wait until it has a connection again, or no slots.
    void reconnect();

    // Until `until`, until the descriptor can be read, or until the connection breaks.
    void wait(int descriptor, Clock::time_point until);

    // Ends all leases, so that the next server starts at once. Never throws: they end anyway.
    void release() noexcept;

  private:
    void connect_first();
    void take_leases();
    bool try_to_take();
    void enter();
    bool try_to_enter();
    void wait_for(const std::function<bool()>& try_to);
    std::string ended_holders();
    void tell_holder();
    void use(std::unique_ptr<Connection> made);
    void resume(const std::string& why);
    bool try_again(std::string& why, Clock::time_point until);
    void move_on();
    void renew();
    void find_lost();
    Statement life() const;
    void note_end();
    void lose(Slot slot, const char* why);
    static constexpr const char* overtaken = "another server has taken over";

    // A transaction in the slots that this session holds.
    struct Request {
        std::vector<Statement> statements;
        std::size_t appended = 0; // records
    };

    Request request(const Transaction& transaction, bool again) const;
    static void check(const Request& request, const std::vector<Result>& results, bool again);
    Clock::time_point end_of(Clock::time_point sent) const;
    Statement about_leases(const char* sql) const;
    Clock::time_point deadline() const;
    Connection& connection();

    const SessionSettings settings_;
    const std::vector<Connection::Options> hosts_;
    Attempts attempts_;
    std::unique_ptr<Connection> connection_;

    struct Lease {
        std::int64_t epoch = 0;
        Clock::time_point sent{}; // the last renewal
    };

    std::map<Slot, Lease> leases_;
    Clock::time_point lived_{};      // when its name was last renewed
    Clock::time_point renew_from_{}; // not before
    bool drains_ = false;
    std::atomic<Clock::rep> holds_until_{Clock::time_point::max().time_since_epoch().count()};
    Clock::time_point connect_from_{}; // not before
    Clock::time_point down_since_{};
    std::atomic<bool> up_ = true;
    std::atomic<std::uint64_t> losses_ = 0;
    bool told_holder_ = false;
};

} // namespace jaipur::server::postgresql
