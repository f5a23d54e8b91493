// Bounds of what a client sends: texts, a room's code, a room's options. Server, clients and the
// replay check use them; protocol/schema repeats them (tests/protocol compares both).
#pragma once

#include <cstddef>
#include <string_view>

namespace jaipur::protocol {

// Both ends are included.
struct Bounds {
    int min = 0, max = 0;

    constexpr bool hold(int number) const { return number >= min && number <= max; }
};

inline constexpr Bounds name_bounds{1, 20};     // code points
inline constexpr Bounds password_bounds{1, 64}; // code points
inline constexpr Bounds chat_bounds{1, 200};    // code points

inline constexpr Bounds announcement_bounds{1, 200};    // code points; also for other words of
                                                        // the operator
inline constexpr Bounds delay_bounds{2, 20};            // actions
inline constexpr Bounds seals_bounds{1, 3};             // that win a match
inline constexpr Bounds grace_bounds{1, 3600};          // seconds
inline constexpr Bounds patience_bounds{60, 2592000};   // seconds: up to 30 days
inline constexpr Bounds clock_initial_bounds{1, 36000}; // seconds
inline constexpr Bounds clock_increment_bounds{0, 300}; // seconds

inline constexpr Bounds trader_bounds{0, 5}; // the faces that clients draw for players

inline constexpr Bounds seats_bounds{1, 20}; // in a request for the games of several seats

inline constexpr Bounds endpoint_bounds{1, 1000}; // characters of a push service's URL

// Digits and letters that don't look like one another.
inline constexpr std::string_view room_code_alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
inline constexpr std::size_t room_code_length = 6;

} // namespace jaipur::protocol
