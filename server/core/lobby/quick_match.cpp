#include "server/core/lobby/quick_match.hpp"

namespace jaipur::server::core {

namespace {

QuickMatchKey key(const std::optional<protocol::ClockOptions>& clock, std::uint64_t opened = 0,
                  Slot slot = {}) {
    return clock ? QuickMatchKey{clock->initial, clock->increment, opened, slot}
                 : QuickMatchKey{0, 0, opened, slot};
}

// Offers a room as soon as the store has been asked to open it: then two simultaneous requests
// meet. Stops once the store has been asked to fill the seat: nobody waits for a seat that is gone.
std::optional<QuickMatchKey> key_of(const RoomSlot& slot) {
    const RecordBody* coming = slot.in_flight ? &slot.in_flight->record.body : nullptr;
    const RoomState& state = slot.room.state();
    if (slot.is_open()) {
        const bool taken = coming && std::holds_alternative<SeatTaken>(*coming);
        return !taken && slot.room.open_to_quick_match()
                   ? std::optional(key(state.options.clock, state.opened, slot_of(slot.code)))
                   : std::nullopt;
    }
    const auto* opened = coming ? std::get_if<RoomOpened>(coming) : nullptr;
    if (!opened || !opened->options.is_public || opened->password || opened->bot ||
        is_played_over_days(opened->options))
        return std::nullopt;
    return key(opened->options.clock, slot.in_flight->record.number, slot_of(slot.code));
}

} // namespace

void QuickMatchOffers::update(RoomSlot& slot) {
    offer(slot, key_of(slot));
}

void QuickMatchOffers::remove(RoomSlot& slot) {
    offer(slot, std::nullopt);
}

void QuickMatchOffers::offer(RoomSlot& slot, const std::optional<QuickMatchKey>& wanted) {
    if (wanted == slot.offered)
        return;
    if (slot.offered)
        offered_.erase(*slot.offered);
    if (wanted)
        offered_.emplace(*wanted, &slot);
    slot.offered = wanted;
}

RoomSlot* QuickMatchOffers::find(const std::optional<protocol::ClockOptions>& clock,
                                 const Address& from) const {
    const QuickMatchKey wanted = key(clock);
    for (auto next = offered_.lower_bound(wanted);
         next != offered_.end() && next->first.initial == wanted.initial &&
         next->first.increment == wanted.increment;
         ++next)
        if (!next->second->bars(from))
            return next->second;
    return nullptr;
}

} // namespace jaipur::server::core
