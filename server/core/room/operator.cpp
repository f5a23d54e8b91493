// What the operator sees of a room.
#include "server/core/room/room.hpp"

namespace jaipur::server::core {

RoomOverview Room::overview() const {
    RoomOverview shown;
    shown.room = state_.code;
    shown.is_public = state_.options.is_public;
    shown.over_days = is_over_days();
    shown.phase = state_.match.phase;
    shown.round = state_.match.round;
    shown.since = phase_since_;
    shown.spectators = watcher_count();
    for (const Seat seat : all_seats)
        if (const auto& player = state_.players[seat])
            shown.players[seat] = {player->name, !is_away(seat), player->bot};
    return shown;
}

} // namespace jaipur::server::core
