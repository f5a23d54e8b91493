// What the lobby remembers about each address, so that one visitor can't exhaust the server,
// however many connections it opens: requests over time, rooms and seats that wait, space for
// replays. Programs on this machine are exempt. (GuessBudget counts wrong guesses.)
#pragma once

#include "server/core/accounts.hpp"
#include "server/core/address.hpp"
#include "server/core/limits.hpp"
#include "server/core/rate_limit.hpp"
#include "server/core/record.hpp"
#include "server/core/replay_quota.hpp"
#include "server/core/time.hpp"

#include <cstddef>
#include <span>
#include <unordered_set>

namespace jaipur::server::core {

class Visitors {
  public:
    explicit Visitors(const Limits& limits) : limits_(limits), replay_quota_(limits) {}

    // The limits have changed.
    void limits_changed(Time now);

    // Whether this address may send one more request; a refused one doesn't count.
    bool may_ask(const Address& address, Time now);

    // The rooms where this address counts (see RoomSlot::counts), as long as they exist.
    using Rooms = std::unordered_set<RoomCode>;
    const Rooms& rooms(const Address& address) const;
    void add_room(const Address& address, const RoomCode& room, Time now);
    void remove_room(const Address& address, const RoomCode& room);

    // See ReplayQuota.
    bool may_begin_match(const Address& address, Time now) const {
        return replay_quota_.may_begin(address, now);
    }

    void match_over(std::span<const Address> players, const protocol::Replay& replay, Time now) {
        replay_quota_.charge(players, stored_size(replay), now);
    }

    // How many addresses are remembered.
    std::size_t size() const { return accounts_.size(); }

  private:
    struct Account {
        TokenBucket requests;
        Rooms rooms;

        bool is_held() const { return !rooms.empty(); }

        bool is_idle(Time now) const { return !is_held() && requests.is_full(now); }
    };

    Account& account(const Address& address, Time now);

    const Limits& limits_;
    Accounts<Account> accounts_;
    ReplayQuota replay_quota_;
};

} // namespace jaipur::server::core
