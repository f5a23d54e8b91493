// Which cards and bonus tokens of a round a viewer has seen, and another deal that agrees in all of
// them, so the viewer can't tell the two apart. Derived from the deal and the actions,
// independently of the views under test.
#pragma once

#include "tests/noninterference/chance.hpp"
#include "tests/noninterference/round.hpp"
#include "tests/support/random.hpp"

#include <cstdint>

namespace jaipur::paired {

// How a viewer sees a room. Several may hold: a player whose seat is kept can watch.
struct Eyes {
    PerSeat<bool> seat;
    bool watches = false;
};

// Different chance for this round, such that
// - whatever these eyes have seen by now is the same: every card that has lain in the market, every
//   card that left a hand, own cards and tokens, how many camels were dealt to a hand (the size of
//   the hand tells), and all hands, herds and bonuses taken once the round is over;
// - every action taken in it is legal again.
// Spectators in a round with an agreed delay have seen both hands, herds and bonuses as they were
// that many actions ago. Together with a player, who sees each change of a hand, they know both
// hands and herds of now.
// Everything else is permuted: hidden goods in hands with those in the deck, the deck's order,
// bonus tokens within their pile; and hidden herds have other sizes.
Dealt permuted(const Round& round, const Eyes& eyes, test::Random& random);

// Whether every action of the round is legal after this deal as well.
bool is_playable(const Round& round, const Dealt& dealt);

} // namespace jaipur::paired
