#include "server/core/room/views.hpp"

#include "protocol/observe.hpp"

#include <utility>

namespace jaipur::server::core {

protocol::View view_of(const RoomState& room, protocol::Viewer viewer,
                       const PerSeat<milliseconds>& clock_left) {
    protocol::View view = protocol::observe(room.match, viewer);
    view.room = room.code;
    view.seq = room.seq;
    view.match = room.fresh.match;
    if (room.options.clock) {
        protocol::ClockReading& clock = view.clock.emplace();
        for (Seat seat : all_seats)
            clock.remaining_ms[seat] = clock_left[seat].count();
        if (room.match.phase == Phase::Playing)
            clock.running = room.match.state.turn;
    }
    if (const auto left = move_left(room, clock_left))
        view.move_in = left->count();
    if (room.match.phase == Phase::MatchOver && view.result)
        view.result->proof = *room.proof;
    return view;
}

std::vector<protocol::ObservedEvent> observed(std::span<const Event> events,
                                              protocol::Viewer viewer) {
    std::vector<protocol::ObservedEvent> result;
    result.reserve(events.size());
    for (const Event& event : events)
        result.push_back(protocol::observe(event, viewer));
    return result;
}

namespace {

bool begins_round(const OpenTable::DelayedView& next) {
    return !next.events.empty() && std::holds_alternative<RoundStarted>(next.events.front());
}

// Shows the oldest hidden view; returns its events.
std::vector<protocol::ObservedEvent> step_forward(OpenTable& open) {
    OpenTable::DelayedView next = std::move(open.ahead.front());
    open.ahead.pop_front();
    if (begins_round(next) || next.view.phase == Phase::Waiting)
        open.shown.events.clear();
    open.shown.events.insert(open.shown.events.end(), next.events.begin(), next.events.end());
    open.shown.view = std::move(next.view);
    return std::move(next.events);
}

} // namespace

std::optional<std::vector<protocol::ObservedEvent>>
apply_spectator_delay(RoomState& room, std::span<const Event> events) {
    OpenTable& open = *room.open;
    open.ahead.push_back({view_of(room, protocol::Viewer::OpenSpectator, room.clock_left),
                          observed(events, protocol::Viewer::OpenSpectator)});
    const std::size_t unseen =
        room.match.phase == Phase::Playing ? static_cast<std::size_t>(room.options.delay) : 0;
    if (open.ahead.size() <= unseen)
        return std::nullopt;
    std::vector<protocol::ObservedEvent> fresh;
    while (open.ahead.size() > unseen) {
        const auto step = step_forward(open);
        fresh.insert(fresh.end(), step.begin(), step.end());
    }
    return fresh;
}

} // namespace jaipur::server::core
