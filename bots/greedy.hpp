// A player that looks one action ahead and ignores the opponent: it picks the action with the
// highest immediate gain. Cards in the hand are worth less than cards sold.
#pragma once

#include "bots/random.hpp"
#include "common/action.hpp"
#include "common/turn.hpp"

namespace jaipur::bots {

// What it believes things are worth, in rupees unless they are shares.
struct Taste {
    double held = 0.75;        // the share of its price that a card in the hand is worth
    double bonus_hoped = 0.6;  // the share of the bonus that a set in the hand would bring
    double growth = 0.35;      // each further card of a kind: they may become a set
    double camel_worth = 0.55; // for later exchanges, and for the camel token
    double turn_worth = 1.5;   // a turn, which an exchange spends without selling or drawing
    double noise = 0;          // the scale of the random errors in its estimates
};

// The turn must have a legal action. Deterministic.
Action choose_greedily(const Turn& turn);

// The same with another taste.
Action choose_greedily(const Turn& turn, const Taste& taste, Dice& dice);

} // namespace jaipur::bots
