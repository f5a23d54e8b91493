// How much space the replays of an address and of the networks around it may take. Replays stay
// when their rooms are gone, so without a quota one address could fill the disk. Nobody is stopped
// in a match: its replay is kept and counts, even if that is too much. Then the next match has to
// wait. Programs on this machine are exempt.
#pragma once

#include "protocol/message.hpp"
#include "server/core/accounts.hpp"
#include "server/core/address.hpp"
#include "server/core/limits.hpp"
#include "server/core/rate_limit.hpp"
#include "server/core/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jaipur::server::core {

// At least what the store needs for it, in bytes, if it is larger than a page.
std::size_t stored_size(const protocol::Replay& replay);

class ReplayQuota {
  public:
    explicit ReplayQuota(const Limits& limits) : limits_(limits) {}

    // The limits have changed.
    void limits_changed(Time now);
    // Whether a match of somebody from this address may begin.
    bool may_begin(const Address& from, Time now) const;
    // A match has ended. Its replay counts in full for each address and network of its players, so
    // nobody can share the cost with somebody who has used up their quota.
    void charge(std::span<const Address> players, std::size_t bytes, Time now);

  private:
    struct Account {
        TokenBucket space; // in KiB

        bool is_held() const { return false; }

        bool is_idle(Time now) const { return space.is_full(now); }
    };

    const Limits& limits_;
    std::array<Accounts<Account>, 3> accounts_; // addresses, IPv6 /56, /48
};

} // namespace jaipur::server::core
