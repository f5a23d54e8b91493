#include "server/core/hash_queue.hpp"

#include <algorithm>

namespace jaipur::server::core {

// Wider than what one household has: an attacker's many addresses are often neighbours.
HashQueue::Groups HashQueue::groups_of(const Address& address) {
    if (address.kind == Address::Kind::V6)
        return {address.within(32), address.within(48), address};
    return {address.within(16), address.within(24), address};
}

std::optional<SessionId> HashQueue::add(SessionId session, const Address& from,
                                        const IsSuspect& is_suspect) {
    const auto known = groups_.back().find(from);
    const std::size_t most = limits_.waiting_passwords_per_address;
    if (most > 0 && known != groups_.back().end() && known->second.size >= most)
        return session;
    waiting_.push_back({session, groups_of(from)});
    for (std::size_t level = 0; level < groups_.size(); ++level) // a new one behind those that wait
        ++groups_[level]
              .try_emplace(waiting_.back().groups[level], Group{turn_, 0})
              .first->second.size;
    if (waiting_.size() <= limits_.waiting_passwords)
        return std::nullopt;
    const auto suspect = suspects(is_suspect);
    return take(choose([&](const Group& one, const Group& other, auto place, auto chosen) {
        if (one.size != other.size)
            return one.size > other.size;
        return suspect[place] != suspect[chosen] ? suspect[place] : place > chosen;
    }));
}

std::optional<SessionId> HashQueue::next(const IsSuspect& is_suspect) {
    if (waiting_.empty())
        return std::nullopt;
    const auto suspect = suspects(is_suspect);
    const std::size_t next =
        choose([&](const Group& one, const Group& other, auto place, auto chosen) {
            if (suspect[place] != suspect[chosen])
                return suspect[place] == suspects_go_;
            return one.turn != other.turn ? one.turn < other.turn : place < chosen;
        });
    suspects_go_ = !suspect[next];
    ++turn_;
    for (std::size_t level = 0; level < groups_.size(); ++level)
        groups_[level].at(waiting_[next].groups[level]).turn = turn_;
    return take(next);
}

void HashQueue::remove(SessionId session) {
    const auto found = std::ranges::find(waiting_, session, &Waiting::session);
    if (found != waiting_.end())
        take(static_cast<std::size_t>(found - waiting_.begin()));
}

// Which of those that wait are suspects.
std::vector<bool> HashQueue::suspects(const IsSuspect& is_suspect) const {
    std::vector<bool> result;
    for (const Waiting& waiting : waiting_)
        result.push_back(is_suspect(waiting.groups.back()));
    return result;
}

// The best one of the best group, at each level within the group chosen before.
template <class Better>
std::size_t HashQueue::choose(Better better) const {
    std::size_t chosen = 0;
    for (std::size_t level = 0; level < groups_.size(); ++level) {
        const Groups within = waiting_[chosen].groups;
        const auto group = [&](std::size_t place) -> const Group& {
            return groups_[level].at(waiting_[place].groups[level]);
        };
        for (std::size_t place = 0; place < waiting_.size(); ++place)
            if ((level == 0 || waiting_[place].groups[level - 1] == within[level - 1]) &&
                better(group(place), group(chosen), place, chosen))
                chosen = place;
    }
    return chosen;
}

SessionId HashQueue::take(std::size_t place) {
    const Waiting taken = waiting_[place];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(place));
    for (std::size_t level = 0; level < groups_.size(); ++level) {
        const auto group = groups_[level].find(taken.groups[level]);
        if (--group->second.size == 0)
            groups_[level].erase(group);
    }
    return taken.session;
}

} // namespace jaipur::server::core
