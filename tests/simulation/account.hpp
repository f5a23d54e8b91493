// A room's clocks, kept a second time from what can be seen from outside: the time that passes, who
// is connected, and when a record was made and stored. It knows what the contract says about clocks
// (protocol/README.md, "The life of a room"), and nothing of how the core counts.
#pragma once

#include "server/core/delivery.hpp"
#include "server/core/room/state.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace jaipur::simulation {

// Time since the server's process started. While there is no process, no time passes.
using Millis = std::chrono::milliseconds;

struct Times {
    PerSeat<Millis> left; // on the clock; in a room without one, for the seat's next action
    PerSeat<Millis> absence;
    friend bool operator==(const Times&, const Times&) = default;
};

// Whether `times` can have been read between these two readings: clocks only run down, absence
// only grows.
bool is_between(const Times& times, const Times& first, const Times& last);

class Account {
  public:
    // ---- what is seen
    void restarted();
    void sat(const server::core::RoomState& room, Seat seat, server::core::SessionId session,
             Millis since);
    // Its connection is gone, or it left.
    void went(const server::core::RoomState& room, server::core::SessionId session, Millis since,
              Millis now);

    // A record is on its way to the store: until the store answers, nothing else happens here.
    void record_made() { in_flight_ = true; }

    void record_answered(Millis now);
    // The store refused it: nobody is charged for the time since it was made, nor for the next
    // second.
    void record_refused(const Times& made, Millis now);
    // It is stored: time goes on from when it was made. `begins`: it began a match.
    void record_stored(const server::core::RoomState& room, const server::core::Record& record,
                       const Times& made, bool begins, Millis now);

    // What `room` told this seat's opponent about claims.
    void told_claim(Seat seat, std::optional<std::int64_t> left, bool overdue);

    // ---- what follows
    Times at(const server::core::RoomState& room, Millis now) const;

    // As of the last change of the game.
    PerSeat<Millis> left_at_change() const { return stored_.left; }

    bool is_away(const server::core::RoomState& room, Seat seat) const;
    // In rooms over days, absence doesn't count.
    static bool is_over_days(const server::core::RoomState& room);
    bool counts_absence(const server::core::RoomState& room, Seat seat) const;

    // The server may learn of it later in this millisecond.
    bool is_just_gone(Seat seat, Millis now) const { return gone_[seat] == now; }

    bool is_anybody_there() const { return there_[Seat::Zero] || there_[Seat::One]; }

    // Away, with no absence time left.
    bool is_gone(const server::core::RoomState& room, Seat seat, const Times& times) const;
    // To act, with no time left for it.
    static bool is_slow(const server::core::RoomState& room, Seat seat, const Times& times);
    // Whether this seat's action has a time limit.
    static bool is_hurried(const server::core::RoomState& room, Seat seat);

    bool may_claim_from(const server::core::RoomState& room, Seat seat, const Times& times) const {
        return is_gone(room, seat, times) || is_slow(room, seat, times);
    }

    // What should have happened earlier than now, if anything.
    const char* overdue(const server::core::RoomState& room, Millis now) const;

  private:
    void settle(const server::core::RoomState& room, Millis now);
    const char* untold(const server::core::RoomState& room, Seat seat, Millis now) const;

    // After `due`, and after the last record was answered.
    bool is_after(Millis due, Millis now) const { return now > std::max(due, free_since_); }

    Times times_;  // at `at_`; they stand before
    Times stored_; // as of the last record that counts
    Millis at_{0}, free_since_{0};
    bool in_flight_ = false;
    PerSeat<std::optional<server::core::SessionId>> there_;
    PerSeat<std::optional<Millis>> gone_;
    PerSeat<std::optional<std::int64_t>> told_;
    PerSeat<bool> told_slow_;
    PerSeat<bool> to_untell_; // a record has come since `told_slow_`
};

} // namespace jaipur::simulation
