// What the operator sees of the lobby, and does to it.
#include "server/core/lobby/lobby.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::server::core {

std::vector<RoomOverview> Lobby::overview() const {
    std::vector<RoomOverview> all;
    rooms_.for_each([&](const RoomSlot& slot) { all.push_back(slot.room.overview()); });
    std::ranges::sort(all, {}, &RoomOverview::room);
    return all;
}

LobbyFigures Lobby::figures() const {
    LobbyFigures figures;
    figures.connections = sessions_.size();
    rooms_.for_each([&](const RoomSlot& slot) {
        const RoomState& state = slot.room.state();
        const Phase phase = state.match.phase;
        ++(runs(phase)                 ? figures.playing
           : phase == Phase::MatchOver ? figures.finished
                                       : figures.waiting);
        figures.over_days += is_played_over_days(state.options) ? 1U : 0U;
        figures.spectators += slot.room.watchers().size();
        for (const Seat seat : all_seats) {
            figures.players += slot.room.at(seat) ? 1U : 0U;
            figures.bots += state.players[seat] && state.players[seat]->bot ? 1U : 0U;
        }
    });
    return figures;
}

void Lobby::tell_notice(Time now, Output& out) {
    const bool says_nothing = notice_ == protocol::Notice{};
    rooms_.tell(says_nothing ? std::nullopt : std::optional(notice_), now, out);
}

void Lobby::announce(const std::optional<protocol::Announcement>& announcement,
                     std::optional<Time> until, Time now, Output& out) {
    notice_.announcement = announcement;
    announced_until_ = announcement ? until : std::nullopt;
    tell_notice(now, out);
}

void Lobby::drain(bool on, Time now, Output& out) {
    notice_.restarting = on;
    entry_.drain(on);
    tell_notice(now, out);
}

std::size_t Lobby::matches_to_wait_for() const {
    std::size_t count = 0;
    rooms_.for_each([&](const RoomSlot& slot) {
        const RoomState& state = slot.room.state();
        const bool goes_on = runs(state.match.phase) || state.table_published;
        const bool has_player = slot.room.at(Seat::Zero) || slot.room.at(Seat::One);
        count += goes_on && has_player && !is_played_over_days(state.options) ? 1U : 0U;
    });
    return count;
}

Lobby::Ending Lobby::end_match(std::string_view room, std::string why, Time now, Output& out) {
    RoomSlot* slot = rooms_.named(room);
    if (!slot || !slot->is_open())
        return Ending::NoRoom;
    if (!runs(slot->room.state().match.phase))
        return Ending::NoMatch;
    slot->room.end_by_operator(std::move(why));
    rooms_.run_timers(*slot, now, out);
    rooms_.update(*slot);
    return Ending::Ends;
}

std::size_t Lobby::kick(const Network& network, Time now, Output& out) {
    std::vector<SessionId> from_there;
    for (const auto& [id, session] : sessions_)
        if (network.contains(session.address))
            from_there.push_back(id);
    for (const SessionId id : from_there)
        close_session(id, protocol::CloseCode::Removed, now, out);
    serve_ready(now, out);
    return from_there.size();
}

std::size_t Lobby::kick(std::string_view room, Seat seat, Time now, Output& out) {
    const RoomSlot* slot = rooms_.named(room);
    const auto session = slot ? slot->room.at(seat) : std::nullopt;
    if (!session)
        return 0;
    close_session(*session, protocol::CloseCode::Removed, now, out);
    serve_ready(now, out);
    return 1;
}

std::optional<Address> Lobby::address_of(std::string_view room, Seat seat) const {
    const RoomSlot* slot = rooms_.named(room);
    const auto session = slot ? slot->room.at(seat) : std::nullopt;
    return session ? std::optional(sessions_.at(*session).address) : std::nullopt;
}

} // namespace jaipur::server::core
