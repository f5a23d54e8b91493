// Who asks for any opponent, and the rooms that are on offer to them.
#include "server/core/lobby/impl.hpp"

namespace jaipur::server::core {

namespace {

QuickMatchKey key(const std::optional<protocol::ClockOptions>& clock, std::uint64_t opened) {
    return clock ? QuickMatchKey{clock->initial, clock->increment, opened}
                 : QuickMatchKey{0, 0, opened};
}

// Where the room is on offer: as soon as it is with the store, so that two who ask in the same
// moment meet, until somebody who takes the seat is, so that nobody waits for what is gone.
std::optional<QuickMatchKey> key_of(const Place& place) {
    const RecordBody* coming = place.in_flight ? &place.in_flight->record.body : nullptr;
    const RoomState& state = place.room.state();
    if (place.is_open()) {
        const bool taken = coming && std::holds_alternative<SeatTaken>(*coming);
        return !taken && place.room.suits_anybody()
                   ? std::optional(key(state.options.clock, state.opened))
                   : std::nullopt;
    }
    const auto* opened = coming ? std::get_if<RoomOpened>(coming) : nullptr;
    if (!opened || !opened->options.is_public || opened->password || opened->bot)
        return std::nullopt;
    return key(opened->options.clock, place.in_flight->record.number);
}

} // namespace

void Lobby::Impl::offer(Place& place) {
    const auto now = key_of(place);
    if (now == place.offered)
        return;
    if (place.offered)
        offered.erase(*place.offered);
    if (now)
        offered.emplace(*now, &place);
    place.offered = now;
}

void Lobby::Impl::serve(const Asking& asking, const protocol::QuickMatch& request) {
    const QuickMatchKey wanted = key(request.clock, 0);
    const auto oldest = offered.lower_bound(wanted);
    if (oldest != offered.end() && oldest->first.initial == wanted.initial &&
        oldest->first.increment == wanted.increment)
        return join(asking, *oldest->second, {oldest->second->code, request.name, std::nullopt});
    protocol::CreateOptions options;
    options.is_public = true;
    options.clock = request.clock;
    open_room(asking, request.name, options);
}

} // namespace jaipur::server::core
