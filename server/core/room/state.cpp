// What follows from a room's state.
#include "server/core/room/state.hpp"

#include <chrono>
#include <utility>
#include <variant>

namespace jaipur::server::core {

std::optional<Snapshot> snapshot(const RoomState& room) {
    if (room.match.phase != Phase::Waiting || room.table_published)
        return std::nullopt;
    Snapshot result = static_cast<const Snapshot&>(room);
    RoomState again;
    apply(again, Record{room.opened, room.code, {}, {}, {}, result});
    return again == room ? std::optional(std::move(result)) : std::nullopt;
}

bool is_first(const RecordBody& body) {
    return std::holds_alternative<RoomOpened>(body) || std::holds_alternative<Snapshot>(body);
}

std::optional<Seat> owner(const RoomState& room) {
    std::optional<Seat> first;
    for (Seat seat : all_seats) {
        const auto& player = room.players[seat];
        if (player && !player->bot &&
            (!first || player->seated_by < room.players[*first]->seated_by))
            first = seat;
    }
    return first;
}

std::optional<protocol::ChatFrom> stored_chat(protocol::ChatFrom from) {
    return from == protocol::ChatFrom::Everyone ? std::nullopt : std::optional(from);
}

std::string bot_name(std::string level) {
    if (!level.empty() && level[0] >= 'a' && level[0] <= 'z')
        level[0] = static_cast<char>(level[0] - 'a' + 'A');
    return level + " bot";
}

bool is_ready(const std::optional<Player>& player) {
    return player && (player->ready || player->bot);
}

bool owes_reveal(const RoomState& room, Seat seat) {
    const auto& player = room.players[seat];
    return player && player->commit && !player->nonce;
}

bool has_agreed(const RoomState& room, Seat seat) {
    const auto agreed = [&](Seat of) {
        const auto& player = room.players[of];
        return player && player->agreed;
    };
    const auto& player = room.players[seat];
    return agreed(seat) || (player && player->bot && agreed(other(seat)));
}

PerSeat<milliseconds> full_clocks(const protocol::RoomOptions& options) {
    const std::chrono::seconds each(options.clock ? options.clock->initial : patience_of(options));
    return {{each, each}};
}

std::optional<milliseconds> move_left(const RoomState& room,
                                      const PerSeat<milliseconds>& clock_left) {
    if (room.options.clock || room.match.phase != Phase::Playing || room.players[Seat::Zero]->bot ||
        room.players[Seat::One]->bot)
        return std::nullopt;
    return clock_left[room.match.state.turn];
}

protocol::Commitments commitments(const RoomState& room) {
    protocol::Commitments result{room.fresh.match, room.server_commit, {}};
    for (Seat seat : all_seats)
        if (const auto& player = room.players[seat])
            result.seats[seat] = player->commit;
    return result;
}

protocol::Replay replay(const RoomState& room) {
    protocol::Replay result;
    result.room = room.code;
    result.match = room.fresh.match;
    result.options = room.options;
    result.options.open_after.reset(); // readers of release 0.1.0 would refuse them
    result.options.patience.reset();
    result.options.chat.reset(); // it can change during a match
    for (Seat seat : all_seats)
        if (const auto& player = room.players[seat])
            result.names[seat] = player->name;
    result.starter = room.first_starter;
    result.proof = *room.proof;
    result.actions = room.steps;
    result.rounds = room.match.results;
    result.result = *room.match.result;
    return result;
}

} // namespace jaipur::server::core
