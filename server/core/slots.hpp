// Slots: the parts of all rooms that move between servers as a whole. A room's slot is the first
// character of its code, so everybody who knows a code knows its slot.
#pragma once

#include "protocol/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jaipur::server::core {

using Slot = char;

// To iterate over.
inline constexpr std::string_view all_slots = protocol::room_code_alphabet;

// The server that has this slot keeps what exists once for all servers: the guest book and bans.
inline constexpr Slot guests_slot = all_slots.front();

constexpr Slot slot_of(std::string_view room) {
    return room.front();
}

// A set of slots.
class Slots {
  public:
    static constexpr Slots all() {
        Slots slots;
        for (const Slot slot : all_slots)
            slots.insert(slot);
        return slots;
    }

    constexpr bool contains(Slot slot) const { return (bits_ & bit(slot)) != 0; }

    constexpr bool empty() const { return bits_ == 0; }

    constexpr void insert(Slot slot) { bits_ |= bit(slot); }

    constexpr void erase(Slot slot) { bits_ &= ~bit(slot); }

    constexpr std::size_t size() const {
        std::size_t count = 0;
        for (const Slot slot : all_slots)
            count += contains(slot) ? 1U : 0U;
        return count;
    }

    friend constexpr bool operator==(const Slots&, const Slots&) = default;

  private:
    static_assert(all_slots.size() <= 32);

    // None for other characters.
    static constexpr std::uint32_t bit(Slot slot) {
        const std::size_t at = all_slots.find(slot);
        return at == std::string_view::npos ? 0 : std::uint32_t{1} << at;
    }

    std::uint32_t bits_ = 0;
};

// Which of several threads has a slot: they are dealt out one by one.
constexpr std::size_t thread_of(Slot slot, std::size_t threads) {
    const std::size_t at = all_slots.find(slot);
    return at == std::string_view::npos ? 0 : at % threads;
}

// Those that a thread has.
constexpr Slots dealt_to(std::size_t thread, std::size_t threads) {
    Slots slots;
    for (const Slot slot : all_slots)
        if (thread_of(slot, threads) == thread)
            slots.insert(slot);
    return slots;
}

} // namespace jaipur::server::core
