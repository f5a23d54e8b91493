// One server of a cluster: a real lobby, its leases, and its one connection to the database, which
// does one thing after the other. Destroying it kills the server.
#pragma once

#include "server/core/lobby/lobby.hpp"
#include "tests/simulation/shared_database.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace jaipur::simulation {

class Node {
  public:
    // What leaves the server for a session.
    using Deliver = std::function<void(const server::core::Delivery&)>;

    // `clock`: its difference from the others' clocks.
    Node(Ground& ground, SharedDatabase& database, ClusterFault planted, std::string name,
         std::uint64_t run, Micros clock, Deliver deliver);
    ~Node();
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    const std::string& name() const { return name_; }

    // Does this once it isn't frozen, as long as it lives.
    void reached(Micros delay, const char* name, Ground::Do what);

    template <class Decision>
    void decide(Decision decision) {
        server::core::Output out;
        decision(lobby_, now(), out);
        carry_out(out);
    }

    // ---- faults
    void freeze(Micros time);

    void drain(bool on) { drains_ = on; }

    // What it does next with the database takes this long.
    void delay(Micros time) { delay_ = time; }

  private:
    struct Lease {
        std::int64_t epoch = 0;
        Micros sent{};
    };

    struct Job {
        Ground::Do at_database; // when it arrives there
        Ground::Do answered;
    };

    server::core::Time now() const;
    void carry_out(server::core::Output& out);
    void ask(Ground::Do at_database, Ground::Do answered);
    void send_next();
    void append(const std::vector<Record>& records);
    void answer(const std::vector<Record>& records,
                const std::vector<server::core::Stored>& results);
    void heartbeat();
    void take(Slot slot);
    void check_time();
    void lose(Slot slot);
    void compare(Slot slot) const;
    SharedDatabase::Epochs epochs() const;
    void set_timer();

    Ground& ground_;
    SharedDatabase& database_;
    const ClusterFault planted_;
    const std::string name_;
    Random random_;
    const Micros clock_;
    Deliver deliver_;
    server::core::Lobby lobby_;
    std::map<Slot, Lease> leases_;
    std::set<Slot> moving_; // being taken, or released
    std::deque<Job> jobs_;
    bool busy_ = false, drains_ = false;
    Micros delay_{0}, frozen_until_{0};
    std::optional<server::core::Time> timer_set_to_;
    std::shared_ptr<int> alive_ = std::make_shared<int>();
};

} // namespace jaipur::simulation
