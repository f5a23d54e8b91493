// What everybody can know about both hands by counting: which cards were seen on their way into
// one, how many were not, and the exact herds (R19, R20). It must not know a hand.
#pragma once

#include "common/card.hpp"
#include "common/event.hpp"
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

// Each action's public part. Cards that leave a hand are taken to be known ones first: cards of a
// kind are alike, so nothing is lost.
void note(Ledger& ledger, const Took& took);
void note(Ledger& ledger, const TookCamels& took);
void note(Ledger& ledger, const Exchanged& exchanged);
void note_sale(Ledger& ledger, Seat seat, Good good, int count);

} // namespace jaipur::bots
