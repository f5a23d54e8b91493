#include "bots/ledger.hpp"

#include "bots/counting.hpp"
#include "common/numbers.hpp"

#include <algorithm>

namespace jaipur::bots {

namespace {

void give_up(PublicHand& hand, Good good, int count) {
    const int seen = std::min<int>(hand.known[good], count);
    add(hand.known[good], -seen);
    add(hand.hidden, seen - count);
}

} // namespace

Ledger open_ledger(PerSeat<std::uint8_t> hand_sizes) {
    Ledger ledger;
    for (const Seat seat : all_seats) {
        ledger[seat].hidden = hand_sizes[seat];
        ledger[seat].herd = static_cast<std::uint8_t>(hand_dealt - hand_sizes[seat]);
    }
    return ledger;
}

void note_take(PublicHand& hand, Card card) {
    add(hand.known[*good_of(card)], 1);
}

void note_camels(PublicHand& hand, int count) {
    add(hand.herd, count);
}

void note_exchange(PublicHand& hand, const ExchangeCards& take, const ExchangeCards& give) {
    for (const Card card : give)
        if (const auto good = good_of(card))
            give_up(hand, *good, 1);
        else
            add(hand.herd, -1);
    for (const Card card : take)
        note_take(hand, card);
}

void note_sale(PublicHand& hand, Good good, int count) {
    give_up(hand, good, count);
}

} // namespace jaipur::bots
