// A player that looks one action ahead: it picks the one with the highest immediate gain. Cards in
// the hand count less than cards sold. It ignores the opponent.
#pragma once

#include "bots/random.hpp"
#include "common/action.hpp"
#include "common/turn.hpp"

namespace jaipur::bots {

// What it believes, in rupees.
struct Taste {
    double held = 0.75;        // of a card in the hand, against one sold
    double bonus_hoped = 0.6;  // of a bonus that a set in the hand would bring
    double growth = 0.35;      // of a pair or more of a kind: it may become a set
    double camel_worth = 0.55; // for later exchanges, and for the camel token
    double turn_worth = 1.5;   // an exchange sells nothing and leaves the deck alone
    double whim = 0;           // how far its estimates stray: the scale of the noise
};

// The turn must have a legal action. Deterministic.
Action choose_greedily(const Turn& turn);

// The same with another taste.
Action choose_greedily(const Turn& turn, const Taste& taste, Dice& dice);

} // namespace jaipur::bots
