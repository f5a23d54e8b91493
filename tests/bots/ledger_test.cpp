// What everybody can know about the hands.
#include "bots/ledger.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::bots;

TEST_CASE("after the deal, hands are hidden and herds are known (R4, R20)") {
    const Ledger ledger = open_ledger({{5, 2}});
    CHECK(ledger[Seat::Zero] == PublicHand{{}, 5, 0});
    CHECK(ledger[Seat::One] == PublicHand{{}, 2, 3});
    CHECK(hand_size(ledger[Seat::One]) == 2);
}

TEST_CASE("cards that were taken are known until they leave the hand; then hidden ones leave") {
    PublicHand hand = open_ledger({{4, 5}})[Seat::Zero];
    note_take(hand, Card::Silver);
    note_camels(hand, 3);
    CHECK(hand.known[Good::Silver] == 1);
    CHECK(hand.herd == 4);
    note_sale(hand, Good::Silver, 3);
    CHECK(hand.known[Good::Silver] == 0);
    CHECK(hand.hidden == 2);
    note_exchange(hand, {Card::Gold, Card::Gold, Card::Cloth},
                  {Card::Camel, Card::Camel, Card::Leather});
    CHECK(hand.known[Good::Gold] == 2);
    CHECK(hand.known[Good::Cloth] == 1);
    CHECK(hand.hidden == 1);
    CHECK(hand.herd == 2);
    CHECK(hand_size(hand) == 4);
}
