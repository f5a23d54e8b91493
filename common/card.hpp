// The cards of Jaipur (R1). Cards have no identity beyond their kind.
// The only other rule here is which goods are precious (R11).
#pragma once

#include "common/numbers.hpp"
#include "common/per.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace jaipur {

enum class Good : std::uint8_t { Diamond, Gold, Silver, Cloth, Spice, Leather };
enum class Card : std::uint8_t { Diamond, Gold, Silver, Cloth, Spice, Leather, Camel };

inline constexpr std::array all_goods{Good::Diamond, Good::Gold,  Good::Silver,
                                      Good::Cloth,   Good::Spice, Good::Leather};
inline constexpr std::array all_cards{Card::Diamond, Card::Gold,    Card::Silver, Card::Cloth,
                                      Card::Spice,   Card::Leather, Card::Camel};

// How many cards of each kind the game has, in the order of `Card` (R1).
inline constexpr std::array<std::uint8_t, 7> cards_of_kind{6, 6, 6, 8, 8, 10, 11};

constexpr Card card_of(Good good) {
    return static_cast<Card>(good);
}

constexpr bool is_good(Card card) {
    return card != Card::Camel;
}

// The card's good; nothing for a camel.
constexpr std::optional<Good> good_of(Card card) {
    if (!is_good(card))
        return std::nullopt;
    return static_cast<Good>(card);
}

// The face-up cards; an empty slot is a gap (R15).
using Market = std::array<std::optional<Card>, market_size>;

// R11: diamonds, gold and silver must be sold at least two at a time.
constexpr bool is_precious(Good good) {
    return good <= Good::Silver;
}

constexpr std::string_view name(Card card) {
    constexpr std::array<std::string_view, 7> names{"diamond", "gold",    "silver", "cloth",
                                                    "spice",   "leather", "camel"};
    return names[static_cast<std::size_t>(card)];
}

constexpr std::string_view name(Good good) {
    return name(card_of(good));
}

template <class T>
using PerGood = Per<Good, 6, T>;

// How many cards of each good: a hand, a discard pile.
using GoodCounts = PerGood<std::uint8_t>;

constexpr int total(const GoodCounts& counts) {
    int sum = 0;
    for (std::uint8_t count : counts.values)
        sum += count;
    return sum;
}

} // namespace jaipur
