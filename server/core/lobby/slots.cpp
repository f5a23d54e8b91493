// Rooms that come from other servers and go to them, while others run.
#include "server/core/lobby/lobby.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::core {

using protocol::CloseCode;

namespace {

// Whether the session's first request, which waits, asks for a way into a room.
bool asks_to_enter(const Session& session) {
    const auto* request = session.queue.empty()
                              ? nullptr
                              : std::get_if<protocol::Request>(&session.queue.front()->what);
    return request && std::holds_alternative<protocol::EntryRequest>(request->body);
}

} // namespace

std::optional<Lobby::Visitor> Lobby::visitor(SessionId id, Time now) const {
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
        return std::nullopt;
    const Session& session = found->second;
    Visitor visitor{session.address,
                    {},
                    guests_.pass_counts_for(session, now),
                    session.lag,
                    session.room.has_value()};
    if (visitor.guest_for > milliseconds{0})
        visitor.guest = session.guest;
    return visitor;
}

std::optional<Conduct> Lobby::conduct(SessionId id) const {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? std::nullopt : std::optional<Conduct>(found->second);
}

void Lobby::set_conduct(SessionId id, const Conduct& conduct) {
    if (Session* const session = find_session(id))
        static_cast<Conduct&>(*session) = conduct;
}

bool Lobby::may_ask(SessionId id, Time now) {
    Session* const session = find_session(id);
    return session && session->bucket.take(now) && visitors_.may_ask(session->address, now);
}

void Lobby::vouch(SessionId id, std::uint64_t guest, milliseconds time, Time now) {
    if (Session* const session = find_session(id)) {
        session->guest = guest;
        session->vouched_until = now + std::min(time, Guests::enough_to_read_the_book);
    }
}

void Lobby::hold_only(const Slots& slots, std::shared_ptr<RecordNumbers> numbers) {
    hold_no_slot();
    for (const Slot slot : all_slots)
        if (slots.contains(slot))
            rooms_.hold(slot);
    guests_.keep_book(slots.contains(guests_slot));
    rooms_.share_numbers(std::move(numbers));
}

std::vector<RoomCode> Lobby::adopt(Slot slot, std::uint64_t last, Time now, Output& out) {
    assert(!rooms_.holds(slot) && !rooms_.is_leaving(slot));
    rooms_.hold(slot);
    rooms_.set_last_record(last);
    auto broken = recovery_.finish(rooms_, slot, now);
    forget(broken, out);
    return broken;
}

void Lobby::release(Slot slot, Time now, Output& out) {
    recovery_.forget(slot);
    if (!rooms_.holds(slot))
        return;
    if (slot == guests_slot)
        guests_.keep_book(false);
    rooms_.begin_leaving(slot);
    for (const RoomCode& code : rooms_.codes_in(slot))
        if (RoomSlot* const room = rooms_.find(code); room && !room->in_flight)
            give_up(*room, now, out);
    left_if_empty(slot, out);
    serve_ready(now, out);
}

void Lobby::drop(Slot slot, Time now, Output& out) {
    recovery_.forget(slot);
    if (slot == guests_slot)
        guests_.keep_book(false);
    rooms_.forget(slot);
    for (const RoomCode& code : rooms_.codes_in(slot))
        if (RoomSlot* const room = rooms_.find(code))
            give_up(*room, now, out);
    serve_ready(now, out);
}

// Without a word: another server has the room, or will have it. Clients come back on their own, to
// that one, and repeat what has not been answered.
void Lobby::give_up(RoomSlot& slot, Time now, Output& out) {
    std::vector<SessionId> there = slot.room.sessions();
    if (slot.in_flight && slot.in_flight->answer)
        there.push_back(slot.in_flight->answer->session);
    WaitQueue waiting = std::move(slot.wait_queue);
    rooms_.remove(slot); // first, so that nobody hears of those who leave
    for (const SessionId id : there)
        if (find_session(id))
            close_session(id, CloseCode::ServiceRestart, now, out);
    while (const auto next = waiting.pop())
        if (const Session* session = find_session(*next); session && asks_to_enter(*session))
            close_session(*next, CloseCode::ServiceRestart, now, out);
        else
            resume(*next, now, out);
}

void Lobby::left_if_empty(Slot slot, Output& out) {
    if (!rooms_.has_left(slot))
        return;
    rooms_.forget(slot);
    out.released.push_back(slot);
}

} // namespace jaipur::server::core
