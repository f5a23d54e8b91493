#include "server/core/replay_quota.hpp"

#include <optional>
#include <set>
#include <variant>

namespace jaipur::server::core {

namespace {

constexpr std::array per_day{&Limits::replay_space_per_address, &Limits::replay_space_per_56,
                             &Limits::replay_space_per_48};
constexpr std::array bits_of_level{64, 56, 48};

constexpr int kib_per_mib = 1024;
constexpr double bytes_per_kib = 1024;
constexpr double seconds_per_day = 24 * 3600;

// In bytes. Rows that don't fill their pages leave space unused, hence the first.
constexpr std::size_t whole_replay = 4096;
constexpr std::size_t each_round = 400;
constexpr std::size_t each_action = 90;
constexpr std::size_t each_card = 10;

// What counts at this level; nothing if the address has no such network.
std::optional<Address> counted(const Address& from, std::size_t level) {
    if (from.kind == Address::Kind::V6)
        return from.within(bits_of_level[level]);
    return level == 0 && !from.is_this_machine() ? std::optional(from) : std::nullopt;
}

} // namespace

std::size_t stored_size(const protocol::Replay& replay) {
    std::size_t size = whole_replay + each_round * replay.rounds.size();
    for (const auto& step : replay.actions) {
        const auto* exchange = std::get_if<Exchange>(&step.action);
        size += each_action + (exchange ? 2 * each_card * exchange->take.size() : 0);
    }
    return size;
}

void ReplayQuota::limits_changed(Time now) {
    for (std::size_t level = 0; level < accounts_.size(); ++level) {
        const int kib = limits_.*per_day[level] * kib_per_mib;
        accounts_[level].for_each(
            [&](Account& account) { account.space.change(kib, kib / seconds_per_day, now); });
    }
}

bool ReplayQuota::may_begin(const Address& from, Time now) const {
    for (std::size_t level = 0; level < accounts_.size(); ++level)
        if (const auto at = counted(from, level))
            if (const Account* known = accounts_[level].find(*at); known && !known->space.has(now))
                return false;
    return true;
}

void ReplayQuota::charge(std::span<const Address> players, std::size_t bytes, Time now) {
    for (std::size_t level = 0; level < accounts_.size(); ++level) {
        const int kib = limits_.*per_day[level] * kib_per_mib;
        std::set<Address> all;
        for (const Address& player : players)
            if (const auto at = counted(player, level))
                all.insert(*at);
        for (const Address& at : all)
            accounts_[level]
                .of(at, now, [&] { return Account{TokenBucket(kib, kib / seconds_per_day, now)}; })
                .space.charge(static_cast<double>(bytes) / bytes_per_kib, now);
    }
}

} // namespace jaipur::server::core
