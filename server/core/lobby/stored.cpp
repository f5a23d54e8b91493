// The store's answers: applies the records, tells the room, and goes on with what waited.
#include "common/overloaded.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/lobby/removal.hpp"

#include <utility>
#include <variant>

namespace jaipur::server::core {

using protocol::ErrorCode;

void Lobby::stored(std::uint64_t record, Stored result, Time now, Output& out) {
    if (const RoomSlot* fenced = result == Stored::Fenced ? rooms_.with_in_flight(record) : nullptr)
        return drop(slot_of(fenced->code), now, out);
    RoomSlot* slot = rooms_.take_in_flight(record);
    if (!slot)
        return;
    const auto flight = std::move(slot->in_flight);
    if (result == Stored::Durable)
        applied(*slot, *flight, now, out);
    else
        not_stored(*slot, *flight, now, out);
    rooms_.file(*slot, flight->record.body);
    if (const Slot leaving = slot_of(slot->code); rooms_.is_leaving(leaving)) {
        give_up(*slot, now, out);
        left_if_empty(leaving, out);
    } else if (slot->is_open() && !slot->room.state().closed) {
        serve_waiting(*slot, now, out);
    } else {
        close(*slot, now, out);
    }
    if (flight->answer)
        serve_queue(flight->answer->session, now, out);
    serve_ready(now, out);
}

void Lobby::applied(RoomSlot& slot, InFlight& flight, Time now, Output& out) {
    const auto* left = std::get_if<SeatLeft>(&flight.record.body);
    const auto* moved = std::get_if<SeatMoved>(&flight.record.body);
    const auto sat_there = left    ? slot.room.at(left->seat)
                           : moved ? slot.room.at(moved->seat)
                                   : std::nullopt;
    const Change change = slot.room.apply(flight.record, now);
    std::optional<SessionId> newcomer;
    Session* session = flight.answer ? find_session(flight.answer->session) : nullptr;
    if (session) {
        auto& [id, ok] = *flight.answer;
        if (const auto* seated = std::get_if<protocol::Seated>(&ok.adds)) {
            slot.room.sit(*seated->seat, id, session->lag, now);
            session->room = slot.code;
            newcomer = id;
        }
        Caller{id, *session, ok.re, now, out}.answer(std::move(ok));
    }
    const Overloaded each{
        [&](const RoomOpened&) { rooms_.publish(slot); },
        [&](const SeatLeft& gone) {
            if (gone.removed)
                keep_out(slot, slot.players_from[gone.seat], sessions_);
            if (gone.removed && sat_there)
                remove(slot, *sat_there, now, out);
            else if (!gone.removed && session)
                session->room.reset();
        },
        [&](const SeatMoved&) {
            if (sat_there) // whether or not the session that has the seat now is still there
                close_session(*sat_there, protocol::CloseCode::Replaced, now, out);
        },
        [&](const Chatted& line) { slot.room.tell_chat(line, flight.record.at, out); },
        // `tell` says it all.
        [](const OneOf<SeatTaken, BecameReady, Revealed, TableAborted, Acted, MatchCutShort,
                       RematchAsked, RoomClosed, Snapshot, PushChanged, ChatSet> auto&) {},
    };
    std::visit(each, flight.record.body);
    slot.room.tell(change, newcomer, now, out);
    if (push_offer_)
        slot.room.notify(flight.record, change, out);
    housekeeping(slot.room.state(), change, flight.record, slot.record_count, out);
    if (change.match_over)
        visitors_.match_over(slot.players_from.values, out.finished.back().replay, now);
}

void Lobby::not_stored(RoomSlot& slot, const InFlight& flight, Time now, Output& out) {
    slot.room.not_stored(flight.record, now);
    if (!flight.answer) {
        slot.room.try_again_later(now);
        return;
    }
    const auto& [id, ok] = *flight.answer;
    if (Session* session = find_session(id))
        Caller{id, *session, ok.re, now, out}.refuse(ErrorCode::StorageFull);
}

// Serves each waiting request after the timers due when it came; then runs those due since.
void Lobby::serve_waiting(RoomSlot& slot, Time now, Output& out) {
    while (!slot.in_flight) {
        const auto next = slot.wait_queue.pop();
        if (!next)
            break;
        resume(*next, now, out);
    }
    rooms_.run_timers(slot, now, out);
    rooms_.update(slot);
}

// The room is gone, or was never stored: waiting requests don't find it.
void Lobby::close(RoomSlot& slot, Time now, Output& out) {
    WaitQueue waiting = std::move(slot.wait_queue);
    rooms_.remove(slot);
    while (const auto next = waiting.pop())
        resume(*next, now, out);
}

} // namespace jaipur::server::core
