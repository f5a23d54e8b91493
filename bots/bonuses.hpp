// The bonus tokens whose values one player doesn't know (R3, R20, R21): how many of each value are
// left, and what follows from that.
#pragma once

#include "common/fixed_vector.hpp"
#include "common/token.hpp"

#include <array>
#include <cstdint>

namespace jaipur::bots {

// Each pile has three different values.
inline constexpr std::size_t values_per_pile = 3;
inline constexpr PerTier<std::array<std::uint8_t, values_per_pile>> values_of_pile{
    {{{1, 2, 3}, {4, 5, 6}, {8, 9, 10}}}};

class UnknownBonuses {
  public:
    // All of them.
    UnknownBonuses();

    // The player has learnt this one's value.
    void remove(const BonusToken& token);

    // Those of this pile, in ascending order.
    FixedVector<std::uint8_t, bonus_three.size()> values(BonusTier tier) const;

    // The mean of one token of this pile, in hundredths of a rupee; 0 if none is left.
    int mean(BonusTier tier) const;

    struct Odds {
        double more = 0, equal = 0;
    };

    // How likely it is that `ahead` rupees and `mine` tokens of each pile are worth more than, or
    // as much as, `theirs`.
    Odds odds(int ahead, const PerTier<std::uint8_t>& mine,
              const PerTier<std::uint8_t>& theirs) const;

    friend constexpr bool operator==(const UnknownBonuses&, const UnknownBonuses&) = default;

  private:
    void add_odds(std::size_t pile, int ahead, double likelihood, const PerTier<std::uint8_t>& mine,
                  const PerTier<std::uint8_t>& theirs, Odds& odds) const;

    PerTier<std::array<std::uint8_t, values_per_pile>> counts_; // of each value
};

} // namespace jaipur::bots
