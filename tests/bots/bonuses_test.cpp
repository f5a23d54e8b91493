// The odds of hidden bonus tokens, compared with counting every order of the pile.
#include "bots/bonuses.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;

namespace {

// Every order of the tokens of one pile: the first `mine` are mine, the next `theirs` theirs.
UnknownBonuses::Odds by_counting(const UnknownBonuses& bonuses, BonusTier tier, int ahead,
                                 std::size_t mine, std::size_t theirs) {
    const auto values = bonuses.values(tier);
    std::vector<std::size_t> order(values.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    UnknownBonuses::Odds odds;
    double all = 0;
    do {
        int difference = ahead;
        for (std::size_t i = 0; i < mine; ++i)
            difference += values[order[i]];
        for (std::size_t i = mine; i < mine + theirs; ++i)
            difference -= values[order[i]];
        odds.more += difference > 0 ? 1 : 0;
        odds.equal += difference == 0 ? 1 : 0;
        ++all;
    } while (std::ranges::next_permutation(order).found);
    return {odds.more / all, odds.equal / all};
}

} // namespace

TEST_CASE("unknown bonuses are those of R3, less those that the player has seen") {
    UnknownBonuses bonuses;
    for (const BonusTier tier : all_bonus_tiers)
        CHECK(std::ranges::equal(bonuses.values(tier), bonus_values(tier)));
    CHECK(bonuses.mean(BonusTier::Three) == 200);
    CHECK(bonuses.mean(BonusTier::Four) == 500);
    CHECK(bonuses.mean(BonusTier::Five) == 900);
    bonuses.remove({BonusTier::Five, 9});
    bonuses.remove({BonusTier::Five, 10});
    CHECK(std::ranges::equal(bonuses.values(BonusTier::Five), std::vector{8, 8, 10}));
    CHECK(bonuses.mean(BonusTier::Five) == 866);
    bonuses.remove({BonusTier::Five, 8});
    bonuses.remove({BonusTier::Five, 8});
    bonuses.remove({BonusTier::Five, 10});
    CHECK(bonuses.mean(BonusTier::Five) == 0);
}

TEST_CASE("the odds of one pile are those of counting") {
    for (const BonusTier tier : all_bonus_tiers) {
        UnknownBonuses bonuses;
        bonuses.remove({tier, bonus_values(tier).front()});
        for (std::uint8_t mine = 0; mine <= 2; ++mine)
            for (std::uint8_t theirs = 0; theirs <= 2; ++theirs)
                for (int ahead = -12; ahead <= 12; ++ahead) {
                    CAPTURE(cards_for(tier));
                    CAPTURE(mine);
                    CAPTURE(theirs);
                    CAPTURE(ahead);
                    PerTier<std::uint8_t> my_tokens, their_tokens;
                    my_tokens[tier] = mine;
                    their_tokens[tier] = theirs;
                    const auto odds = bonuses.odds(ahead, my_tokens, their_tokens);
                    const auto counted = by_counting(bonuses, tier, ahead, mine, theirs);
                    CHECK(odds.more == doctest::Approx(counted.more));
                    CHECK(odds.equal == doctest::Approx(counted.equal));
                }
    }
}

TEST_CASE("the odds of several piles add up") {
    const UnknownBonuses bonuses;
    // 8, 8, 9, 10, 10 against 4, 4, 5, 5, 6, 6: one of each, 4 behind.
    PerTier<std::uint8_t> mine, theirs;
    mine[BonusTier::Five] = 1;
    theirs[BonusTier::Four] = 1;
    const auto odds = bonuses.odds(-4, mine, theirs);
    int more = 0, equal = 0;
    for (const int five : bonus_five)
        for (const int four : bonus_four) {
            more += five - four > 4 ? 1 : 0;
            equal += five - four == 4 ? 1 : 0;
        }
    CHECK(odds.more == doctest::Approx(more / 30.0));
    CHECK(odds.equal == doctest::Approx(equal / 30.0));
}
