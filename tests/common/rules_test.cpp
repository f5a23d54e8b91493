#include "common/match.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

using namespace jaipur;

TEST_CASE("R4 three camels lie open, five cards go to each, two complete the market") {
    const State state = set_up(unshuffled_deal(), Seat::One);
    CHECK(state.turn == Seat::One);
    CHECK(state.traders[Seat::Zero].hand == GoodCounts{{5, 0, 0, 0, 0, 0}});
    CHECK(state.traders[Seat::One].hand == GoodCounts{{1, 4, 0, 0, 0, 0}});
    CHECK(state.market == Market{Card::Camel, Card::Camel, Card::Camel, Card::Gold, Card::Gold});
    CHECK(deck_left(state) == 40);
    CHECK_FALSE(state.ended);
}

TEST_CASE("R11 R12 a sale takes the top tokens and a bonus by cards sold") {
    State state = set_up(unshuffled_deal(), Seat::One);
    const auto event = apply(state, Seat::One, Sell{Good::Gold, 4});
    REQUIRE(event);
    CHECK(*event ==
          Event{Sold{Seat::One, Good::Gold, 4, {6, 6, 5, 5}, BonusToken{BonusTier::Four, 4}}});
    CHECK(state.turn == Seat::Zero);
}

TEST_CASE("matches at random keep every invariant") {
    test::Random random(1);
    Match match;
    std::vector<Action> actions;
    for (int i = 0; i < 20000; ++i) {
        REQUIRE(test::broken_invariant(match) == "");
        if (match.phase == Phase::MatchOver)
            match = {};
        if (match.phase != Phase::Playing)
            start_round(match, test::random_deal(random), Seat::Zero);
        legal_actions(match.state, actions);
        REQUIRE_FALSE(actions.empty());
        REQUIRE(play(match, match.state.turn, random.pick(actions)));
    }
}
