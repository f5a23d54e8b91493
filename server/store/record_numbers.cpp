#include "server/store/record_numbers.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace jaipur::server::store {

void RecordNumbers::add(const core::RoomCode& room, std::uint64_t number) {
    numbers_by_room_[room].push_back(number);
    changes_.push_back({room, number, true});
}

std::vector<std::uint64_t> RecordNumbers::remove(const core::RoomCode& room, std::uint64_t first,
                                                 std::uint64_t last) {
    std::vector<std::uint64_t> removed;
    const auto found = numbers_by_room_.find(room);
    if (found == numbers_by_room_.end())
        return removed;
    std::erase_if(found->second, [&](std::uint64_t number) {
        const bool goes = number >= first && number <= last;
        if (goes)
            removed.push_back(number);
        return goes;
    });
    if (found->second.empty())
        numbers_by_room_.erase(found);
    for (const std::uint64_t number : removed)
        changes_.push_back({room, number, false});
    return removed;
}

void RecordNumbers::forget(core::Slot slot) {
    std::erase_if(numbers_by_room_,
                  [&](const auto& room) { return core::slot_of(room.first) == slot; });
}

void RecordNumbers::undo() {
    for (const Change& change : std::exchange(changes_, {}) | std::views::reverse) {
        if (change.added)
            take_out(change.room, change.number);
        else
            numbers_by_room_[change.room].push_back(change.number);
    }
}

void RecordNumbers::take_out(const core::RoomCode& room, std::uint64_t number) {
    const auto found = numbers_by_room_.find(room);
    std::erase(found->second, number);
    if (found->second.empty())
        numbers_by_room_.erase(found);
}

} // namespace jaipur::server::store
