// Game tables for testing the keys that make moves.
#pragma once

#include "client/console/screen/advice.hpp"
#include "tests/client/screen/sample.hpp"
#include "tests/support/text.hpp"

#include <string>

namespace jaipur::client::screen::test {

// The table as seat 0 sees it on its turn, with these cards.
inline Model with_table(const jaipur::test::Table& wanted) {
    Game game(1);
    game.play(0);
    game.match.state = jaipur::test::table(wanted);
    return at_table(game, Seat::Zero);
}

inline Model some_table() {
    return with_table(
        {.market = "DGMLM", .hand = "DSSCCC", .herd = 2, .other_hand = "LL", .deck = "PPPPPP"});
}

inline Advice advice(const Session& session) {
    return advise(*session.model.view, session.ui.selection);
}

} // namespace jaipur::client::screen::test
