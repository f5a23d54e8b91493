#include "client/console/model.hpp"

#include "client/console/safe_text.hpp"

#include <algorithm>

namespace jaipur::client {

std::optional<TimeLeft> time_left(const Model& model, Seat seat, SteadyTime now) {
    using std::chrono::milliseconds, std::chrono::seconds;
    if (!model.view || !model.room)
        return std::nullopt;
    const protocol::View& view = *model.view;
    const protocol::RoomOptions& options = model.room->options;
    TimeLeft left;
    std::int64_t at_first = 0;
    if (view.clock) {
        left.of = TimeLeft::Of::Clock;
        left.whole = seconds(options.clock ? options.clock->initial : 0);
        left.runs = view.clock->running == seat;
        at_first = view.clock->remaining_ms[seat];
    } else if (view.move_in && view.turn == seat) {
        left.of = TimeLeft::Of::Move;
        left.whole = seconds(patience_of(options));
        left.runs = true;
        at_first = *view.move_in;
    } else {
        return std::nullopt;
    }
    constexpr milliseconds longest = seconds(protocol::patience_bounds.max);
    left.time = std::clamp(milliseconds(at_first), milliseconds(0), longest);
    if (left.runs)
        left.time -= std::chrono::duration_cast<milliseconds>(now - model.view_at);
    left.time = std::max(left.time, milliseconds(0));
    return left;
}

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

std::optional<std::string> person_on_our_server(const Model& model) {
    if (!model.owns_server || !model.seat || !model.room)
        return std::nullopt;
    const auto& opponent = model.room->players[other(*model.seat)];
    return opponent && !opponent->bot ? std::optional(opponent->name) : std::nullopt;
}

std::optional<OtherLevel::Than> wanted_level(const Model& model) {
    if (!model.seat || !model.room || !model.view || model.view->phase != Phase::MatchOver)
        return std::nullopt;
    const auto& self = model.room->players[*model.seat];
    const auto& opponent = model.room->players[other(*model.seat)];
    const auto& result = model.view->result;
    if (!self || !opponent || !opponent->bot || !result || !result->match || !result->match->winner)
        return std::nullopt;
    return result->match->winner == model.seat ? OtherLevel::Than::Harder
                                               : OtherLevel::Than::Easier;
}

std::optional<OtherLevel> other_level(const Model& model) {
    const auto than = wanted_level(model);
    if (!than)
        return std::nullopt;
    const bool harder = than == OtherLevel::Than::Harder;
    const auto& levels = protocol::bot_levels; // the weakest first
    const auto at = std::ranges::find(levels, *model.room->players[other(*model.seat)]->bot);
    if (at == levels.end() || (harder ? at + 1 == levels.end() : at == levels.begin()))
        return std::nullopt; // perhaps only a newer server knows it
    OtherLevel next{*than,
                    std::string(harder ? *(at + 1) : *(at - 1)),
                    {model.room->players[*model.seat]->name, {}}};
    next.create.options.bot = next.level;
    next.create.options.clock = model.room->options.clock;
    next.create.options.seals = model.room->options.seals;
    next.create.options.spectators = model.room->options.spectators;
    return next;
}

std::vector<KeptSeat> seats_to_offer(const Model& model) {
    std::vector<KeptSeat> seats = model.kept;
    std::erase_if(seats, [](const KeptSeat& seat) { return seat.over; });
    return seats;
}

std::optional<KeptSeat> kept_seat(const Model& model, const std::optional<std::string>& room) {
    const std::vector<KeptSeat> offered = seats_to_offer(model);
    if (!room)
        return offered.empty() ? std::nullopt : std::optional(offered.front());
    for (const KeptSeat& seat : model.kept) // the user may want a rematch
        if (lower(seat.room) == lower(*room))
            return seat;
    return std::nullopt;
}

} // namespace jaipur::client
