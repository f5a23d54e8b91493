// What everybody can know about both hands by counting: which cards were seen on their way into
// one, how many were not, and the exact herds (R19, R20). It must not know a hand.
#pragma once

#include "common/action.hpp"
#include "common/card.hpp"
#include "common/seat.hpp"

#include <cstdint>

namespace jaipur::bots {

struct PublicHand {
    GoodCounts known;        // goods that everybody saw on their way into the hand
    std::uint8_t hidden = 0; // other goods, all of them dealt (R4)
    std::uint8_t herd = 0;
    friend constexpr bool operator==(const PublicHand&, const PublicHand&) = default;
};

constexpr int hand_size(const PublicHand& hand) {
    return total(hand.known) + hand.hidden;
}

using Ledger = PerSeat<PublicHand>;

// After the deal. All that is known of a hand is how many goods it has; the rest of the five cards
// were camels (R4).
Ledger open_ledger(PerSeat<std::uint8_t> hand_sizes);

// What everybody sees of an action by the player with this hand. Known cards leave it before hidden
// ones: cards of a kind are alike, so nothing is lost.
void note_take(PublicHand& hand, Card card);
void note_camels(PublicHand& hand, int count);
void note_exchange(PublicHand& hand, const ExchangeCards& take, const ExchangeCards& give);
void note_sale(PublicHand& hand, Good good, int count);

} // namespace jaipur::bots
