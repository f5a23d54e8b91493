#include "server/core/slot_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace jaipur::server::core {

namespace {

struct Server {
    std::string name;
    std::size_t held = 0, share = 0;
};

std::size_t held_by(const SlotHolders& seen, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::count_if(
        seen.holders, [&](const auto& holder) { return holder.second == name; }));
}

bool all_drain(const SlotHolders& seen) {
    return std::ranges::all_of(seen.servers, [](const auto& server) { return server.second; });
}

// Those that take part, and how many slots each should have. The servers that hold the most get
// one more if they can't be divided evenly: then the fewest move.
std::vector<Server> shared_out(const SlotHolders& seen) {
    std::vector<Server> servers;
    const bool all = all_drain(seen);
    for (const auto& [name, drains] : seen.servers)
        if (!drains || all)
            servers.push_back({name, held_by(seen, name)});
    std::ranges::sort(servers, [](const Server& a, const Server& b) {
        return std::pair(b.held, a.name) < std::pair(a.held, b.name);
    });
    for (std::size_t i = 0; i < servers.size(); ++i)
        servers[i].share =
            all_slots.size() / servers.size() + (i < all_slots.size() % servers.size() ? 1 : 0);
    return servers;
}

// Slots of nobody go, one by one, to the server that lacks the most.
std::vector<Slot> free_slots_for(const std::string& me, const SlotHolders& seen,
                                 std::vector<Server> servers) {
    std::vector<Slot> mine;
    const auto has_less = [](const Server& a, const Server& b) {
        return std::pair(a.share - a.held, b.name) < std::pair(b.share - b.held, a.name);
    };
    std::erase_if(servers, [](const Server& server) { return server.held >= server.share; });
    for (const Slot slot : all_slots) {
        if (seen.holders.contains(slot) || servers.empty())
            continue;
        const auto next = std::ranges::max_element(servers, has_less);
        if (next->name == me)
            mine.push_back(slot);
        if (++next->held == next->share)
            servers.erase(next);
    }
    return mine;
}

} // namespace

SlotPlan plan_slots(const SlotHolders& seen, const std::string& me) {
    const auto servers = shared_out(seen);
    const auto found = std::ranges::find(servers, me, &Server::name);
    if (!seen.servers.contains(me))
        return {};
    SlotPlan plan;
    const std::size_t share = all_drain(seen)          ? all_slots.size() // it keeps what it has
                              : found == servers.end() ? 0
                                                       : found->share;
    std::size_t kept = 0;
    for (const Slot slot : all_slots)
        if (const auto holder = seen.holders.find(slot);
            holder != seen.holders.end() && holder->second == me && ++kept > share)
            plan.release.push_back(slot);
    if (found != servers.end())
        plan.take = free_slots_for(me, seen, servers);
    return plan;
}

bool are_spread(const SlotHolders& seen, const Slots& abandoned) {
    const auto servers = shared_out(seen);
    if (servers.empty()) // nobody can take any
        return true;
    const auto has_holder = [&](Slot slot) {
        return seen.holders.contains(slot) || abandoned.contains(slot);
    };
    const auto has_too_many = [&](const auto& server) {
        const auto shares = std::ranges::find(servers, server.first, &Server::name);
        return held_by(seen, server.first) > (shares == servers.end() ? 0 : shares->share);
    };
    return std::ranges::all_of(all_slots, has_holder) &&
           (all_drain(seen) || std::ranges::none_of(seen.servers, has_too_many));
}

} // namespace jaipur::server::core
