// Which cards and bonus tokens of a round somebody has seen, card by card, and another deal that
// agrees in all of them: a viewer who has seen no more than that can't tell the two apart. It is
// told what was dealt and done, and asks nothing of the views that it is to judge.
#pragma once

#include "tests/noninterference/chance.hpp"
#include "tests/noninterference/round.hpp"
#include "tests/support/random.hpp"

#include <cstdint>

namespace jaipur::paired {

// From where somebody looks at a room. Several may hold: a player whose seat is kept can watch.
struct Eyes {
    PerSeat<bool> seat;
    bool watches = false;
    bool late = false; // watches where spectators see both hands, some actions late
};

// Another chance for this round, by which
// - whatever these eyes have seen by now is the same: every card that has lain in the market, every
//   card that left a hand, own cards and tokens, how many camels were dealt to a hand (the size of
//   the hand tells), and all hands, herds and bonuses taken once the round is over;
// - whatever anybody has done in it is legal again.
// All else is permuted: hidden goods of hands with those of the deck, the order of the deck, bonus
// tokens within their pile; and hidden herds have other sizes.
Dealt permuted(const Round& round, const Eyes& eyes, test::Random& random);

// Whether everything that was done in the round can be done after this deal as well.
bool is_playable(const Round& round, const Dealt& dealt);

} // namespace jaipur::paired
