#include "bots/bonuses.hpp"

#include "bots/counting.hpp"

#include <algorithm>
#include <cassert>

namespace jaipur::bots {

namespace {

using Counts = std::array<std::uint8_t, values_per_pile>;

int total(const Counts& counts) {
    return counts[0] + counts[1] + counts[2];
}

// Calls `each(chosen, ways)` for every way to choose `number` tokens, those of a value being alike.
template <class Each>
void for_each_choice(const Counts& counts, int number, Each each) {
    for (int low = 0; low <= std::min<int>(counts[0], number); ++low)
        for (int middle = 0; middle <= std::min<int>(counts[1], number - low); ++middle)
            if (const int high = number - low - middle; high <= counts[2])
                each(Counts{static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(middle),
                            static_cast<std::uint8_t>(high)},
                     ways_to_choose(low, counts[0]) * ways_to_choose(middle, counts[1]) *
                         ways_to_choose(high, counts[2]));
}

} // namespace

UnknownBonuses::UnknownBonuses() {
    for (const BonusTier tier : all_bonus_tiers)
        for (std::size_t i = 0; i < values_per_pile; ++i)
            counts_[tier][i] = static_cast<std::uint8_t>(
                std::ranges::count(bonus_values(tier), values_of_pile[tier][i]));
}

void UnknownBonuses::remove(const BonusToken& token) {
    const auto& values = values_of_pile[token.tier];
    const auto found = std::ranges::find(values, token.value);
    assert(found != values.end());
    --counts_[token.tier][static_cast<std::size_t>(found - values.begin())];
}

FixedVector<std::uint8_t, bonus_three.size()> UnknownBonuses::values(BonusTier tier) const {
    FixedVector<std::uint8_t, bonus_three.size()> all;
    for (std::size_t i = 0; i < values_per_pile; ++i)
        for (int count = counts_[tier][i]; count > 0; --count)
            all.push_back(values_of_pile[tier][i]);
    return all;
}

int UnknownBonuses::mean(BonusTier tier) const {
    int sum = 0;
    for (std::size_t i = 0; i < values_per_pile; ++i)
        sum += counts_[tier][i] * values_of_pile[tier][i];
    const int count = total(counts_[tier]);
    return count == 0 ? 0 : 100 * sum / count;
}

UnknownBonuses::Odds UnknownBonuses::odds(int ahead, const PerTier<std::uint8_t>& mine,
                                          const PerTier<std::uint8_t>& theirs) const {
    Odds odds;
    add_odds(0, ahead, 1, mine, theirs, odds);
    return odds;
}

// Goes through everything that the tokens of this pile and the next ones can be worth.
void UnknownBonuses::add_odds(std::size_t pile, int ahead, double likelihood,
                              const PerTier<std::uint8_t>& mine,
                              const PerTier<std::uint8_t>& theirs, Odds& odds) const {
    if (pile == all_bonus_tiers.size()) {
        (ahead > 0 ? odds.more : odds.equal) += ahead >= 0 ? likelihood : 0;
        return;
    }
    const BonusTier tier = all_bonus_tiers[pile];
    const int unknown = total(counts_[tier]);
    const double ways =
        ways_to_choose(mine[tier], unknown) * ways_to_choose(theirs[tier], unknown - mine[tier]);
    for_each_choice(counts_[tier], mine[tier], [&](const Counts& my_tokens, double my_ways) {
        Counts left = counts_[tier];
        for (std::size_t i = 0; i < left.size(); ++i)
            left[i] = static_cast<std::uint8_t>(left[i] - my_tokens[i]);
        for_each_choice(left, theirs[tier], [&](const Counts& their_tokens, double their_ways) {
            int difference = 0;
            for (std::size_t i = 0; i < left.size(); ++i)
                difference += (my_tokens[i] - their_tokens[i]) * values_of_pile[tier][i];
            add_odds(pile + 1, ahead + difference, likelihood * my_ways * their_ways / ways, mine,
                     theirs, odds);
        });
    });
}

} // namespace jaipur::bots
