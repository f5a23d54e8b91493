// Connections, the lines before rooms, and what the store answers.
#include "server/lobby.hpp"

#include "server/lobby_impl.hpp"

#include <utility>

namespace jaipur::server {

using protocol::ErrorCode;

// ---- the face -----------------------------------------------------------------------------------

Lobby::Lobby(Limits limits, Entropy entropy)
    : impl_(std::make_unique<Impl>(limits, std::move(entropy))) {}

Lobby::~Lobby() = default;

void Lobby::connected(SessionId session, Time now) {
    impl_->sessions.try_emplace(session, impl_->limits, now);
}

void Lobby::disconnected(SessionId session, Time now, Output& out) {
    impl_->drop(session, now, out);
}

void Lobby::received(SessionId id, Result<protocol::Request, protocol::Error> request, Time now,
                     Output& out) {
    Session* session = impl_->find_session(id);
    if (!session || session->closing)
        return;
    if (session->bucket.take(now)) {
        if (request)
            session->queue.emplace_back(std::move(*request));
        else
            session->queue.emplace_back(std::move(request.error()));
    } else {
        const auto re = request ? request->id : request.error().re;
        session->queue.emplace_back(protocol::Error{re, ErrorCode::RateLimited, {}});
        const int most = impl_->limits.refusals_until_closed;
        session->closing = most > 0 && ++session->refused >= most;
    }
    impl_->pump(id, now, out);
}

void Lobby::lag(SessionId id, std::chrono::milliseconds round_trip, Time now, Output& out) {
    Session* session = impl_->find_session(id);
    Place* place = session && session->room ? impl_->find_room(*session->room) : nullptr;
    if (!place)
        return;
    for (Seat seat : all_seats)
        if (place->room.at(seat) == id)
            place->room.measured(seat, round_trip);
    place->room.tell_room(now, out);
}

void Lobby::tick(Time now, Output& out) {
    while (const auto entry = impl_->schedule.pop(now)) {
        Place* place = impl_->find_room(entry->second);
        if (!place || place->scheduled != entry->first)
            continue;
        place->scheduled.reset();
        impl_->run_timers(*place, now, out);
        impl_->reschedule(*place);
    }
}

std::optional<Time> Lobby::deadline() const {
    return impl_->schedule.first();
}

void Lobby::stored(std::uint64_t record, Stored result, Time now, Output& out) {
    const auto node = impl_->in_flight.extract(record);
    if (node.empty())
        return;
    Place& place = *node.mapped();
    InFlight flight = std::move(*place.in_flight);
    place.in_flight.reset();
    const auto asker = flight.asker;
    if (Session* session = asker ? impl_->find_session(asker->session) : nullptr)
        session->waiting = false;
    if (result == Stored::Durable)
        impl_->applied(place, std::move(flight), now, out);
    else
        impl_->not_stored(place, std::move(flight), now, out);
    if (place.is_open() && !place.room.state().closed)
        impl_->serve_line(place, now, out);
    else
        impl_->close(place, now, out);
    if (asker)
        impl_->pump(asker->session, now, out);
}

void Lobby::shut_down() {
    impl_->shutting_down = true;
}

std::size_t Lobby::backlog(SessionId id) const {
    const Session* session = impl_->find_session(id);
    return session ? session->queue.size() : 0;
}

std::shared_ptr<const protocol::Replay> Lobby::replay(const protocol::MatchId& match) const {
    const auto found = impl_->replays.find(match);
    return found == impl_->replays.end() ? nullptr : found->second;
}

LobbyCounts Lobby::counts() const {
    LobbyCounts counts;
    counts.sessions = impl_->sessions.size();
    counts.finished_matches = impl_->replays.size();
    for (const auto& [code, place] : impl_->rooms) {
        if (place->is_open())
            ++counts.rooms;
        if (runs(place->room.state().match.phase))
            ++counts.running_matches;
    }
    return counts;
}

const RoomState* Lobby::room(std::string_view code) const {
    const Place* place = impl_->find_room(code);
    return place && place->is_open() ? &place->room.state() : nullptr;
}

// ---- sessions and their lines -------------------------------------------------------------------

Session* Lobby::Impl::find_session(SessionId id) {
    const auto found = sessions.find(id);
    return found == sessions.end() ? nullptr : &found->second;
}

Place* Lobby::Impl::find_room(std::string_view code) {
    const auto found = rooms.find(RoomCode(code));
    return found == rooms.end() ? nullptr : found->second.get();
}

// Answers what this connection has asked, in order, as far as nothing has to be waited for.
void Lobby::Impl::pump(SessionId id, Time now, Output& out) {
    for (;;) {
        Session* session = find_session(id);
        if (!session || session->waiting)
            return;
        if (session->queue.empty()) {
            if (session->closing) {
                out.deliveries.push_back(Disconnect{id, CloseCode::PolicyViolation});
                drop(id, now, out);
            }
            return;
        }
        const Queued next = session->queue.front();
        if (const auto* error = std::get_if<protocol::Error>(&next)) {
            answer({id, *session, error->re.value_or(0), now, out}, *error);
        } else {
            const auto& request = std::get<protocol::Request>(next);
            serve({id, *session, request.id, now, out}, request.body);
        }
    }
}

// The connection is no more. What it asked and was not answered is forgotten, save what is with the
// store already.
void Lobby::Impl::drop(SessionId id, Time now, Output& out) {
    const auto node = sessions.extract(id);
    if (node.empty() || !node.mapped().room)
        return;
    if (Place* place = find_room(*node.mapped().room)) {
        place->room.leave(id, now);
        place->room.tell_room(now, out);
        reschedule(*place);
    }
}

void Lobby::Impl::answer(const Asking& asking, protocol::ServerMessage message) {
    asking.session.queue.pop_front();
    asking.out.deliveries.push_back(
        Send{asking.id, std::make_shared<const protocol::ServerMessage>(std::move(message))});
}

void Lobby::Impl::grant(const Asking& asking, decltype(protocol::Ok::adds) adds) {
    answer(asking, protocol::Ok{asking.re, std::move(adds)});
}

void Lobby::Impl::refuse(const Asking& asking, ErrorCode code, std::string rule) {
    answer(asking, protocol::Error{asking.re, code, std::move(rule)});
}

// ---- rooms and the store ------------------------------------------------------------------------

void Lobby::Impl::submit(Place& place, Record record, std::optional<Asker> asker, Output& out) {
    in_flight.emplace(record.number, &place);
    out.records.push_back(record);
    place.in_flight = InFlight{std::move(record), std::move(asker)};
}

void Lobby::Impl::submit(Place& place, RecordBody body, const Asking& asking,
                         decltype(protocol::Ok::adds) adds) {
    if (place.room.is_held_up(asking.now)) {
        refuse(asking, ErrorCode::StorageFull);
        return;
    }
    asking.session.waiting = true;
    Record record = place.room.record(std::move(body), ++last_record, asking.now);
    record.room = place.code;
    submit(place, std::move(record), Asker{asking.id, {asking.re, std::move(adds)}}, asking.out);
}

// Does what time has brought, until a record of it is with the store.
void Lobby::Impl::run_timers(Place& place, Time now, Output& out) {
    while (!place.in_flight) {
        const auto timer = place.room.next_timer();
        if (!timer || timer->at > now)
            return;
        if (auto body = place.room.due(*timer, now, entropy))
            submit(place, place.room.record(std::move(*body), ++last_record, now), std::nullopt,
                   out);
        else
            place.room.tell_room(now, out);
    }
}

void Lobby::Impl::reschedule(Place& place) {
    if (place.in_flight)
        return; // will be done when the store has answered
    const auto timer = place.room.next_timer();
    if (!timer || (place.scheduled && *place.scheduled <= timer->at))
        return;
    place.scheduled = timer->at;
    schedule.add(timer->at, place.code);
}

// Whether this request can be served now: nothing of the room is with the store, and what time has
// brought is done. Otherwise the session stands in line.
bool Lobby::Impl::is_their_turn(Place& place, const Asking& asking) {
    if (place.in_flight) {
        place.line.push_back(asking.id);
        asking.session.waiting = true;
        return false;
    }
    run_timers(place, asking.now, asking.out);
    if (!place.in_flight)
        return true;
    place.line.push_front(asking.id); // it was the first: nobody else waits where nothing is stored
    asking.session.waiting = true;
    return false;
}

void Lobby::Impl::applied(Place& place, InFlight flight, Time now, Output& out) {
    const Change change = place.room.apply(flight.record, now);
    const RecordBody& body = flight.record.body;
    if (std::holds_alternative<RoomOpened>(body) && place.room.state().options.is_public)
        public_rooms.emplace(place.code, &place);
    std::optional<SessionId> newcomer;
    Session* session = flight.asker ? find_session(flight.asker->session) : nullptr;
    if (session) {
        const SessionId id = flight.asker->session;
        if (const auto* seated = std::get_if<protocol::Seated>(&flight.asker->ok.adds)) {
            place.room.sit(*seated->seat, id, now);
            session->room = place.code;
            newcomer = id;
        } else if (std::holds_alternative<SeatLeft>(body)) {
            session->room.reset();
        }
        answer({id, *session, flight.asker->ok.re, now, out}, std::move(flight.asker->ok));
    }
    if (const auto* line = std::get_if<Chatted>(&body))
        place.room.tell_chat(*line, flight.record.at, out);
    place.room.tell(change, newcomer, now, out);
    if (change.match_over)
        keep_replay(place.room.state());
}

void Lobby::Impl::not_stored(Place& place, InFlight flight, Time now, Output& out) {
    place.room.not_stored(flight.record, now);
    if (!flight.asker)
        place.room.try_again_later(now);
    Session* session = flight.asker ? find_session(flight.asker->session) : nullptr;
    if (session)
        refuse({flight.asker->session, *session, flight.asker->ok.re, now, out},
               ErrorCode::StorageFull);
}

// Goes on with the room: first what follows by itself, then who waits.
void Lobby::Impl::serve_line(Place& place, Time now, Output& out) {
    run_timers(place, now, out);
    while (!place.in_flight && !place.line.empty()) {
        const SessionId id = place.line.front();
        place.line.pop_front();
        if (Session* session = find_session(id)) {
            session->waiting = false;
            pump(id, now, out);
        }
    }
    reschedule(place);
}

// The room is gone, or never came to be; who waited for it finds none.
void Lobby::Impl::close(Place& place, Time now, Output& out) {
    const auto line = std::move(place.line);
    public_rooms.erase(place.code);
    rooms.erase(RoomCode(place.code));
    for (const SessionId id : line)
        if (Session* session = find_session(id)) {
            session->waiting = false;
            pump(id, now, out);
        }
}

void Lobby::Impl::keep_replay(const RoomState& room) {
    replays[room.fresh.match] = std::make_shared<const protocol::Replay>(server::replay(room));
    replays_by_age.push_back(room.fresh.match);
    if (limits.finished_replays > 0 &&
        replays_by_age.size() > static_cast<std::size_t>(limits.finished_replays)) {
        replays.erase(replays_by_age.front());
        replays_by_age.pop_front();
    }
}

} // namespace jaipur::server
