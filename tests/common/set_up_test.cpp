#include "common/rules.hpp"
#include "tests/common/verdict.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::test;

TEST_CASE("R4 five cards go to each, the next two complete a market of three camels") {
    const Deal deal =
        stacked_deal({.zero = "DGSCP", .one = "LLLLG", .market = "SD", .next = "PLC"});
    const State state = set_up(deal, Seat::Zero);
    CHECK(state.traders[Seat::Zero].hand == goods("DGSCP"));
    CHECK(state.traders[Seat::One].hand == goods("LLLLG"));
    CHECK(state.market == market("MMMSD"));
    CHECK(deck_left(state) == 40);
    CHECK(state.deal.deck[state.deck_next] == Card::Spice);
    CHECK(state.traders[Seat::Zero].herd == 0);
    CHECK(state.traders[Seat::One].herd == 0);
    CHECK(total(state.discard) == 0);
    CHECK_FALSE(state.ended);
    CHECK(broken_invariant(state) == "");
}

TEST_CASE("R4 camels dealt to a hand go to that player's herd at once and aren't replaced") {
    const Deal deal = stacked_deal({.zero = "MDMMG", .one = "MMMMM", .market = "LL", .next = ""});
    const State state = set_up(deal, Seat::Zero);
    CHECK(state.traders[Seat::Zero].hand == goods("DG"));
    CHECK(state.traders[Seat::Zero].herd == 3);
    CHECK(state.traders[Seat::One].hand == goods(""));
    CHECK(state.traders[Seat::One].herd == 5);
    CHECK(broken_invariant(state) == "");
}

TEST_CASE("R4 camels may complete the market too") {
    const Deal deal = stacked_deal({.zero = "DDDDD", .one = "GGGGG", .market = "MM", .next = ""});
    CHECK(set_up(deal, Seat::Zero).market == market("MMMMM"));
}

TEST_CASE("R5 the starting player acts first") {
    for (Seat starter : all_seats) {
        const State state = set_up(unshuffled_deal(), starter);
        CHECK(state.starter == starter);
        CHECK(state.turn == starter);
        CHECK(verdict(state, starter, TakeCamels{}) == "legal");
        CHECK(verdict(state, other(starter), TakeCamels{}) == "not_your_turn");
    }
}
