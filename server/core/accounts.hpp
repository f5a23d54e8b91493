// What the server remembers about addresses, as long as it differs from a new account. However many
// addresses there are, it stays within bounds.
#pragma once

#include "server/core/address.hpp"
#include "server/core/time.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace jaipur::server::core {

// An account says whether it equals a new one (`is_idle(now)`), and whether something still counts
// on it (`is_held()`).
template <typename Account>
class Accounts {
  public:
    // How many accounts nobody holds there may be: at most 20 MB of them. Beyond that, the server
    // forgets half of them early, idle or not: somebody with so many addresses gains little from
    // being forgotten.
    static constexpr std::size_t most = 20'000;

    // The account of this address, made by `make()` if it is new. Idle accounts are dropped now
    // and then, so that dropping costs little for each.
    template <typename Make>
    Account& of(const Address& address, Time now, Make make) {
        if (Account* known = find(address))
            return *known;
        if (accounts_.size() >= forget_at_)
            forget(now);
        return accounts_.emplace(address, make()).first->second;
    }

    // Null if the address has no account.
    Account* find(const Address& address) {
        const auto found = accounts_.find(address);
        return found == accounts_.end() ? nullptr : &found->second;
    }

    const Account* find(const Address& address) const {
        const auto found = accounts_.find(address);
        return found == accounts_.end() ? nullptr : &found->second;
    }

    template <typename Do>
    void for_each(Do what) {
        for (auto& [address, account] : accounts_)
            what(account);
    }

    std::size_t size() const { return accounts_.size(); }

  private:
    static constexpr std::size_t least = 256;

    void forget(Time now) {
        std::erase_if(accounts_, [&](const auto& entry) { return entry.second.is_idle(now); });
        std::size_t left = accounts_.size();
        if (left > most / 2)
            std::erase_if(accounts_, [&](const auto& entry) {
                return left > most / 2 && !entry.second.is_held() && left-- > 0;
            });
        forget_at_ = std::max(least, 2 * accounts_.size());
    }

    std::unordered_map<Address, Account> accounts_;
    std::size_t forget_at_ = least;
};

} // namespace jaipur::server::core
