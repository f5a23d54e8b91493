// A seat at the table, 0 or 1. It must not know who sits there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jaipur {

enum class Seat : std::uint8_t { Zero, One };

inline constexpr std::array all_seats{Seat::Zero, Seat::One};

constexpr Seat other(Seat seat) {
    return seat == Seat::Zero ? Seat::One : Seat::Zero;
}

constexpr std::size_t index(Seat seat) {
    return static_cast<std::size_t>(seat);
}

// One value for each seat, indexed by it.
template <class T>
struct PerSeat {
    std::array<T, 2> values{};

    constexpr T& operator[](Seat seat) { return values[index(seat)]; }

    constexpr const T& operator[](Seat seat) const { return values[index(seat)]; }

    friend constexpr bool operator==(const PerSeat&, const PerSeat&) = default;
};

} // namespace jaipur
