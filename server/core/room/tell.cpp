// What the room tells its members.
#include "server/core/room/room.hpp"
#include "server/core/room/views.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace jaipur::server::core {

namespace {

using Shared = std::shared_ptr<const protocol::ServerMessage>;

template <class Body>
Shared share(Body body) {
    return std::make_shared<const protocol::ServerMessage>(std::move(body));
}

// The time left until a claim is announced only when it has run out: until then, `announced` takes
// it over, so that it doesn't count as a change.
void take_over_countdowns(protocol::RoomInfo& announced, const protocol::RoomInfo& current) {
    for (const Seat seat : all_seats) {
        auto& before = announced.players[seat];
        const auto& now = current.players[seat];
        if (before && now && before->claim_in > 0 && now->claim_in > 0)
            before->claim_in = now->claim_in;
    }
}

// Before a round is dealt. A bot is always ready, but that isn't shown during a round.
bool awaits_ready(Phase phase) {
    return phase == Phase::Waiting || phase == Phase::RoundOver;
}

} // namespace

protocol::Viewer Room::watcher_kind() const {
    return state_.open ? protocol::Viewer::OpenSpectator : protocol::Viewer::Spectator;
}

// With all fields.
protocol::RoomOptions Room::options() const {
    protocol::RoomOptions options = state_.options;
    options.open_after = options.open_after.value_or(protocol::OpenAfter::Round);
    options.patience = patience_of(options);
    options.chat = chat_from(options);
    return options;
}

protocol::RoomInfo Room::info(Time now) const {
    protocol::RoomInfo info;
    info.room = state_.code;
    info.phase = state_.match.phase;
    info.options = options();
    info.owner = owner(state_);
    info.spectators = watcher_count();
    info.pairing = state_.pairing;
    info.fair.match = state_.fresh.match;
    info.fair.server_commit = state_.server_commit;
    info.fair.aborted = state_.aborted;
    info.ended_by_operator = state_.ended_by_operator;
    info.notice = notice_;
    const ClockSnapshot times = clocks(now);
    for (Seat seat : all_seats) {
        const auto& player = state_.players[seat];
        if (!player)
            continue;
        protocol::RoomPlayer& shown = info.players[seat].emplace();
        shown.name = player->name;
        shown.connected = !is_away(seat);
        if (const auto& lag = seats_[seat].lag)
            shown.lag_ms = static_cast<int>(lag->count());
        shown.ready = is_ready(player) && awaits_ready(state_.match.phase);
        shown.rematch = player->rematch;
        shown.bot = player->bot;
        shown.trader = player->trader;
        shown.agreed = has_agreed(state_, seat);
        shown.missed_reveals = player->missed_reveals;
        shown.overdue = is_late_ && is_overdue(seat, times);
        if (!shown.connected && !is_over_days())
            shown.claim_in = std::max(grace() - times.absence[seat], milliseconds{0}).count();
    }
    return info;
}

void Room::to_all(protocol::ServerMessage message, Output& out) const {
    const Shared shared = share(std::move(message));
    for (const Presence& presence : seats_.values)
        if (presence.session)
            out.deliveries.emplace_back(Send{*presence.session, shared});
    for (const Watcher& watcher : watchers_)
        out.deliveries.emplace_back(Send{watcher.session, shared});
}

bool Room::announced_overdue() const {
    return announced_ && std::ranges::any_of(announced_->players.values, [](const auto& player) {
               return player && player->overdue;
           });
}

void Room::send_room(protocol::RoomInfo info, Output& out) {
    announced_ = info;
    to_all(std::move(info), out);
}

// A player's absence time, or the time for their action, has run out.
void Room::tell_claim(Time now, Output& out) {
    settle(now);
    is_late_ = move_left(state_, clocks_.clock_left) == milliseconds{0};
    tell_room(now, out);
}

void Room::tell_room(Time now, Output& out, std::optional<SessionId> newcomer) {
    auto current = info(now);
    if (announced_)
        take_over_countdowns(*announced_, current);
    if (announced_ != current)
        send_room(std::move(current), out);
    else if (newcomer)
        out.deliveries.emplace_back(Send{*newcomer, share(std::move(current))});
}

protocol::View Room::view_for(protocol::Viewer viewer, std::span<const Event> events,
                              const ClockSnapshot& times) const {
    protocol::View view = view_of(state_, viewer, times.clock_left);
    view.events = observed(events, viewer);
    return view;
}

void Room::send_views(const Change& change, std::optional<SessionId> except, Time now,
                      Output& out) {
    const std::span<const Event> events(change.events.begin(), change.events.end());
    const ClockSnapshot times = clocks(now);
    for (Seat seat : all_seats)
        if (const auto& session = seats_[seat].session; session && session != except)
            out.deliveries.emplace_back(
                Send{*session, share(view_for(protocol::viewer_of(seat), events, times))});
    if (watchers_.empty() || (state_.open && !change.open_events))
        return;
    protocol::View view;
    if (state_.open) {
        view = state_.open->shown.view;
        view.events = *change.open_events;
    } else {
        view = view_for(protocol::Viewer::Spectator, events, times);
    }
    const Shared shared = share(std::move(view));
    for (const Watcher& watcher : watchers_)
        out.deliveries.emplace_back(Send{watcher.session, shared});
}

void Room::tell(const Change& change, std::optional<SessionId> newcomer, Time now, Output& out) {
    // Absence may have run out, or an overdue player has acted.
    const bool may_differ = is_away(Seat::Zero) || is_away(Seat::One) || announced_overdue();
    if (newcomer || change.room || may_differ)
        tell_room(now, out, newcomer);
    if (change.table)
        to_all(commitments(state_), out);
    else if (newcomer && state_.table_published)
        out.deliveries.emplace_back(Send{*newcomer, share(commitments(state_))});
    if (change.view)
        send_views(change, newcomer, now, out);
    if (!newcomer)
        return;
    const auto seat = seat_of(*newcomer);
    const auto viewer = seat ? protocol::viewer_of(*seat) : watcher_kind();
    protocol::View view;
    if (viewer == protocol::Viewer::OpenSpectator) {
        view = state_.open->shown.view;
        view.events = state_.open->shown.events;
    } else {
        view = view_for(viewer, state_.round_events, clocks(now));
    }
    out.deliveries.emplace_back(Send{*newcomer, share(std::move(view))});
}

void Room::tell_newcomer(SessionId newcomer, Time now, Output& out) {
    tell({}, newcomer, now, out);
}

void Room::tell_chat(const Chatted& line, Time at, Output& out) const {
    const Shared shared = share(protocol::Chat{line.seat, line.name, line.text, unix_ms(at)});
    // During a match, players don't see what spectators write.
    if (line.seat || !runs(state_.match.phase))
        for (const Presence& presence : seats_.values)
            if (presence.session)
                out.deliveries.emplace_back(Send{*presence.session, shared});
    for (const Watcher& watcher : watchers_)
        out.deliveries.emplace_back(Send{watcher.session, shared});
}

void Room::tell_chat_since(Time after, SessionId player, Output& out) const {
    const auto seat = seat_of(player);
    if (!seat)
        return;
    const std::uint64_t seated_by = state_.players[*seat]->seated_by;
    for (const ChatLine& line : state_.chat)
        if (line.to_players && line.at > after && line.number > seated_by)
            out.deliveries.emplace_back(Send{
                player, share(protocol::Chat{line.seat, line.name, line.text, unix_ms(line.at)})});
}

protocol::RoomListing Room::listing() const {
    protocol::RoomListing listing;
    listing.room = state_.code;
    for (Seat seat : all_seats)
        if (const auto& player = state_.players[seat]) {
            listing.names[seat] = player->name;
            listing.traders[seat] = player->trader;
            listing.bots[seat] = player->bot;
        }
    listing.phase = state_.match.phase;
    listing.clock = state_.options.clock;
    listing.seals = state_.options.seals;
    listing.spectators = watcher_count();
    listing.has_password = state_.options.has_password;
    listing.spectator_mode = state_.options.spectators;
    listing.patience = patience_of(state_.options);
    return listing;
}

protocol::Game Room::game(Seat seat, Time now) const {
    const Match& match = state_.match;
    protocol::Game game;
    game.room = state_.code;
    game.seat = seat;
    game.name = state_.players[seat]->name;
    if (const auto& opponent = state_.players[other(seat)]) {
        game.opponent = opponent->name;
        game.opponent_trader = opponent->trader;
        game.opponent_bot = opponent->bot;
    }
    game.phase = match.phase;
    game.round = match.round;
    if (match.phase == Phase::Playing) {
        const auto left = clocks(now).clock_left;
        game.turn = match.state.turn;
        const auto limited = state_.options.clock ? left[*game.turn] : move_left(state_, left);
        if (limited)
            game.move_in = limited->count();
    }
    for (const Seat each : all_seats)
        game.seals[each] = match.seals[each];
    if (match.result)
        game.winner = match.result->winner;
    if (!state_.steps.empty())
        game.last_move = state_.steps.back().at;
    return game;
}

protocol::Invitation Room::invitation() const {
    protocol::Invitation invitation;
    invitation.room = state_.code;
    if (const auto seat = owner(state_)) {
        invitation.owner = state_.players[*seat]->name;
        invitation.owner_trader = state_.players[*seat]->trader;
    }
    invitation.phase = state_.match.phase;
    invitation.free = free_seat().has_value();
    invitation.options = options();
    return invitation;
}

} // namespace jaipur::server::core
