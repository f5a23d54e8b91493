// The constants of the rules: card counts, and the limits of a turn and a round. `card.hpp` and
// `token.hpp` say how many cards and tokens of each kind there are.
#pragma once

#include <cstddef>

namespace jaipur {

inline constexpr std::size_t deck_size = 52;        // R4: 55 without the camels laid out
inline constexpr std::size_t camels_laid_out = 3;   // R4
inline constexpr std::size_t market_size = 5;       // R4
inline constexpr std::size_t hand_dealt = 5;        // R4
inline constexpr std::size_t smallest_exchange = 2; // R8
inline constexpr int hand_limit = 7;                // R10
inline constexpr int empty_piles_until_end = 3;     // R14
inline constexpr int exchanges_until_stalled = 20;  // R15a

} // namespace jaipur
