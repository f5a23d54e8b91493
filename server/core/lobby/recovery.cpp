// What outlives the process: what the store is to keep of a room, and rooms made of what it kept.
#include "server/core/lobby/impl.hpp"

#include <stdexcept>
#include <utility>

namespace jaipur::server::core {

namespace {

// A room of more records than that gets a snapshot in their place, as soon as it can have one.
constexpr std::size_t many_records = 64;

// The records of the match before are needed no longer.
bool begins_further_match(const RecordBody& body) {
    if (const auto* asked = std::get_if<RematchAsked>(&body))
        return asked->fresh.has_value();
    if (const auto* taken = std::get_if<SeatTaken>(&body))
        return taken->fresh.has_value();
    if (const auto* left = std::get_if<SeatLeft>(&body))
        return left->fresh.has_value();
    return std::holds_alternative<TableAborted>(body);
}

} // namespace

void keep_house(const RoomState& room, const Change& change, const Record& record,
                std::size_t& kept, Output& out) {
    if (change.match_over)
        out.finished.push_back({record.at, replay(room)});
    if (room.closed)
        out.gone.push_back({room.code, 0, record.number});
    if (change.line_gone)
        out.gone.push_back({room.code, *change.line_gone, *change.line_gone});
    // A line of chat is forgotten by its number, so no snapshot may bear that.
    if (room.closed || std::holds_alternative<Chatted>(record.body))
        return;
    ++kept;
    if (!begins_further_match(record.body) && kept <= many_records)
        return;
    if (auto saved = snapshot(room)) {
        out.snapshots.push_back({record.number, room.code, record.at, room.absence, room.clock_left,
                                 std::move(*saved)});
        kept = 1;
    }
}

void Lobby::restore(const Record& record, Output& out) {
    if (is_first(record.body))
        impl_->recovering.erase(record.room); // its code came again
    auto& [state, kept, fits] = impl_->recovering[record.room];
    if (!fits)
        return;
    try {
        const Change change = apply(state, record);
        keep_house(state, change, record, kept, out);
    } catch (const std::logic_error&) {
        fits = false;
        state = {};
    }
    if (state.closed)
        impl_->recovering.erase(record.room);
}

std::vector<RoomCode> Lobby::restored(std::uint64_t last, Time now) {
    impl_->last_record = last;
    std::vector<RoomCode> broken;
    for (auto& [code, room] : std::exchange(impl_->recovering, {})) {
        if (room.fits)
            impl_->reopen(code, std::move(room), now);
        else
            broken.push_back(code);
    }
    return broken;
}

void Lobby::Impl::reopen(const RoomCode& code, Recovering room, Time now) {
    auto& place =
        *(rooms[code] = std::make_unique<Place>(code, std::move(room.state), limits, now));
    place.kept = room.kept;
    if (place.room.state().options.is_public)
        public_rooms.emplace(code, &place);
    reschedule(place);
}

} // namespace jaipur::server::core
