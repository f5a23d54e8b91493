#include "server/core/lobby/housekeeping.hpp"

#include "common/overloaded.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace jaipur::server::core {

namespace {

// A snapshot replaces more records than this as soon as one is possible.
constexpr std::size_t many_records = 64;

// If so, the records of the previous match can go.
bool begins_further_match(const RecordBody& body) {
    const Overloaded each{
        [](const TableAborted&) { return true; },
        [](const OneOf<RematchAsked, SeatTaken, SeatLeft> auto& has) {
            return has.fresh.has_value();
        },
        [](const OneOf<RoomOpened, BecameReady, Revealed, Acted, MatchCutShort, Chatted, RoomClosed,
                       Snapshot, SeatMoved, PushChanged, ChatSet> auto&) { return false; },
    };
    return std::visit(each, body);
}

bool begins_match(const Change& change) {
    return std::ranges::any_of(change.events, [](const Event& event) {
        const auto* started = std::get_if<RoundStarted>(&event);
        return started != nullptr && started->round == 1;
    });
}

std::optional<std::string> bot_of(const RoomState& room) {
    for (const Seat seat : all_seats)
        if (const auto& player = room.players[seat]; player && player->bot)
            return player->bot;
    return std::nullopt;
}

} // namespace

void housekeeping(const RoomState& room, const Change& change, const Record& record,
                  std::size_t& record_count, Output& out) {
    if (begins_match(change))
        out.begun.push_back({room.fresh.match, room.options, bot_of(room)});
    if (change.match_over)
        out.finished.push_back({record.at, replay(room), bot_of(room)});
    if (room.closed)
        out.discarded.push_back({room.code, 0, record.number});
    for (const std::uint64_t number : change.forgotten)
        out.discarded.push_back({room.code, number, number});
    // They are discarded by record number, so no snapshot may have the number of one of them.
    if (room.closed || is_aside(record.body))
        return;
    ++record_count;
    if (!begins_further_match(record.body) && record_count <= many_records)
        return;
    if (auto saved = snapshot(room)) {
        out.snapshots.push_back({record.number, room.code, record.at, room.absence, room.clock_left,
                                 std::move(*saved)});
        record_count = 1;
    }
}

void forget(const std::vector<RoomCode>& broken, Output& out) {
    const auto is_broken = [&](const auto& task) {
        return std::ranges::find(broken, task.room) != broken.end();
    };
    std::erase_if(out.snapshots, is_broken);
    std::erase_if(out.discarded, is_broken);
}

void Recovery::add(const Record& record, Output& out) {
    if (is_first(record.body))
        recovered_.erase(record.room); // a later room got the same code
    auto& [state, record_count, fits] = recovered_[record.room];
    if (!fits)
        return;
    try {
        const Change change = apply(state, record);
        housekeeping(state, change, record, record_count, out);
    } catch (const std::exception&) { // a bug, or a changed record: it costs this room only
        fits = false;
        state = {};
    }
    if (state.closed)
        recovered_.erase(record.room);
}

Recovery::AllRecovered Recovery::take(Slot slot) {
    AllRecovered taken;
    for (auto next = recovered_.begin(); next != recovered_.end();)
        if (const auto room = next++; slot_of(room->first) == slot)
            taken.insert(recovered_.extract(room));
    return taken;
}

void Recovery::forget(Slot slot) {
    take(slot);
}

std::vector<RoomCode> Recovery::finish(Rooms& rooms, Time now) {
    return open(std::exchange(recovered_, {}), rooms, now);
}

std::vector<RoomCode> Recovery::finish(Rooms& rooms, Slot slot, Time now) {
    return open(take(slot), rooms, now);
}

std::vector<RoomCode> Recovery::open(AllRecovered recovered, Rooms& rooms, Time now) {
    std::vector<RoomCode> broken;
    for (auto& [code, room] : recovered) {
        if (room.fits)
            rooms.restore(std::move(room.state), room.record_count, now);
        else
            broken.push_back(code);
    }
    return broken;
}

} // namespace jaipur::server::core
