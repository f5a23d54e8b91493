#include "server/core/bans.hpp"

#include <algorithm>
#include <iterator>

namespace jaipur::server::core {

namespace {

bool is_over(const Ban& ban, Time now) {
    return ban.until && *ban.until <= now;
}

} // namespace

void Bans::add(const Ban& ban) {
    std::erase_if(all_, [&](const Ban& old) {
        return old.network == ban.network || is_over(old, ban.since);
    });
    all_.push_back(ban);
}

bool Bans::remove(const Network& network) {
    return std::erase_if(all_, [&](const Ban& ban) { return ban.network == network; }) > 0;
}

bool Bans::hold(const Address& address, Time now) const {
    return std::ranges::any_of(
        all_, [&](const Ban& ban) { return ban.network.contains(address) && !is_over(ban, now); });
}

std::vector<Ban> Bans::all(Time now) const {
    std::vector<Ban> held;
    std::ranges::copy_if(all_, std::back_inserter(held),
                         [&](const Ban& ban) { return !is_over(ban, now); });
    return held;
}

} // namespace jaipur::server::core
