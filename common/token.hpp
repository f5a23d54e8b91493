// The tokens: goods piles (R2), bonus piles and the camel token (R3). Values are rupees.
#pragma once

#include "common/card.hpp"
#include "common/per.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace jaipur {

namespace piles {
inline constexpr std::array<std::uint8_t, 5> diamond{7, 7, 5, 5, 5};
inline constexpr std::array<std::uint8_t, 5> gold{6, 6, 5, 5, 5};
inline constexpr std::array<std::uint8_t, 5> silver{5, 5, 5, 5, 5};
inline constexpr std::array<std::uint8_t, 7> cloth{5, 3, 3, 2, 2, 1, 1};
inline constexpr std::array<std::uint8_t, 7> spice{5, 3, 3, 2, 2, 1, 1};
inline constexpr std::array<std::uint8_t, 9> leather{4, 3, 2, 1, 1, 1, 1, 1, 1};
} // namespace piles

// R2: the values of each good's pile from its top, in descending order.
inline constexpr PerGood<std::span<const std::uint8_t>> goods_piles{
    {piles::diamond, piles::gold, piles::silver, piles::cloth, piles::spice, piles::leather}};

constexpr std::span<const std::uint8_t> goods_pile(Good good) {
    return goods_piles[good];
}

// Tokens in each goods pile at the start of a round.
inline constexpr PerGood<std::uint8_t> goods_pile_sizes = [] {
    PerGood<std::uint8_t> sizes;
    for (Good good : all_goods)
        sizes[good] = static_cast<std::uint8_t>(goods_pile(good).size());
    return sizes;
}();
inline constexpr std::size_t largest_goods_pile = std::ranges::max(goods_pile_sizes.values); // 9
inline constexpr std::size_t goods_token_count = total(goods_pile_sizes);                    // 38

struct GoodsToken {
    Good good{};
    std::uint8_t value = 0;
    friend constexpr bool operator==(const GoodsToken&, const GoodsToken&) = default;
};

// A bonus pile, by the number of cards sold for it: three, four, five or more (R3, R12).
enum class BonusTier : std::uint8_t { Three, Four, Five };
inline constexpr std::array all_bonus_tiers{BonusTier::Three, BonusTier::Four, BonusTier::Five};

template <class T>
using PerTier = Per<BonusTier, 3, T>;

constexpr std::uint8_t cards_for(BonusTier tier) {
    return static_cast<std::uint8_t>(3 + static_cast<int>(tier));
}

// R12: the pile that a sale of this many cards draws from.
constexpr std::optional<BonusTier> bonus_tier(int cards_sold) {
    if (cards_sold < 3)
        return std::nullopt;
    return cards_sold == 3 ? BonusTier::Three : cards_sold == 4 ? BonusTier::Four : BonusTier::Five;
}

// R3: the values of each pile, ascending; a round shuffles them.
inline constexpr std::array<std::uint8_t, 7> bonus_three{1, 1, 2, 2, 2, 3, 3};
inline constexpr std::array<std::uint8_t, 6> bonus_four{4, 4, 5, 5, 6, 6};
inline constexpr std::array<std::uint8_t, 5> bonus_five{8, 8, 9, 10, 10};
inline constexpr std::size_t bonus_token_count =
    bonus_three.size() + bonus_four.size() + bonus_five.size(); // 18

inline constexpr PerTier<std::span<const std::uint8_t>> bonus_piles{
    {bonus_three, bonus_four, bonus_five}};

constexpr std::span<const std::uint8_t> bonus_values(BonusTier tier) {
    return bonus_piles[tier];
}

// Tokens in each bonus pile at the start of a round.
inline constexpr PerTier<std::uint8_t> bonus_pile_sizes{
    {bonus_three.size(), bonus_four.size(), bonus_five.size()}};

struct BonusToken {
    BonusTier tier{};
    std::uint8_t value = 0;
    friend constexpr bool operator==(const BonusToken&, const BonusToken&) = default;
};

// R3: the value of the camel token.
inline constexpr int camel_token_value = 5;

} // namespace jaipur
