#include "server/core/lobby/lobby.hpp"

#include "protocol/hash.hpp"
#include "protocol/text.hpp"
#include "server/core/lobby/removal.hpp"

#include <algorithm>
#include <exception>
#include <typeinfo>
#include <utility>

namespace jaipur::server::core {

using protocol::CloseCode;
using protocol::ErrorCode;

Lobby::Lobby(Limits limits, Entropy entropy)
    : limits_(limits), entropy_(std::move(entropy)), visitors_(limits_),
      rooms_(limits_, entropy_, visitors_), guests_(limits_, entropy_),
      admission_(limits_, entropy_, sessions_, rooms_, guests_),
      entry_(limits_, entropy_, visitors_, sessions_, rooms_, guests_, admission_) {}

void Lobby::change(const Limits& limits, Time now) {
    limits_ = changed_limits(limits_, limits);
    visitors_.limits_changed(now);
    guests_.limits_changed(now);
    for (auto& [id, session] : sessions_)
        session.bucket.change(limits_.request_burst, limits_.request_rate, now);
    rooms_.limits_changed();
}

std::vector<RoomCode> Lobby::restored(std::uint64_t last, Time now) {
    rooms_.set_last_record(last);
    return recovery_.finish(rooms_, now);
}

void Lobby::tick(Time now, Output& out) {
    if (announced_until_ && *announced_until_ <= now)
        announce(std::nullopt, std::nullopt, now, out);
    rooms_.tick(now, out);
    admission_.tick(now, out);
    serve_ready(now, out);
}

std::optional<Time> Lobby::deadline() const {
    auto first = announced_until_;
    for (const auto& next : {rooms_.deadline(), admission_.deadline()})
        if (next && (!first || *next < *first))
            first = next;
    return first;
}

void Lobby::shut_down(Time now, Output& out) {
    entry_.shut_down();
    admission_.shut_down(now, out);
    serve_ready(now, out);
}

// ---- sessions -----------------------------------------------------------------------------------

void Lobby::received(SessionId id, Result<protocol::Request, protocol::Error> request, Time now,
                     Output& out) {
    Session* session = find_session(id);
    if (!session || session->is_closing())
        return;
    if (!session->bucket.take(now) || !visitors_.may_ask(session->address, now)) {
        const auto re = request ? request->id : request.error().re;
        session->push({protocol::Error{re, ErrorCode::RateLimited, {}}, now});
        const int most = limits_.refusals_until_closed;
        if (most > 0 && ++session->refused >= most)
            session->push({CloseSession{}, now});
    } else if (request) {
        session->push({std::move(*request), now});
    } else {
        session->push({request.error(), now});
    }
    serve_queue(id, now, out);
    serve_ready(now, out);
}

void Lobby::disconnected(SessionId id, Time now, Output& out) {
    end_session(id, now, out);
    serve_ready(now, out);
}

void Lobby::hashed(SessionId id, const std::optional<HashedPassword>& hash, Time now, Output& out) {
    admission_.hashed(id, hash, now);
    serve_queue(id, now, out);
    serve_ready(now, out);
}

void Lobby::thought(const Thought& thought, Time now, Output& out) {
    RoomSlot* slot = rooms_.find(thought.room);
    if (!slot)
        return;
    slot->room.thought(thought);
    rooms_.run_timers(*slot, now, out);
    rooms_.update(*slot);
}

void Lobby::push_gone(const Push& push, Time now, Output& out) {
    RoomSlot* slot = rooms_.find(push.room);
    if (!slot)
        return;
    slot->room.push_gone(push.seat, push.subscribed_by);
    rooms_.run_timers(*slot, now, out);
    rooms_.update(*slot);
}

void Lobby::lag(SessionId id, std::chrono::milliseconds round_trip, Time now, Output& out) {
    Session* session = find_session(id);
    if (!session || !session->measured(round_trip))
        return;
    if (RoomSlot* slot = room_of(*session)) {
        slot->room.set_lag(id, round_trip);
        slot->room.tell_room(now, out);
    }
}

std::optional<protocol::Invitation> Lobby::preview(const Address& from, const std::string& room,
                                                   LinkTo to, Time now) {
    if (guests_.admits_only_guests())
        return std::nullopt;
    if (rooms_.is_elsewhere(room))
        return std::nullopt;
    const auto may_enter = to == LinkTo::Seat ? &Room::may_join : &Room::may_watch;
    const RoomSlot* slot = admission_.glance(from, room, may_enter, now);
    if (!slot || slot->bars(from))
        return std::nullopt;
    return slot->room.invitation();
}

bool Lobby::accepts_requests(SessionId id) const {
    const auto session = sessions_.find(id);
    return session != sessions_.end() && !session->second.is_closing();
}

std::size_t Lobby::backlog(SessionId id) const {
    const auto session = sessions_.find(id);
    if (session == sessions_.end())
        return 0;
    return session->second.queue.size() - (session->second.is_closing() ? 1 : 0);
}

LobbyCounts Lobby::counts() const {
    return {sessions_.size(), rooms_.open(), rooms_.running_matches(),
            admission_.waiting_passwords()};
}

const RoomState* Lobby::room(std::string_view code) const {
    const RoomSlot* slot = rooms_.find(code);
    return slot && slot->is_open() ? &slot->room.state() : nullptr;
}

Session* Lobby::find_session(SessionId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : &found->second;
}

RoomSlot* Lobby::room_of(const Session& session) const {
    return session.room ? rooms_.find(*session.room) : nullptr;
}

// Serves the session's requests in order, until one has to wait. An exception, which is a bug, ends
// this session only, even if another session's request or a record let it continue.
void Lobby::serve_queue(SessionId id, Time now, Output& out) {
    try {
        for (Session* session = find_session(id);
             session && session->step != Session::Step::Wait && !session->queue.empty();
             session = find_session(id))
            serve_first(id, *session, now, out);
    } catch (const std::exception& error) {
        out.deliveries.emplace_back(Disconnect{id, CloseCode::InternalError, typeid(error).name()});
        end_session(id, now, out);
    }
}

void Lobby::serve_first(SessionId id, Session& session, Time now, Output& out) {
    const auto first = session.queue.front(); // its answer removes it from the queue
    if (const auto* request = std::get_if<protocol::Request>(&first->what)) {
        serve_request({id, session, request->id, first->at, out}, request->body);
    } else if (const auto* error = std::get_if<protocol::Error>(&first->what)) {
        Caller{id, session, 0, first->at, out}.answer(*error);
    } else {
        close_session(id, CloseCode::PolicyViolation, now, out);
    }
}

// Goes on with sessions whose wait for admission is over.
void Lobby::serve_ready(Time now, Output& out) {
    while (const auto next = admission_.next_ready(now))
        serve_queue(*next, now, out);
}

// Goes on with a session whose wait for a room is over.
void Lobby::resume(SessionId id, Time now, Output& out) {
    if (Session* session = find_session(id)) {
        session->step = Session::Step::Serve;
        serve_queue(id, now, out);
    }
}

void Lobby::close_session(SessionId id, CloseCode why, Time now, Output& out) {
    out.deliveries.emplace_back(Disconnect{id, why});
    end_session(id, now, out);
}

// Drops its requests, except for records that the store already has.
void Lobby::end_session(SessionId id, Time now, Output& out) {
    const auto session = admission_.end(id, now);
    RoomSlot* slot = session ? room_of(*session) : nullptr;
    if (!slot)
        return;
    const auto seat = slot->room.seat_of(id);
    leave(*slot, id, now, out);
    if (seat && push_offer_)
        slot->room.notify_dropped(*seat, limits_.silence_timeout, now, out);
}

void Lobby::leave(RoomSlot& slot, SessionId id, Time now, Output& out) {
    slot.room.leave(id, now);
    slot.room.tell_room(now, out);
    rooms_.update(slot);
}

// The room's owner removed them.
void Lobby::remove(RoomSlot& slot, SessionId id, Time now, Output& out) {
    keep_out(slot, sessions_.at(id).address, sessions_);
    close_session(id, CloseCode::Removed, now, out);
}

// ---- requests -----------------------------------------------------------------------------------

void Lobby::serve_request(const Caller& caller, const protocol::RequestBody& request) {
    std::visit([&](const auto& group) { serve(caller, group); }, request);
}

void Lobby::serve(const Caller& caller, const protocol::EntryRequest& request) {
    if (entry_.leads_elsewhere(caller, request)) // the client comes back, to the server that has it
        return close_session(caller.id, CloseCode::ServiceRestart, caller.now, caller.out);
    if (caller.session.step == Session::Step::Serve)
        entry_.serve(caller, request);
    else
        entry_.prepare(caller, request);
}

void Lobby::serve(const Caller& caller, const protocol::LobbyRequest& request) {
    std::visit([&](const auto& body) { reply(caller, body); }, request);
}

void Lobby::reply(const Caller& caller, const protocol::ListRooms& request) const {
    if (guests_.locks_out(caller.session, caller.now))
        return caller.refuse(ErrorCode::ServerLocked);
    const auto after = request.after ? protocol::room_code(*request.after) : std::nullopt;
    if (request.after && !after)
        return caller.refuse(ErrorCode::NoSuchRoom);
    caller.grant(rooms_.list(after));
}

// Each token is searched for as by `resume`, and reveals as much.
void Lobby::reply(const Caller& caller, const protocol::ListGames& request) {
    protocol::GameList list;
    bool is_whole = true;
    for (const auto& [room, text] : request.seats) {
        auto& game = list.games.emplace_back();
        if (room && rooms_.is_elsewhere(*room)) {
            is_whole = false; // rather than that the game is gone
            continue;
        }
        const auto [slot, hash] = rooms_.with_token(text, room);
        if (!slot)
            continue;
        const auto seat = slot->room.seat_with(hash);
        if (seat)
            game = slot->room.game(*seat, caller.now);
        else if (!rooms_.is_turn_of(caller, *slot)) // the seat is being stored, so it isn't gone
            return;
    }
    if (is_whole)
        caller.grant(std::move(list));
    else
        caller.answer(protocol::games_lacking(caller.re, std::move(list.games)));
}

void Lobby::reply(const Caller& caller, const protocol::ReadPushKey&) const {
    caller.grant(
        protocol::PushKey{push_offer_ ? std::optional(push_offer_->public_key) : std::nullopt});
}

// Whether the server sends messages where the player wants them.
bool Lobby::accepts(const protocol::TableRequest& request) const {
    const auto* subscribe = std::get_if<protocol::PushSubscribe>(&request);
    return !subscribe || (push_offer_ && push_offer_->accepts(subscribe->to.endpoint));
}

void Lobby::reply(const Caller& caller, const protocol::Ping&) {
    caller.grant(protocol::Pong{unix_ms(caller.now)});
}

namespace {

bool leads_to_match(const RecordBody& body, Phase phase) {
    return std::holds_alternative<RematchAsked>(body) ||
           (std::holds_alternative<BecameReady>(body) && phase == Phase::Waiting);
}

} // namespace

void Lobby::serve(const Caller& caller, const protocol::TableRequest& request) {
    RoomSlot* slot = room_of(caller.session);
    if (!slot)
        return caller.refuse(ErrorCode::NotInRoom);
    if (!rooms_.is_turn_of(caller, *slot))
        return;
    if (slot->room.is_seated(caller.id) && !accepts(request))
        return caller.refuse(ErrorCode::BadRequest);
    auto decision = slot->room.decide(caller.id, request, caller.now, entropy_);
    if (auto* refused = std::get_if<Refused>(&decision))
        return caller.refuse(refused->code, std::move(refused->rule));
    if (auto* body = std::get_if<RecordBody>(&decision)) {
        if (is_draining() && leads_to_match(*body, slot->room.state().match.phase))
            return caller.refuse(ErrorCode::ShuttingDown);
        if (const auto* asked = std::get_if<RematchAsked>(body)) {
            if (!visitors_.may_begin_match(caller.session.address, caller.now))
                return caller.refuse(ErrorCode::RateLimited);
            rooms_.set_player_address(*slot, asked->seat, caller.session.address, caller.now);
        }
        return rooms_.submit(*slot, std::move(*body), caller);
    }
    auto& adds = std::get<Granted>(decision).adds;
    if (const auto* key = std::get_if<protocol::SeatKey>(&adds))
        rooms_.issue_key(*slot, *slot->room.seat_of(caller.id), protocol::sha256(key->key),
                         caller.now);
    caller.grant(std::move(adds));
    // Without a record: a player leaves whose seat is kept, a spectator leaves or is removed.
    if (std::holds_alternative<protocol::LeaveRoom>(request)) {
        caller.session.room.reset();
        leave(*slot, caller.id, caller.now, caller.out);
    } else if (const auto* removal = std::get_if<protocol::Remove>(&request)) {
        const auto number = std::get<protocol::SpectatorNumber>(removal->target);
        remove(*slot, *slot->room.watcher(number), caller.now, caller.out);
    }
}

} // namespace jaipur::server::core
