#include "server/core/visitors.hpp"

namespace jaipur::server::core {

void Visitors::limits_changed(Time now) {
    accounts_.for_each([&](Account& account) {
        account.requests.change(limits_.address_request_burst, limits_.address_request_rate, now);
    });
    replay_quota_.limits_changed(now);
}

bool Visitors::may_ask(const Address& address, Time now) {
    if (address.is_this_machine())
        return true;
    return account(address, now).requests.take(now);
}

const Visitors::Rooms& Visitors::rooms(const Address& address) const {
    static const Rooms none;
    const Account* known = accounts_.find(address);
    return known ? known->rooms : none;
}

void Visitors::add_room(const Address& address, const RoomCode& room, Time now) {
    if (!address.is_this_machine())
        account(address, now).rooms.insert(room);
}

void Visitors::remove_room(const Address& address, const RoomCode& room) {
    if (Account* known = accounts_.find(address))
        known->rooms.erase(room);
}

Visitors::Account& Visitors::account(const Address& address, Time now) {
    const auto make = [&] {
        const TokenBucket full(limits_.address_request_burst, limits_.address_request_rate, now);
        return Account{full, {}};
    };
    return accounts_.of(address, now, make);
}

} // namespace jaipur::server::core
