// What players who aren't connected are told through their browsers' push services. It says what
// happened, and nothing about the cards.
#include "common/overloaded.hpp"
#include "server/core/room/room.hpp"

#include <optional>
#include <type_traits>
#include <variant>

namespace jaipur::server::core {

namespace {

using What = Notice::What;

// The seat that has another device now, or none, if the record says so.
std::optional<Seat> changes_device(const Record& record) {
    const auto seat_of = [](const auto& body) -> std::optional<Seat> {
        if constexpr (OneOf<std::decay_t<decltype(body)>, PushChanged, SeatMoved, SeatLeft>)
            return body.seat;
        return std::nullopt;
    };
    return std::visit(seat_of, record.body);
}

// Whether the match can't begin without this player, since this change.
bool begins_with(Seat seat, const RoomState& room, const Record& record, const Change& change) {
    if (change.table && owes_reveal(room, seat))
        return true;
    const auto* taken = std::get_if<SeatTaken>(&record.body);
    const auto* rematch = std::get_if<RematchAsked>(&record.body);
    const bool opponent_came = (taken && taken->seat != seat) || (rematch && rematch->seat != seat);
    return opponent_came && room.match.phase == Phase::Waiting && !is_ready(room.players[seat]);
}

// What the change asks of this player, or tells them.
std::optional<What> notice_for(Seat seat, const RoomState& room, const Record& record,
                               const Change& change) {
    const auto* rematch = std::get_if<RematchAsked>(&record.body);
    if (rematch && !rematch->fresh && rematch->seat != seat)
        return What::Rematch;
    if (change.match_over)
        return What::MatchOver;
    if (begins_with(seat, room, record, change))
        return What::Start;
    const bool is_turn = room.match.phase == Phase::Playing && room.match.state.turn == seat;
    return change.view && is_turn ? std::optional(What::YourTurn) : std::nullopt;
}

} // namespace

void Room::notify(Seat seat, What what, Output& out) const {
    const auto& player = state_.players[seat];
    if (!player || !player->push || seats_[seat].session)
        return;
    out.pushes.push_back({state_.code, seat, player->push_by, Notice{what, *player->push}});
}

void Room::notify(const Record& record, const Change& change, Output& out) const {
    if (!is_over_days()) // nobody can subscribe
        return;
    if (const auto seat = changes_device(record))
        withdraw_notice(*seat, out);
    if (is_aside(record.body))
        return;
    for (const Seat seat : all_seats)
        if (const auto what = notice_for(seat, state_, record, change))
            notify(seat, *what, out);
}

void Room::notify_dropped(Seat seat, milliseconds unnoticed, Time now, Output& out) const {
    const bool is_turn = state_.match.phase == Phase::Playing && state_.match.state.turn == seat;
    if (is_turn && turn_since_ && now - *turn_since_ < unnoticed)
        notify(seat, What::YourTurn, out);
}

void Room::withdraw_notice(Seat seat, Output& out) const {
    if (is_over_days())
        out.pushes.push_back({state_.code, seat, 0, std::nullopt});
}

bool Room::push_has_ended(Seat seat) const {
    const auto& player = state_.players[seat];
    return player && player->push && player->push_by == ended_push_[seat];
}

} // namespace jaipur::server::core
