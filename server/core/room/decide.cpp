// What a member's request leads to.
#include "common/overloaded.hpp"
#include "common/rules.hpp"
#include "protocol/hash.hpp"
#include "protocol/text.hpp"
#include "server/core/names/distinct.hpp"
#include "server/core/room/room.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace jaipur::server::core {

namespace {

using protocol::ErrorCode;

constexpr std::size_t most_listed = 500; // spectators: a message has to fit into the outbox

Decision refuse(ErrorCode code) {
    return Refused{code, {}};
}

// True if `text` is this match, or not given.
bool names_match(const std::optional<std::string>& text, const protocol::MatchId& match) {
    return !text || protocol::from_hex<16>(*text) == match;
}

} // namespace

Decision Room::decide(SessionId from, const protocol::TableRequest& request, Time now,
                      const Entropy& entropy) const {
    const auto seat = seat_of(from);
    const auto by_player = [&](auto decision, const auto&... with) {
        return seat ? (this->*decision)(*seat, with...) : refuse(ErrorCode::NotAPlayer);
    };
    const Overloaded each{
        [&](const protocol::LeaveRoom&) { return decide_leave(seat, entropy); },
        [&](const protocol::SendChat& chat) { return decide_chat(from, chat); },
        [&](const protocol::Ready& ready) { return by_player(&Room::decide_ready, ready); },
        [&](const protocol::Reveal& reveal) { return by_player(&Room::decide_reveal, reveal); },
        [&](const protocol::Act& act) { return by_player(&Room::decide_act, act); },
        [&](const protocol::Resign&) { return by_player(&Room::decide_resign); },
        [&](const protocol::ClaimWin&) { return by_player(&Room::decide_claim, now); },
        [&](const protocol::AskRematch&) { return by_player(&Room::decide_rematch, entropy); },
        [&](const protocol::ListSpectators&) {
            return seat ? decide_list() : refuse(ErrorCode::NotAPlayer);
        },
        [&](const protocol::Remove& remove) { return by_player(&Room::decide_remove, remove); },
        [&](const protocol::SetChat& set) { return by_player(&Room::decide_set_chat, set); },
        [&](const protocol::MoveSeat&) {
            return seat ? decide_key(entropy) : refuse(ErrorCode::NotAPlayer);
        },
        [&](const protocol::PushSubscribe& subscribe) {
            return by_player(&Room::decide_push, std::optional(subscribe.to));
        },
        [&](const protocol::PushUnsubscribe&) {
            return by_player(&Room::decide_push, std::optional<protocol::PushSubscription>());
        },
    };
    return std::visit(each, request);
}

Decision Room::decide_ready(Seat seat, const protocol::Ready& request) const {
    const Player& player = *state_.players[seat];
    const Match& match = state_.match;
    const bool takes_commit = match.phase == Phase::Waiting && !state_.table_published;
    const bool between_rounds = match.phase == Phase::RoundOver;
    if (!names_match(request.match, state_.fresh.match)) // a commitment could never be revealed
        return refuse(takes_commit || between_rounds ? ErrorCode::BadCommit
                                                     : ErrorCode::NotPlaying);
    if (between_rounds && !player.ready)
        return RecordBody{BecameReady{seat, std::nullopt}};
    const bool agrees = offers_delay(state_.options) && request.delay == state_.options.delay;
    const bool was_ready = player.ready || match.round > 0; // a deal ends readiness
    const bool ignores_commit = between_rounds || match.round > 1;
    if (was_ready &&
        (ignores_commit || (player.commit == request.commit && player.agreed == agrees)))
        return Granted{}; // a repeat
    if (!takes_commit)
        return refuse(ErrorCode::NotPlaying);
    if (agrees && request.pairing.value_or(state_.pairing) != state_.pairing)
        return refuse(ErrorCode::BadCommit); // they agreed with somebody else
    const auto& opponent = state_.players[other(seat)];
    if (request.commit && opponent && opponent->commit == request.commit)
        return refuse(ErrorCode::BadCommit);
    return RecordBody{BecameReady{seat, request.commit, agrees}};
}

Decision Room::decide_reveal(Seat seat, const protocol::Reveal& request) const {
    const Player& player = *state_.players[seat];
    if (player.nonce == request.nonce)
        return Granted{}; // a repeat
    if (!state_.table_published)
        return refuse(ErrorCode::NotPlaying);
    if (!player.commit || player.nonce ||
        protocol::seat_commit(state_.fresh.match, state_.server_commit, seat, request.nonce) !=
            *player.commit)
        return refuse(ErrorCode::BadReveal);
    return RecordBody{Revealed{seat, request.nonce}};
}

Decision Room::decide_act(Seat seat, const protocol::Act& request) const {
    const bool this_match = names_match(request.match, state_.fresh.match);
    if (this_match && request.ply < state_.steps.size()) {
        const auto& step = state_.steps[request.ply];
        if (step.seat == seat && step.action == request.action)
            return Granted{}; // a repeat
    }
    if (state_.match.phase != Phase::Playing)
        return refuse(ErrorCode::NotPlaying);
    if (!this_match || request.ply != state_.match.ply)
        return refuse(ErrorCode::StalePly);
    if (const auto refusal = check(state_.match.state, seat, request.action))
        return Refused{protocol::error_code(refusal->error), std::string(refusal->rule)};
    return RecordBody{Acted{seat, state_.match.ply, request.action}};
}

Decision Room::decide_resign(Seat seat) const {
    if (!runs(state_.match.phase))
        return refuse(ErrorCode::NotPlaying);
    return RecordBody{MatchCutShort{EndReason::Resigned, other(seat)}};
}

Decision Room::decide_claim(Seat seat, Time now) const {
    if (!runs(state_.match.phase))
        return refuse(ErrorCode::NotPlaying);
    const ClockSnapshot times = clocks(now);
    const bool gone = is_gone(other(seat), times);
    const bool overdue = is_overdue(other(seat), times);
    if (!gone && !overdue)
        return refuse(ErrorCode::CannotClaim);
    return RecordBody{MatchCutShort{EndReason::Claimed, seat}};
}

Decision Room::decide_rematch(Seat seat, const Entropy& entropy) const {
    if (state_.match.phase != Phase::MatchOver)
        return refuse(ErrorCode::NotPlaying);
    if (state_.players[seat]->rematch)
        return Granted{};
    RematchAsked asked{seat, std::nullopt};
    if (const auto& opponent = state_.players[other(seat)])
        if (opponent->rematch || opponent->bot)
            asked.fresh = draw_match(entropy);
    return RecordBody{asked};
}

Decision Room::decide_leave(std::optional<Seat> seat, const Entropy& entropy) const {
    if (!seat || runs(state_.match.phase))
        return Granted{}; // the seat, if any, is kept
    return RecordBody{freed(*seat, entropy)};
}

SeatLeft Room::freed(Seat seat, const Entropy& entropy) const {
    return {seat, state_.table_published ? std::optional(draw_match(entropy)) : std::nullopt};
}

bool Room::may_chat(SessionId from) const {
    const auto allowed = chat_from(state_.options);
    return allowed == protocol::ChatFrom::Everyone ||
           (allowed == protocol::ChatFrom::Players && is_seated(from));
}

Decision Room::decide_chat(SessionId from, const protocol::SendChat& request) const {
    if (!may_chat(from))
        return refuse(ErrorCode::ChatOff);
    if (!protocol::is_fit_to_show(request.text, protocol::chat_bounds))
        return refuse(ErrorCode::BadText);
    if (const auto seat = seat_of(from))
        return RecordBody{Chatted{seat, state_.players[*seat]->name, request.text}};
    Chatted line{std::nullopt, std::nullopt, request.text};
    for (const Watcher& watcher : watchers_)
        if (watcher.session == from)
            line.name = watcher.name;
    return RecordBody{line};
}

Decision Room::decide_list() const {
    protocol::SpectatorList list;
    const std::size_t left_out = watchers_.size() - std::min(watchers_.size(), most_listed);
    for (const Watcher& watcher : std::span(watchers_).subspan(left_out))
        list.spectators.push_back({watcher.number, watcher.name});
    return Granted{std::move(list)};
}

// The lobby keeps the key.
Decision Room::decide_key(const Entropy& entropy) const {
    return Granted{protocol::SeatKey{draw<Token>(entropy), limits_.seat_key_lifetime.count()}};
}

Decision Room::decide_push(Seat seat, const std::optional<protocol::PushSubscription>& to) const {
    if (to && !is_over_days()) // nobody is away for long
        return refuse(ErrorCode::BadRequest);
    if (state_.players[seat]->push == to)
        return Granted{}; // a repeat
    return RecordBody{PushChanged{seat, to}};
}

Decision Room::decide_set_chat(Seat seat, const protocol::SetChat& request) const {
    if (owner(state_) != seat)
        return refuse(ErrorCode::NotOwner);
    if (chat_from(state_.options) == request.from)
        return Granted{}; // a repeat
    return RecordBody{ChatSet{request.from}};
}

Decision Room::decide_remove(Seat seat, const protocol::Remove& request) const {
    if (owner(state_) != seat)
        return refuse(ErrorCode::NotOwner);
    if (const auto* number = std::get_if<protocol::SpectatorNumber>(&request.target))
        return watcher(*number) ? Decision(Granted{}) : refuse(ErrorCode::NotPlaying);
    const Seat whose = std::get<Seat>(request.target);
    const auto& player = state_.players[whose];
    const bool has_guest = whose != seat && player && !player->bot;
    if (!has_guest || runs(state_.match.phase) || state_.table_published)
        return refuse(ErrorCode::NotPlaying);
    return RecordBody{SeatLeft{whose, std::nullopt, true}};
}

bool Room::may_join(const std::optional<HashedPassword>& password) const {
    return !state_.password || (password && fits(*state_.password, *password));
}

bool Room::may_watch(const std::optional<HashedPassword>& password) const {
    return state_.options.spectators != protocol::SpectatorMode::None && may_join(password);
}

bool Room::is_for_anybody() const {
    return state_.options.is_public && !state_.password;
}

Decision Room::decide_join(const std::string& name, std::optional<int> trader,
                           const TokenHash& token, const Entropy& entropy) const {
    const auto seat = free_seat();
    if (!seat)
        return refuse(ErrorCode::RoomFull);
    SeatTaken taken{*seat, distinct_name(name, player_names()), token, std::nullopt, trader};
    if (state_.match.phase == Phase::MatchOver)
        taken.fresh = draw_match(entropy);
    return RecordBody{taken};
}

Decision Room::decide_watch() const {
    if (limits_.spectators > 0 && watcher_count() >= limits_.spectators)
        return refuse(ErrorCode::RoomFull);
    return Granted{};
}

std::optional<Seat> Room::seat_with(const TokenHash& token) const {
    for (Seat seat : all_seats) {
        const auto& player = state_.players[seat];
        if (player && !player->bot && protocol::equal_in_constant_time(player->token, token))
            return seat;
    }
    return std::nullopt;
}

bool Room::open_to_quick_match() const {
    const bool somebody_there = seats_[Seat::Zero].session || seats_[Seat::One].session;
    return is_for_anybody() && !is_over_days() && state_.match.phase == Phase::Waiting &&
           !state_.closed && free_seat() && somebody_there;
}

Record Room::record(RecordBody body, std::uint64_t number, Time now) const {
    const ClockSnapshot times = clocks(now);
    // No two lines of chat have the same time, because a client names its last line by it. Actions
    // never go back in time, although requests wait and clocks are set.
    if (std::holds_alternative<Chatted>(body) && !state_.chat.empty())
        now = std::max(now, state_.chat.back().at + milliseconds{1});
    if (std::holds_alternative<Acted>(body) && !state_.steps.empty())
        now = std::max(now, Time(milliseconds(state_.steps.back().at)));
    return {number, state_.code, now, times.absence, times.clock_left, std::move(body)};
}

} // namespace jaipur::server::core
