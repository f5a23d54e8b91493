// How many wrong guesses of room codes and passwords the server checks: by address, by the networks
// around it, and in total, so that strangers don't find a room, whatever networks they have. Right
// guesses cost nothing. docs/security.md says how long it takes to find a room.
//
// Each address has a few fast guesses. Its slow lane (see GuessLane) has a few more, so that
// somebody else's wrong guesses don't lock out a friend; they count in all totals. The more wrong
// guesses an address has made lately, the more it has to leave of each total, so a few addresses
// can't use up everything.
#pragma once

#include "server/core/accounts.hpp"
#include "server/core/address.hpp"
#include "server/core/limits.hpp"
#include "server/core/rate_limit.hpp"
#include "server/core/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace jaipur::server::core {

// One guess that may be checked. Afterwards it is wrong, or given back.
struct GuessPass {
    enum class Lane : std::uint8_t { Fast, Slow };

    Address from;
    Time at{};
    Lane lane{};
};

class GuessBudget {
  public:
    explicit GuessBudget(const Limits& limits);

    // Nothing: this address, a network around it, or the server has no fast guess left.
    std::optional<GuessPass> take(const Address& from, Time now);
    // The same for a guess from the slow lane. Fast guesses can't use up its part of the totals.
    std::optional<GuessPass> take_slowly(const Address& from, Time now);
    // Whether the address has a slow guess left, and its networks one for it. The last ones of the
    // address are kept for sessions that have made no wrong guess.
    bool may_guess_slowly(const Address& from, bool had_wrong_guess, Time now) const;

    void give_back(const GuessPass& pass, Time now);
    void wrong(const GuessPass& pass, Time now);

    // The network that takes turns with others: an IPv4 address, or an IPv6 /48.
    static Address network_of(const Address& from);
    // The last wrong guess from an address, or from its network; Time{} if none is remembered. A
    // guess counts as wrong until it is checked: otherwise many that wait to be hashed would look
    // innocent. Then it is Time::max().
    Time last_wrong(const Address& from) const;
    Time last_wrong_of_network(const Address& from) const;

    // How many addresses and networks are remembered.
    std::size_t size() const;

  private:
    struct Checked {
        Time last_wrong{};
        int unchecked = 0; // passes that are out

        Time wrong() const { return unchecked > 0 ? Time::max() : last_wrong; }
    };

    struct Account {
        SlidingWindow fast;
        TokenBucket slow;
        SlidingWindow wrong;
        Checked checked{};

        bool is_held() const { return checked.unchecked > 0; }

        bool is_idle(Time now) const {
            return !is_held() && fast.is_empty(now) && slow.is_full(now) && wrong.is_empty(now);
        }
    };

    struct Network {
        TokenBucket guesses;
        Checked checked{};

        bool is_held() const { return checked.unchecked > 0; }

        bool is_idle(Time now) const { return !is_held() && guesses.is_full(now); }
    };

    bool is_limited() const { return limits_.wrong_joins > 0; }

    Account& account(const Address& from, Time now);
    Network& network(std::size_t level, const Address& from, Time now);
    int kept(const Address& from, GuessPass::Lane lane, int total, Time now) const;
    bool take_from_totals(const Address& from, GuessPass::Lane lane, Time now);
    GuessPass hand_out(const GuessPass& pass, Time now);
    void take_back(const GuessPass& pass, Time last_wrong, Time now);

    const Limits& limits_;
    Accounts<Account> accounts_;
    std::array<Accounts<Network>, 2> networks_; // IPv6 /56 and /48
    TokenBucket server_;
};

} // namespace jaipur::server::core
