#include "server/core/visitors.hpp"

namespace jaipur::server::core {

namespace {

// How many passwords from one address may wait for the one hashing thread.
constexpr int most_hashing = 4;

} // namespace

bool Visitors::may_ask(const Address& address, Time now) {
    if (address.is_this_machine())
        return true;
    return account(address, now).requests.take(now);
}

bool Visitors::may_guess(const Address& address, Time now) const {
    const Account* known = accounts_.find(address);
    return !known || may_guess(*known, now);
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

bool Visitors::may_hash(const Address& address) const {
    const Account* known = accounts_.find(address);
    return !known || known->hashing < most_hashing || address.is_this_machine();
}

void Visitors::hashing_began(const Address& address, Time now) {
    ++account(address, now).hashing;
}

void Visitors::hashing_ended(const Address& address) {
    Account* known = accounts_.find(address);
    if (known && known->hashing > 0)
        --known->hashing;
}

void Visitors::wait_to_hash(const Address& address, SessionId session, Time now) {
    account(address, now).waiting_to_hash.push_back(session);
}

std::optional<SessionId> Visitors::next_to_hash(const Address& address) {
    Account* known = accounts_.find(address);
    if (!known || known->waiting_to_hash.empty() || !may_hash(address))
        return std::nullopt;
    const SessionId next = known->waiting_to_hash.front();
    known->waiting_to_hash.pop_front();
    return next;
}

const Visitors::Rooms& Visitors::rooms(const Address& address) const {
    static const Rooms none;
    const Account* known = accounts_.find(address);
    return known ? known->rooms : none;
}

void Visitors::opened(const Address& address, const RoomCode& room, Time now) {
    if (!address.is_this_machine())
        account(address, now).rooms.insert(room);
}

void Visitors::closed(const Address& address, const RoomCode& room) {
    if (Account* known = accounts_.find(address))
        known->rooms.erase(room);
}

Visitors::Account& Visitors::account(const Address& address, Time now) {
    const auto make = [&] {
        const TokenBucket full(limits_.address_request_burst, limits_.address_request_rate, now);
        return Account{full, {}, {}, 0, {}};
    };
    return accounts_.of(address, make, [&](const Account& account) {
        const bool guesses = !account.wrong_guesses.empty() &&
                             now - account.wrong_guesses.back() < limits_.wrong_joins_window;
        return account.rooms.empty() && account.hashing == 0 && account.waiting_to_hash.empty() &&
               !guesses && account.requests.is_full(now);
    });
}

} // namespace jaipur::server::core
