#include "server/visitors.hpp"

#include <algorithm>

namespace jaipur::server {

bool Visitors::may_ask(const Address& address, Time now) {
    if (address.is_this_machine())
        return true;
    return account(address, now).requests.take(now);
}

bool Visitors::may_guess(const Address& address, Time now) const {
    const auto found = accounts_.find(address);
    return found == accounts_.end() || may_guess(found->second, now);
}

bool Visitors::may_guess(const Account& account, Time now) const {
    const auto& wrong = account.wrong_guesses;
    return limits_.wrong_joins <= 0 ||
           wrong.size() < static_cast<std::size_t>(limits_.wrong_joins) ||
           now - wrong.front() >= limits_.wrong_joins_window;
}

void Visitors::guessed_wrong(const Address& address, Time now) {
    if (limits_.wrong_joins <= 0)
        return;
    auto& wrong = account(address, now).wrong_guesses;
    wrong.push_back(now);
    if (wrong.size() > static_cast<std::size_t>(limits_.wrong_joins))
        wrong.pop_front();
}

const Visitors::Rooms& Visitors::rooms(const Address& address) const {
    static const Rooms none;
    const auto found = accounts_.find(address);
    return found == accounts_.end() ? none : found->second.rooms;
}

void Visitors::opened(const Address& address, const RoomCode& room, Time now) {
    if (!address.is_this_machine())
        account(address, now).rooms.insert(room);
}

void Visitors::closed(const Address& address, const RoomCode& room) {
    if (const auto found = accounts_.find(address); found != accounts_.end())
        found->second.rooms.erase(room);
}

Visitors::Account& Visitors::account(const Address& address, Time now) {
    if (const auto found = accounts_.find(address); found != accounts_.end())
        return found->second;
    forget_old(now);
    const TokenBucket full(limits_.address_request_burst, limits_.address_request_rate, now);
    return accounts_.emplace(address, Account{full, {}, {}}).first->second;
}

// Now and then, so that it costs little by account: an account that says no more than a new one.
void Visitors::forget_old(Time now) {
    if (accounts_.size() < forget_at_)
        return;
    std::erase_if(accounts_, [&](const auto& entry) {
        const Account& account = entry.second;
        const bool guesses = !account.wrong_guesses.empty() &&
                             now - account.wrong_guesses.back() < limits_.wrong_joins_window;
        return account.rooms.empty() && !guesses && account.requests.is_full(now);
    });
    forget_at_ = std::max<std::size_t>(256, 2 * accounts_.size());
}

} // namespace jaipur::server
