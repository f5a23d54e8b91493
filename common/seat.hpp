// A seat at the table, 0 or 1. It must not know who sits there.
#pragma once

#include "common/per.hpp"

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

template <class T>
using PerSeat = Per<Seat, 2, T>;

} // namespace jaipur
