#include "client/console/model.hpp"

#include "client/console/safe_text.hpp"

namespace jaipur::client {

bool owns_room(const Model& model) {
    return model.seat && model.room && model.room->owner == model.seat;
}

bool may_remove_guest(const Model& model) {
    if (!owns_room(model))
        return false;
    const auto& guest = model.room->players[other(*model.seat)];
    const Phase phase = model.room->phase;
    return guest && !guest->bot && (phase == Phase::Waiting || phase == Phase::MatchOver);
}

bool match_is_running(const Model& model) {
    return model.view &&
           (model.view->phase == Phase::Playing || model.view->phase == Phase::RoundOver);
}

std::optional<KeptSeat> kept_seat(const Model& model, const std::optional<std::string>& room) {
    for (const KeptSeat& seat : model.kept)
        if (!room || lower(seat.room) == lower(*room))
            return seat;
    return std::nullopt;
}

} // namespace jaipur::client
