// A round with nothing hidden: a guess at what the search can't know, or a round that the trainer
// deals. It keeps the positions of both players, because each acts only on what they know.
#pragma once

#include "bots/position.hpp"
#include "bots/random.hpp"
#include "common/deal.hpp"
#include "common/fixed_vector.hpp"

namespace jaipur::bots {

Deal shuffled_deal(Dice& random);

class World {
  public:
    // A new round (R4).
    World(const Deal& deal, Seat starter);

    // A guess, from what the player to move knows: the opponent's hidden cards, the deck and the
    // bonus piles are drawn at random. The player to move gets seat 0.
    World(const Position& position, Dice& random);

    bool ended() const { return positions_[turn_].ended.has_value(); }

    Seat turn() const { return turn_; }

    // As the player to move knows it.
    const Position& position() const { return positions_[turn_]; }

    // As the opponent knows it, who moved last.
    const Position& last_position() const { return positions_[other(turn_)]; }

    // `then` must be `after(position(), action)` for a legal action.
    void play(const Action& action, const Position& then);

    // Once the round has ended: 1 if this seat has won, a half if it is drawn (R16, R17).
    double won_by(Seat seat) const;
    // Rupees ahead, with the camel token.
    int margin(Seat seat) const;

  private:
    void draw_hand(Dice& random);
    void draw_bonuses(Dice& random);
    void refill();
    void see_sale(const Purse& before);

    PerSeat<Position> positions_;
    FixedVector<Card, deck_size> deck_;                                  // the top comes last
    PerTier<FixedVector<std::uint8_t, bonus_three.size()>> bonus_piles_; // likewise
    Seat turn_{};
};

} // namespace jaipur::bots
