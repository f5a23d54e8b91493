// What the operator sees of the lobby.
#include "server/core/lobby/lobby.hpp"

#include <algorithm>

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

} // namespace jaipur::server::core
