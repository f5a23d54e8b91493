// The end of a round, solved exactly. It applies if two tokens, cards or exchanges can end the
// round, and the player knows the opponent's hand: nothing is hidden in it, or the deck has no
// goods left, so that all unseen ones are in it. Unless the win is sure, the opponent must know the
// player's hand, too. Two things stay hidden. Over the order of the deck, the tree takes the mean.
// The values of bonus tokens must make no difference: there is an answer only if the player is as
// sure of that chance as one who sees the opponent's tokens, against an opponent who sees all.
#pragma once

#include "bots/position.hpp"
#include "common/action.hpp"

#include <functional>
#include <optional>

namespace jaipur::bots {

struct Solution {
    Action action;
    double chance = 0; // to win the round; a draw is half of it
};

// The best action, whatever the opponent does. Nothing if the position is lost, if too much is
// hidden, or if it would take more than a fifth of the budget. `progress`: as for `search`.
std::optional<Solution> solve_endgame(const Position& position,
                                      const std::function<double()>& progress);

} // namespace jaipur::bots
