#include "common/match.hpp"

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
    REQUIRE(event.has_value());
    CHECK(*event ==
          Event{Sold{Seat::One, Good::Gold, 4, {6, 6, 5, 5}, BonusToken{BonusTier::Four, 4}}});
    CHECK(state.turn == Seat::Zero);
}

TEST_CASE("a match is played from the first deal to its end by the first legal action") {
    Match match;
    std::vector<Action> actions;
    start_round(match, unshuffled_deal(), Seat::Zero);
    for (int i = 0; i < 10000 && match.phase != Phase::MatchOver; ++i) {
        if (match.phase == Phase::RoundOver)
            start_round(match, unshuffled_deal(), next_starter(match));
        legal_actions(match.state, actions);
        REQUIRE_FALSE(actions.empty());
        const Action& action = actions[static_cast<std::size_t>(i * 7) % actions.size()];
        REQUIRE(play(match, match.state.turn, action).has_value());
    }
    REQUIRE(match.phase == Phase::MatchOver);
    CHECK(match.result->reason == EndReason::Seals);
}
