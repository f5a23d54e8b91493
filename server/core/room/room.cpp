#include "server/core/room/room.hpp"

#include "server/core/names/distinct.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::server::core {

Room::Room(RoomState state, const Limits& limits, const std::optional<protocol::Notice>& notice,
           Time now)
    : state_(std::move(state)), limits_(limits), notice_(notice),
      clocks_{state_.absence, state_.clock_left, now}, phase_since_(now), table_since_(now),
      deserted_since_(now) {
    if (state_.table_published) // a restart
        table_since_ = now + time_to_come_back;
    for (Presence& presence : seats_.values)
        presence.away_since = now;
}

Change Room::apply(const Record& record, Time now) {
    const Phase before = state_.match.phase;
    const bool was_deserted = is_deserted();
    const Change change = core::apply(state_, record);
    if (!is_aside(record.body)) {
        // Nobody's clock is charged for the store's time.
        clocks_ = {state_.absence, state_.clock_left, now};
        is_late_ = false;
    }
    retry_at_.reset();
    if (!runs(state_.match.phase))
        operator_ends_.reset();
    if (state_.match.phase != before)
        phase_since_ = now;
    if (change.table)
        table_since_ = now;
    if (change.view)
        turn_since_ = now;
    for (Seat seat : all_seats)
        if (!state_.players[seat])
            seats_[seat] = {};
    if (const auto* taken = std::get_if<SeatTaken>(&record.body)) {
        seats_[taken->seat].away_since = now;
        rename_watchers();
    }
    if (is_deserted() && !was_deserted)
        deserted_since_ = now;
    return change;
}

void Room::sit(Seat seat, SessionId session, std::optional<milliseconds> lag, Time now) {
    settle(now);
    seats_[seat] = {session, now, lag};
}

std::optional<std::string> Room::watch(SessionId session, std::optional<std::string> name) {
    if (name) {
        std::vector<std::string> taken = player_names();
        for (const Watcher& watcher : watchers_)
            if (watcher.name)
                taken.push_back(*watcher.name);
        name = distinct_name(*name, taken);
    }
    watchers_.push_back({session, ++last_watcher_, name});
    return name;
}

// Their names give way to that of a player who has sat down.
void Room::rename_watchers() {
    std::vector<std::string> taken = player_names();
    for (Watcher& watcher : watchers_)
        if (watcher.name)
            taken.push_back(*(watcher.name = distinct_name(*watcher.name, taken)));
}

void Room::leave(SessionId session, Time now) {
    for (Presence& presence : seats_.values)
        if (presence.session == session) {
            settle(now);
            presence = {std::nullopt, now, std::nullopt};
        }
    std::erase_if(watchers_, [session](const Watcher& w) { return w.session == session; });
    if (is_deserted())
        deserted_since_ = now;
}

std::optional<SessionId> Room::watcher(protocol::SpectatorNumber number) const {
    const auto found = std::ranges::find(watchers_, number, &Watcher::number);
    return found == watchers_.end() ? std::nullopt : std::optional(found->session);
}

void Room::set_lag(SessionId session, milliseconds lag) {
    if (const auto seat = seat_of(session))
        seats_[*seat].lag = lag;
}

bool Room::is_bot(Seat seat) const {
    return state_.players[seat] && state_.players[seat]->bot;
}

bool Room::is_away(Seat seat) const {
    return state_.players[seat] && !state_.players[seat]->bot && !seats_[seat].session;
}

bool Room::is_deserted() const {
    return watchers_.empty() && !seats_[Seat::Zero].session && !seats_[Seat::One].session;
}

std::optional<Seat> Room::seat_of(SessionId session) const {
    for (Seat seat : all_seats)
        if (seats_[seat].session == session)
            return seat;
    return std::nullopt;
}

std::vector<SessionId> Room::sessions() const {
    std::vector<SessionId> all;
    for (const Presence& presence : seats_.values)
        if (presence.session)
            all.push_back(*presence.session);
    for (const Watcher& watcher : watchers_)
        all.push_back(watcher.session);
    return all;
}

std::optional<Seat> Room::free_seat() const {
    for (Seat seat : all_seats)
        if (!state_.players[seat])
            return seat;
    return std::nullopt;
}

std::vector<std::string> Room::player_names() const {
    std::vector<std::string> names;
    for (Seat seat : all_seats)
        if (const auto& player = state_.players[seat])
            names.push_back(player->name);
    return names;
}

} // namespace jaipur::server::core
