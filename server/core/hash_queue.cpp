#include "server/core/hash_queue.hpp"

#include <algorithm>
#include <chrono>

namespace jaipur::server::core {

namespace {

constexpr std::chrono::hours memory{1};

// Wider than what one household has: an attacker's many addresses are often neighbours.
std::array<Address, 4> around(const Address& from) {
    if (from.kind == Address::Kind::V6)
        return {Address{}, from.within(32), from.within(48), from};
    return {Address{}, from.within(16), from.within(24), from};
}

} // namespace

unsigned HashQueue::Group::lately(Time now) const {
    return now - since < memory ? hashes : 0;
}

std::optional<SessionId> HashQueue::add(SessionId session, const Address& from, Time now) {
    const Groups groups = groups_of(from, now);
    const std::size_t most = limits_.waiting_passwords_per_address;
    if (most > 0 && groups.back()->size >= most)
        return session;
    ++count_;
    for (Group* group : groups)
        if (group->size++ == 0) {
            group->came = count_;
            if (group->lately(now) == 0)
                group->turn = count_; // behind those that wait
        }
    waiting_.push_back({session, groups});
    if (waiting_.size() <= limits_.waiting_passwords)
        return std::nullopt;
    const auto worst = choose([now](const Group&, const Group& one, const Group& other) {
        if (one.size != other.size)
            return one.size > other.size;
        if (one.lately(now) != other.lately(now))
            return one.lately(now) > other.lately(now);
        return one.came > other.came;
    });
    const Group* from_where = waiting_[worst].groups.back();
    const auto newest = std::find_if(waiting_.rbegin(), waiting_.rend(), [&](const Waiting& one) {
        return one.groups.back() == from_where;
    });
    return take(static_cast<std::size_t>(waiting_.rend() - newest) - 1);
}

std::optional<SessionId> HashQueue::next(Time now) {
    if (waiting_.empty())
        return std::nullopt;
    const auto next = choose([now](const Group& within, const Group& one, const Group& other) {
        if (within.takes_turns)
            return one.turn < other.turn;
        if (one.lately(now) != other.lately(now))
            return one.lately(now) < other.lately(now);
        return one.came > other.came; // turns are for the oldest; this spoils bursts
    });
    ++count_;
    for (Group* group : waiting_[next].groups) {
        if (group->lately(now) == 0) {
            group->hashes = 0;
            group->since = now;
        }
        ++group->hashes;
        group->turn = count_;
        group->takes_turns = !group->takes_turns;
    }
    return take(next);
}

std::optional<SessionId> HashQueue::pop() {
    if (waiting_.empty())
        return std::nullopt;
    return take(waiting_.size() - 1);
}

void HashQueue::remove(SessionId session) {
    const auto found = std::ranges::find(waiting_, session, &Waiting::session);
    if (found != waiting_.end())
        take(static_cast<std::size_t>(found - waiting_.begin()));
}

// Pointers to accounts stay valid while the account is held.
HashQueue::Groups HashQueue::groups_of(const Address& from, Time now) {
    const auto addresses = around(from);
    Groups groups{};
    for (std::size_t level = 0; level < levels; ++level)
        groups[level] = &groups_[level].of(addresses[level], now, [] { return Group{}; });
    return groups;
}

// The oldest of the best group, at each level within the group chosen before.
template <class Better>
std::size_t HashQueue::choose(Better better) const {
    std::size_t chosen = 0;
    for (std::size_t level = 1; level < levels; ++level) {
        const Group* within = waiting_[chosen].groups[level - 1];
        for (std::size_t place = 0; place < waiting_.size(); ++place) {
            const Groups& groups = waiting_[place].groups;
            if (groups[level - 1] == within &&
                better(*within, *groups[level], *waiting_[chosen].groups[level]))
                chosen = place;
        }
    }
    return chosen;
}

SessionId HashQueue::take(std::size_t place) {
    const Waiting taken = waiting_[place];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(place));
    for (Group* group : taken.groups)
        --group->size;
    return taken.session;
}

} // namespace jaipur::server::core
