// How far what a client asks for may go. Both ends belong to the bounds.
#pragma once

namespace jaipur::protocol {

struct Bounds {
    int min = 0, max = 0;

    constexpr bool hold(int number) const { return number >= min && number <= max; }
};

inline constexpr Bounds delay_bounds{2, 20};            // actions
inline constexpr Bounds seals_bounds{1, 3};             // that win a match
inline constexpr Bounds grace_bounds{1, 3600};          // seconds
inline constexpr Bounds clock_initial_bounds{1, 36000}; // seconds
inline constexpr Bounds clock_increment_bounds{0, 300}; // seconds

} // namespace jaipur::protocol
