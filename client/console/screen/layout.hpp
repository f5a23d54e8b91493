// Where the parts of the table are, for any size from `smallest`. Pure.
#pragma once

#include "client/console/screen/canvas.hpp"

#include <cstdint>

namespace jaipur::client::screen {

// Compact: for screens below 80 by 22. Wealth is in the traders' rules, and all piles are in two
// rows.
enum class Density : std::uint8_t { Full, Compact };

Density density_of(Size screen);

struct TableLayout {
    Density density{};
    Size market_card, card;                 // in the market, and in the viewer's hand
    Size upper_card;                        // of the opponent's hand; zero: the hand is a line
    Rect upper, market_rule, market, piles; // the opponent, and what both take from
    Rect lower, hand, advice;               // the viewer
    Rect log;
};

// `body` is the screen without the bars at the top and the bottom.
TableLayout lay_out(Size body, Size screen);

} // namespace jaipur::client::screen
