// What the lobby remembers about each address, so that one visitor can't exhaust the server,
// however many connections it opens: requests over time, wrong guesses of codes and passwords,
// rooms that wait. For programs on this machine only guesses count.
#pragma once

#include "server/core/accounts.hpp"
#include "server/core/address.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/rate_limit.hpp"
#include "server/core/record.hpp"
#include "server/core/time.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_set>

namespace jaipur::server::core {

class Visitors {
  public:
    explicit Visitors(const Limits& limits) : limits_(limits) {}

    // Whether this address may send one more request; a refused one doesn't count.
    bool may_ask(const Address& address, Time now);

    // Whether this address may try to join or watch a room.
    bool may_guess(const Address& address, Time now) const;
    // It named a room that doesn't exist, or that its password doesn't open.
    void guessed_wrong(const Address& address, Time now);

    // Whether one more password from this address may be hashed now: hashing is slow, and others
    // wait behind it. It counts from `hashing_began` to `hashing_ended`.
    bool may_hash(const Address& address) const;
    void hashing_began(const Address& address, Time now);
    void hashing_ended(const Address& address);
    // If it may not, the session waits. The one that has waited longest is next, as soon as its
    // address may hash; it may have ended.
    void wait_to_hash(const Address& address, SessionId session, Time now);
    std::optional<SessionId> next_to_hash(const Address& address);

    // The rooms that this address opened and that still exist.
    using Rooms = std::unordered_set<RoomCode>;
    const Rooms& rooms(const Address& address) const;
    void opened(const Address& address, const RoomCode& room, Time now);
    void closed(const Address& address, const RoomCode& room);

    // How many addresses are remembered.
    std::size_t size() const { return accounts_.size(); }

  private:
    struct Account {
        TokenBucket requests;
        std::deque<Time> wrong_guesses; // the last ones, as many as are allowed
        Rooms rooms;
        int hashing = 0; // passwords
        std::deque<SessionId> waiting_to_hash;
    };

    Account& account(const Address& address, Time now);
    bool may_guess(const Account& account, Time now) const;

    const Limits& limits_;
    Accounts<Account> accounts_;
};

} // namespace jaipur::server::core
