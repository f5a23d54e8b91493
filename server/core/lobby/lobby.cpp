// Connections, and what goes out to them.
#include "server/core/lobby/lobby.hpp"

#include "server/core/lobby/impl.hpp"

#include <utility>

namespace jaipur::server::core {

using protocol::ErrorCode;

// ---- the face -----------------------------------------------------------------------------------

Lobby::Lobby(Limits limits, Entropy entropy)
    : impl_(std::make_unique<Impl>(limits, std::move(entropy))) {}

Lobby::~Lobby() = default;

void Lobby::connected(SessionId session, const Address& from, Time now) {
    impl_->sessions.try_emplace(session, impl_->limits, from, now);
}

void Lobby::disconnected(SessionId session, Time now, Output& out) {
    impl_->drop(session, now, out);
}

void Lobby::received(SessionId id, Result<protocol::Request, protocol::Error> request, Time now,
                     Output& out) {
    Session* session = impl_->find_session(id);
    if (!session || session->closing)
        return;
    if (session->bucket.take(now) && impl_->visitors.may_ask(session->address, now)) {
        if (request)
            session->ask({std::move(*request), now});
        else
            session->ask({request.error(), now});
    } else {
        const auto re = request ? request->id : request.error().re;
        session->ask({protocol::Error{re, ErrorCode::RateLimited, {}}, now});
        const int most = impl_->limits.refusals_until_closed;
        session->closing = most > 0 && ++session->refused >= most;
    }
    impl_->pump(id, now, out);
}

void Lobby::hashed(SessionId id, const std::optional<PasswordHash>& hash, Time now, Output& out) {
    const auto job = impl_->hashing.extract(id);
    if (job.empty())
        return;
    impl_->visitors.hashing_ended(job.mapped().from);
    Session* session = impl_->find_session(id);
    if (session && hash) {
        session->hashed = hash;
        session->waiting = false;
        impl_->pump(id, now, out);
    } else if (job.mapped().guess) { // else hanging up would make guessing free
        impl_->visitors.guessed_wrong(job.mapped().from, now);
    }
}

void Lobby::lag(SessionId id, std::chrono::milliseconds round_trip, Time now, Output& out) {
    Session* session = impl_->find_session(id);
    if (!session || !session->measured(round_trip))
        return;
    Place* place = session->room ? impl_->find_room(*session->room) : nullptr;
    if (!place)
        return;
    place->room.lags(id, round_trip);
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
    const auto flight = std::move(place.in_flight);
    Session* const session = flight->asker ? impl_->find_session(flight->asker->session) : nullptr;
    if (session)
        session->waiting = false;
    if (result == Stored::Durable)
        impl_->applied(place, *flight, now, out);
    else
        impl_->not_stored(place, *flight, now, out);
    if (place.is_open() && !place.room.state().closed)
        impl_->serve_line(place, now, out);
    else
        impl_->close(place, now, out);
    if (flight->asker)
        impl_->pump(flight->asker->session, now, out);
}

void Lobby::shut_down() {
    impl_->shutting_down = true;
}

bool Lobby::hears(SessionId id) const {
    const Session* session = impl_->find_session(id);
    return session && !session->closing;
}

std::size_t Lobby::backlog(SessionId id) const {
    const Session* session = impl_->find_session(id);
    return session ? session->queue.size() : 0;
}

LobbyCounts Lobby::counts() const {
    LobbyCounts counts;
    counts.sessions = impl_->sessions.size();
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
        const auto next = session->queue.front(); // its answer takes it out of the line
        if (const auto* error = std::get_if<protocol::Error>(&next->what)) {
            answer({id, *session, error->re.value_or(0), next->came, out}, *error);
        } else {
            const auto& request = std::get<protocol::Request>(next->what);
            serve({id, *session, request.id, next->came, out}, request.body);
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
    asking.session.queue.erase(asking.session.queue.begin());
    asking.session.hashed.reset();
    asking.out.deliveries.push_back(
        Send{asking.id, std::make_shared<const protocol::ServerMessage>(std::move(message))});
}

void Lobby::Impl::grant(const Asking& asking, decltype(protocol::Ok::adds) adds) {
    answer(asking, protocol::Ok{asking.re, std::move(adds)});
}

void Lobby::Impl::refuse(const Asking& asking, ErrorCode code, std::string rule) {
    answer(asking, protocol::Error{asking.re, code, std::move(rule)});
}

} // namespace jaipur::server::core
