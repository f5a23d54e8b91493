// What the server remembers about addresses, as long as it differs from a new account.
#pragma once

#include "server/core/address.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace jaipur::server::core {

template <typename Account>
class Accounts {
  public:
    // The account of this address, made by `make()` if it is new. Accounts that equal a new one
    // (`is_idle(account)`) are dropped now and then, so that dropping costs little for each.
    template <typename Make, typename IsIdle>
    Account& of(const Address& address, Make make, IsIdle is_idle) {
        if (Account* known = find(address))
            return *known;
        if (accounts_.size() >= forget_at_) {
            std::erase_if(accounts_, [&](const auto& entry) { return is_idle(entry.second); });
            forget_at_ = std::max(least, 2 * accounts_.size());
        }
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

    std::size_t size() const { return accounts_.size(); }

  private:
    static constexpr std::size_t least = 256;

    std::unordered_map<Address, Account> accounts_;
    std::size_t forget_at_ = least;
};

} // namespace jaipur::server::core
