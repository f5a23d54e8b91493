#include "common/token.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

using namespace jaipur;

namespace {

std::vector<int> values(Good good) {
    const auto pile = goods_pile(good);
    return {pile.begin(), pile.end()};
}

} // namespace

TEST_CASE("R2 the goods tokens of each pile, 38 in all, in descending order") {
    CHECK(values(Good::Diamond) == std::vector{7, 7, 5, 5, 5});
    CHECK(values(Good::Gold) == std::vector{6, 6, 5, 5, 5});
    CHECK(values(Good::Silver) == std::vector{5, 5, 5, 5, 5});
    CHECK(values(Good::Cloth) == std::vector{5, 3, 3, 2, 2, 1, 1});
    CHECK(values(Good::Spice) == std::vector{5, 3, 3, 2, 2, 1, 1});
    CHECK(values(Good::Leather) == std::vector{4, 3, 2, 1, 1, 1, 1, 1, 1});
    std::size_t count = 0, largest = 0;
    for (Good good : all_goods) {
        const auto pile = goods_pile(good);
        CHECK(std::is_sorted(pile.begin(), pile.end(), std::greater<>()));
        count += pile.size();
        largest = std::max(largest, pile.size());
    }
    CHECK(count == 38);
    CHECK(count == goods_token_count);
    CHECK(largest == largest_goods_pile);
}

TEST_CASE("R3 the bonus tokens of each pile, 18 in all, and a camel token worth 5") {
    CHECK(bonus_three == std::array<std::uint8_t, 7>{1, 1, 2, 2, 2, 3, 3});
    CHECK(bonus_four == std::array<std::uint8_t, 6>{4, 4, 5, 5, 6, 6});
    CHECK(bonus_five == std::array<std::uint8_t, 5>{8, 8, 9, 10, 10});
    CHECK(bonus_pile_sizes[BonusTier::Three] == bonus_three.size());
    CHECK(bonus_pile_sizes[BonusTier::Four] == bonus_four.size());
    CHECK(bonus_pile_sizes[BonusTier::Five] == bonus_five.size());
    CHECK(bonus_three.size() + bonus_four.size() + bonus_five.size() == 18);
    CHECK(bonus_token_count == 18);
    CHECK(camel_token_value == 5);
}

TEST_CASE("R12 the bonus pile by cards sold") {
    for (int cards : {0, 1, 2})
        CHECK_FALSE(bonus_tier(cards));
    CHECK(bonus_tier(3) == BonusTier::Three);
    CHECK(bonus_tier(4) == BonusTier::Four);
    for (int cards : {5, 6, 7})
        CHECK(bonus_tier(cards) == BonusTier::Five);
    for (BonusTier tier : all_bonus_tiers)
        CHECK(bonus_tier(cards_for(tier)) == tier);
}
