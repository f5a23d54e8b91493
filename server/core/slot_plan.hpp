// Which slots each of several servers should hold: as many as every other, give or take one, and
// with as few moves as possible. Every server plans for itself. If all see the same, their plans
// fit together; if not, only one of them gets the lease, and later plans see that.
#pragma once

#include "server/core/slots.hpp"

#include <map>
#include <string>
#include <vector>

namespace jaipur::server::core {

// What a server sees of all servers.
struct SlotHolders {
    std::map<std::string, bool> servers{}; // those that live; whether they drain
    std::map<Slot, std::string> holders{}; // of leases that have not ended
    friend bool operator==(const SlotHolders&, const SlotHolders&) = default;
};

struct SlotPlan {
    std::vector<Slot> take, release; // in the order of `all_slots`
    friend bool operator==(const SlotPlan&, const SlotPlan&) = default;
};

// What this server should do next. It takes only what nobody holds: a slot moves in two steps, and
// that of a server that has died once its lease has ended. If all servers drain, each keeps its
// slots, and they take what nobody holds: matches go on there until they are over.
SlotPlan plan_slots(const SlotHolders& seen, const std::string& me);

// Whether nobody has anything to do. `abandoned`: slots that nobody can take.
bool are_spread(const SlotHolders& seen, const Slots& abandoned);

} // namespace jaipur::server::core
