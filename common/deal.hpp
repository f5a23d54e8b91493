// The random part of one round, as a value: the shuffled deck and bonus piles. The rules
// draw from it and never create it.
#pragma once

#include "common/card.hpp"
#include "common/numbers.hpp"
#include "common/token.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace jaipur {

struct Deal {
    // deck[0] is the top. 0…4 go to seat 0, 5…9 to seat 1, 10 and 11 to the market's slots 3 and 4.
    std::array<Card, deck_size> deck{};
    // The bonus piles, top first (values in rupees).
    std::array<std::uint8_t, bonus_three.size()> bonus3{};
    std::array<std::uint8_t, bonus_four.size()> bonus4{};
    std::array<std::uint8_t, bonus_five.size()> bonus5{};

    friend constexpr bool operator==(const Deal&, const Deal&) = default;
};

// The values of a bonus pile, top first.
constexpr std::span<const std::uint8_t> bonus_pile(const Deal& deal, BonusTier tier) {
    switch (tier) {
    case BonusTier::Three:
        return deal.bonus3;
    case BonusTier::Four:
        return deal.bonus4;
    case BonusTier::Five:
        break;
    }
    return deal.bonus5;
}

// The 52 cards and 18 bonus values before any shuffle: D×6 G×6 S×6 C×8 P×8 L×10 M×8, ascending
// bonuses.
constexpr Deal unshuffled_deal() {
    Deal deal;
    std::size_t next = 0;
    for (Card card : all_cards) {
        const std::size_t laid_out = is_good(card) ? 0 : camels_laid_out;
        for (std::size_t i = laid_out; i < cards_of_kind[static_cast<std::size_t>(card)]; ++i)
            deal.deck[next++] = card;
    }
    deal.bonus3 = bonus_three;
    deal.bonus4 = bonus_four;
    deal.bonus5 = bonus_five;
    return deal;
}

} // namespace jaipur
