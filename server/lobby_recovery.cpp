// What outlives the process: what the store is to keep of a room, and rooms made of what it kept.
#include "server/lobby_impl.hpp"

#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace jaipur::server {

namespace {

// The records of a room in which many matches are played give way to a snapshot whenever a further
// one begins. At the room's first record there is nothing to gain.
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

void keep_house(const RoomState& room, const Change& change, const Record& record, Output& out) {
    if (change.match_over)
        out.finished.push_back({record.at, replay(room)});
    if (begins_further_match(record.body))
        if (auto saved = snapshot(room))
            out.snapshots.push_back({record.number, room.code, record.at, room.absence,
                                     room.clock_left, std::move(*saved)});
    if (room.closed)
        out.gone.push_back({room.code, record.number});
}

std::vector<RoomCode> Lobby::restore(const std::vector<Record>& records, std::uint64_t last,
                                     Time now, Output& out) {
    std::unordered_map<RoomCode, RoomState> states;
    std::unordered_set<RoomCode> broken;
    for (const Record& record : records) {
        if (is_first(record.body))
            broken.erase(record.room); // its code came again
        if (broken.contains(record.room))
            continue;
        RoomState& state = states[record.room];
        try {
            const Change change = apply(state, record);
            keep_house(state, change, record, out);
        } catch (const std::logic_error&) {
            broken.insert(record.room);
            states.erase(record.room);
            continue;
        }
        if (state.closed)
            states.erase(record.room); // its code may come again
    }
    impl_->last_record = last;
    for (auto& [code, state] : states)
        if (!broken.contains(code))
            impl_->reopen(code, std::move(state), now);
    return {broken.begin(), broken.end()};
}

void Lobby::Impl::reopen(const RoomCode& code, RoomState state, Time now) {
    auto& place = *(rooms[code] = std::make_unique<Place>(code, std::move(state), limits, now));
    if (place.room.state().options.is_public)
        public_rooms.emplace(code, &place);
    reschedule(place);
}

} // namespace jaipur::server
