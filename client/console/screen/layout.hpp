// Where the parts of the table are, for any size from 80 by 24. Pure.
#pragma once

#include "client/console/screen/canvas.hpp"

namespace jaipur::client::screen {

struct TableLayout {
    Size card;
    Size upper_card;                        // of the opponent's hand; zero: the hand is a line
    Rect upper, market_rule, market, piles; // the opponent, and what both take from
    Rect lower, hand, advice;               // the viewer
    Rect log;
};

// `body` is the screen without the bars at the top and the bottom.
TableLayout lay_out(Size body);

} // namespace jaipur::client::screen
