// Which server has a slot, as one of several servers with one store sees it: what a connection that
// wants a room elsewhere is relayed by. It may be out of date by a moment; the server that it names
// knows better, and closes with 1012 what it can't serve.
#pragma once

#include "server/core/slot_plan.hpp"
#include "server/core/slots.hpp"
#include "server/core/time.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace jaipur::server::core {

class Owners {
  public:
    // `me`: this server's name. `holds`: whether it serves a slot (`Lobby::holds`). `takeover`:
    // longer than any takeover lasts.
    Owners(std::string me, std::function<bool(Slot)> holds, milliseconds takeover)
        : me_(std::move(me)), holds_(std::move(holds)), takeover_(takeover) {}

    const std::string& me() const { return me_; }

    bool owns(Slot slot) const { return holds_(slot); }

    // HOST:PORT, where other servers reach the one that has this slot. Empty: this server has it,
    // nobody has it at the moment, or its server can't be reached by others.
    std::optional<std::string> address_of(Slot slot) const {
        const auto holder = owns(slot) ? seen_.holders.end() : seen_.holders.find(slot);
        if (holder == seen_.holders.end())
            return std::nullopt;
        const auto other = others_.find(holder->second);
        return other == others_.end() ? std::nullopt : std::optional(other->second);
    }

    // Whether a server that can be reached has it.
    bool is_held(Slot slot) const { return owns(slot) || address_of(slot); }

    // Whether nobody has had it for so long that nobody can take it, as with a damaged record.
    bool is_abandoned(Slot slot) const { return abandoned_.contains(slot); }

    // Whether nobody has it, and somebody will take it.
    bool is_awaited(Slot slot) const { return !is_held(slot) && !is_abandoned(slot); }

    const Slots& abandoned() const { return abandoned_; }

    // The address of each other server that lives, by its name.
    const std::map<std::string, std::string>& others() const { return others_; }

    // What was seen last.
    const SlotHolders& seen() const { return seen_; }

    // Slots that nobody can take, and for how long that has been known.
    using DamagedFor = std::map<Slot, milliseconds>;

    // `addresses`: of the living servers that have one, by their names. Whether anything has
    // changed.
    bool see(SlotHolders seen, std::map<std::string, std::string> addresses, Time now,
             const DamagedFor& damaged_for = {}) {
        addresses.erase(me_);
        const Slots abandoned = find_abandoned(seen, now, damaged_for);
        if (seen == seen_ && addresses == others_ && abandoned == abandoned_)
            return false;
        seen_ = std::move(seen);
        others_ = std::move(addresses);
        abandoned_ = abandoned;
        return true;
    }

  private:
    // What others know of damaged slots helps a server that hasn't looked for long enough.
    Slots find_abandoned(const SlotHolders& seen, Time now, const DamagedFor& damaged_for) {
        if (now - seen_at_ > takeover_ / 2) // somebody may have had them meanwhile
            free_since_.clear();
        seen_at_ = now;
        Slots abandoned;
        for (const Slot slot : all_slots)
            if (seen.holders.contains(slot))
                free_since_.erase(slot);
            else if (now - free_since_.try_emplace(slot, now).first->second > takeover_)
                abandoned.insert(slot);
        for (const auto& [slot, time] : damaged_for)
            if (time > takeover_)
                abandoned.insert(slot);
        return abandoned;
    }

    const std::string me_;
    const std::function<bool(Slot)> holds_;
    const milliseconds takeover_;
    SlotHolders seen_;
    std::map<std::string, std::string> others_;
    Time seen_at_{};
    std::map<Slot, Time> free_since_;
    Slots abandoned_;
};

} // namespace jaipur::server::core
