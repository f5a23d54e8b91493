// The tree, compared with going through everything by the rules.
#include "bots/tree.hpp"
#include "tests/bots/by_the_rules.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace jaipur;
using namespace jaipur::bots;

namespace {

// Without bonus tokens, so that only the deck is hidden.
State without_bonuses(State state) {
    state.bonus_tokens_taken = bonus_pile_sizes;
    for (Trader& trader : state.traders.values)
        trader.bonus_tokens = {};
    return state;
}

Tree new_tree() {
    return {{}, [] { return true; }};
}

} // namespace

TEST_CASE("the tree's chance and action are those of the rules") {
    std::uint64_t won = 0, lost = 0, open = 0;
    const auto compare = [&](const State& any) {
        const State state = without_bonuses(any);
        jaipur::test::ByTheRules rules;
        const auto chance = rules.chance(state);
        if (!chance)
            return;
        ++(*chance == 0 ? lost : *chance > 0.999 ? won : open);
        const auto best = new_tree().best(jaipur::test::seen(state), {});
        CHECK(best.chance == doctest::Approx(*chance));
        CHECK(rules.chance_after(state, best.action) == doctest::Approx(*chance));
        for (const Window window : {Window{0, 0.3}, Window{0.3, 0.6}, Window{0.99, 1}}) {
            const double told = new_tree().best(jaipur::test::seen(state), window).chance;
            CHECK((told > window.low) == (*chance > window.low));
            CHECK((told >= window.high) == (*chance >= window.high));
            if (told > window.low && told < window.high)
                CHECK(told == doctest::Approx(*chance));
        }
    };
    jaipur::test::for_each_endgame(jaipur::test::quick_or_long(60, 120),
                                   jaipur::test::Towards::Cards, compare);
    jaipur::test::for_each_endgame(jaipur::test::quick_or_long(20, 40),
                                   jaipur::test::Towards::Tokens, compare);
    CHECK(won > jaipur::test::quick_or_long(10, 20));
    CHECK(lost > jaipur::test::quick_or_long(10, 20));
    CHECK(open > jaipur::test::quick_or_long(2, 4));
}

TEST_CASE("the tree gives up when it may not go on") {
    jaipur::test::for_each_endgame(1, jaipur::test::Towards::Tokens, [](const State& state) {
        int left = 2;
        Tree tree({}, [&] { return left-- > 0; });
        static_cast<void>(tree.best(jaipur::test::seen(without_bonuses(state)), {}));
        CHECK(tree.gave_up() == (left < 0));
    });
}
