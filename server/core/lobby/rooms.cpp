// The lines before rooms: what is with the store, what time brings, and who waits.
#include "server/core/lobby/impl.hpp"

#include <utility>

namespace jaipur::server::core {

using protocol::ErrorCode;

void Lobby::Impl::submit(Place& place, Record record, std::optional<Asker> asker, Output& out) {
    in_flight.emplace(record.number, &place);
    out.records.push_back(record);
    place.in_flight = std::make_unique<InFlight>(InFlight{std::move(record), std::move(asker)});
    offer(place);
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
            place.room.tell_claim(now, out);
    }
}

void Lobby::Impl::reschedule(Place& place) {
    offer(place);
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
    run_timers(place, asking.now, asking.out);
    if (!place.in_flight)
        return true;
    auto& line = place.room.sits(asking.id) ? place.players : place.others;
    line.push_back(asking.id);
    asking.session.waiting = true;
    return false;
}

void Lobby::Impl::applied(Place& place, InFlight& flight, Time now, Output& out) {
    const Change change = place.room.apply(flight.record, now);
    const RecordBody& body = flight.record.body;
    if (std::holds_alternative<RoomOpened>(body) && place.room.state().options.is_public)
        public_rooms.emplace(place.code, &place);
    std::optional<SessionId> newcomer;
    Session* session = flight.asker ? find_session(flight.asker->session) : nullptr;
    if (session) {
        const SessionId id = flight.asker->session;
        if (const auto* seated = std::get_if<protocol::Seated>(&flight.asker->ok.adds)) {
            place.room.sit(*seated->seat, id, session->lag, now);
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
    keep_house(place.room.state(), change, flight.record, place.kept, out);
    offer(place);
}

void Lobby::Impl::not_stored(Place& place, const InFlight& flight, Time now, Output& out) {
    place.room.not_stored(flight.record, now);
    if (!flight.asker)
        place.room.try_again_later(now);
    Session* session = flight.asker ? find_session(flight.asker->session) : nullptr;
    if (session)
        refuse({flight.asker->session, *session, flight.asker->ok.re, now, out},
               ErrorCode::StorageFull);
}

// Goes on with the room: who waits, each after what time had brought when the request came; then
// what it has brought since.
void Lobby::Impl::serve_line(Place& place, Time now, Output& out) {
    while (!place.in_flight && !(place.players.empty() && place.others.empty())) {
        auto& line = place.players.empty() ? place.others : place.players;
        const SessionId id = line.front();
        line.erase(line.begin());
        if (Session* session = find_session(id)) {
            session->waiting = false;
            pump(id, now, out);
        }
    }
    run_timers(place, now, out);
    reschedule(place);
}

// The room is gone, or never came to be; who waited for it finds none.
void Lobby::Impl::close(Place& place, Time now, Output& out) {
    auto line = std::move(place.players);
    line.insert(line.end(), place.others.begin(), place.others.end());
    public_rooms.erase(place.code);
    if (place.offered)
        offered.erase(*place.offered);
    visitors.closed(place.opener, place.code);
    rooms.erase(RoomCode(place.code));
    for (const SessionId id : line)
        if (Session* session = find_session(id)) {
            session->waiting = false;
            pump(id, now, out);
        }
}

} // namespace jaipur::server::core
