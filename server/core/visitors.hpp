// What the lobby remembers of each address, so that one visitor can't wear the server out, however
// many connections it opens: requests over time, wrong guesses of codes and passwords, rooms left
// waiting. Programs on this machine are counted for their guesses alone.
#pragma once

#include "server/core/accounts.hpp"
#include "server/core/address.hpp"
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

    // Whether one more request of this address may pass; one that may not costs nothing.
    bool may_ask(const Address& address, Time now);

    // Whether this address may try to join or watch a room.
    bool may_guess(const Address& address, Time now) const;
    // It named a room that is not there for it.
    void guessed_wrong(const Address& address, Time now);

    // Whether one more password of this address is hashed now: each takes long, and others wait
    // behind it. One that is counts until `hashing_ended`.
    bool may_hash(const Address& address, Time now);
    void hashing_ended(const Address& address);

    // The rooms that this address opened and that are still there.
    using Rooms = std::unordered_set<RoomCode>;
    const Rooms& rooms(const Address& address) const;
    void opened(const Address& address, const RoomCode& room, Time now);
    void closed(const Address& address, const RoomCode& room);

    // Addresses of which something is remembered.
    std::size_t size() const { return accounts_.size(); }

  private:
    struct Account {
        TokenBucket requests;
        std::deque<Time> wrong_guesses; // the last ones, as many as are allowed
        Rooms rooms;
        int hashing = 0; // passwords
    };

    Account& account(const Address& address, Time now);
    bool may_guess(const Account& account, Time now) const;

    const Limits& limits_;
    Accounts<Account> accounts_;
};

} // namespace jaipur::server::core
