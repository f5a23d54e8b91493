// The list of legal actions and its summary, for small tables; R13.
#include "common/rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::test;

namespace {

LegalSummary summary(const State& state) {
    return legal_summary(turn_of(state, state.turn));
}

std::vector<std::string> listed(const State& state) {
    std::vector<Action> actions;
    legal_actions(state, actions);
    std::vector<std::string> result;
    for (const Action& action : actions)
        result.push_back(words(action));
    return result;
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("takes, camels, exchanges and sales are listed in this order, each once") {
    CHECK(listed(table({.market = "GMLGM", .hand = "CCD", .herd = 1})) ==
          Lines{"take gold", "take leather", "camels", "exchange gold gold for diamond cloth",
                "exchange gold gold for cloth cloth", "exchange gold gold for diamond camel",
                "exchange gold gold for cloth camel", "exchange gold leather for diamond cloth",
                "exchange gold leather for cloth cloth", "exchange gold leather for diamond camel",
                "exchange gold leather for cloth camel",
                "exchange gold gold leather for diamond cloth cloth",
                "exchange gold gold leather for diamond cloth camel",
                "exchange gold gold leather for cloth cloth camel", "sell 1 cloth",
                "sell 2 cloth"});
}

TEST_CASE("R9 R10 exchanges that break them are not listed") {
    CHECK(listed(table({.market = "GMLGM", .hand = "GGDDSSS", .herd = 4})) ==
          Lines{"camels", "exchange gold gold for diamond diamond",
                "exchange gold gold for diamond silver", "exchange gold gold for silver silver",
                "exchange gold leather for diamond diamond",
                "exchange gold leather for diamond silver",
                "exchange gold leather for silver silver",
                "exchange gold gold leather for diamond diamond silver",
                "exchange gold gold leather for diamond silver silver",
                "exchange gold gold leather for silver silver silver", "sell 2 diamond",
                "sell 2 gold", "sell 2 silver", "sell 3 silver"});
}

TEST_CASE("after the round, the list is empty, whatever it held before") {
    State state = table({.market = "GMLGM", .hand = "CCD"});
    std::vector<Action> actions;
    legal_actions(state, actions);
    CHECK_FALSE(actions.empty());
    state.ended = EndReason::Deck;
    legal_actions(state, actions);
    CHECK(actions.empty());
}

TEST_CASE("the listed actions are those of the seat to act") {
    State state = table({.market = "MMMMG", .hand = "CCD", .other_hand = "L"});
    state.turn = Seat::One;
    CHECK(listed(state) == Lines{"take gold", "camels", "sell 1 leather"});
}

TEST_CASE("the summary lists goods in market order, and how many can be sold") {
    LegalSummary expected;
    expected.take = {Good::Leather, Good::Gold};
    expected.take_camels = true;
    expected.sell[Good::Diamond] = {2, 3};
    expected.sell[Good::Cloth] = {1, 2};
    expected.exchange = true;
    CHECK(summary(table({.market = "LMGLG", .hand = "CCDDDS"})) == expected);

    expected.take.clear(); // R10
    expected.sell[Good::Cloth] = {1, 3};
    CHECK(summary(table({.market = "LMGLG", .hand = "CCCDDDS"})) == expected);
}

TEST_CASE("the summary allows an exchange exactly when one is legal") {
    const auto exchange = [](const Table& wanted) { return summary(table(wanted)).exchange; };
    CHECK(exchange({.market = "GGMMM", .hand = "CC"}));
    CHECK(exchange({.market = "GGMMM", .hand = "C", .herd = 1}));
    CHECK(exchange({.market = "GGMMM", .herd = 2}));
    CHECK_FALSE(exchange({.market = "GMMMM", .hand = "CC", .herd = 5})); // only one good
    CHECK_FALSE(exchange({.market = "GGMMM", .hand = "C"}));             // only one card to give
    CHECK_FALSE(exchange({.market = "GGMMM", .hand = "GGGC"}));          // R9
    CHECK(exchange({.market = "GGLMM", .hand = "GGGLC", .herd = 1}));    // gold gold for C, camel
    CHECK_FALSE(exchange({.market = "GLMMM", .hand = "GGGLLLC", .herd = 9})); // R9, R10
    CHECK(exchange({.market = "GLMMM", .hand = "GGGLLC", .herd = 9}));
}

namespace {

// Calls `visit` with every multiset of at most `most` goods added to `counts`.
template <class Visit>
void every_hand(GoodCounts& counts, std::size_t good, int most, const Visit& visit) {
    if (good == all_goods.size())
        return visit();
    for (int n = 0; n <= most; ++n) {
        counts[all_goods[good]] = static_cast<std::uint8_t>(n);
        every_hand(counts, good + 1, most - n, visit);
    }
    counts[all_goods[good]] = 0;
}

template <class Visit>
void every_market(Market& market, std::size_t slot, std::size_t kind, const Visit& visit) {
    if (slot == market.size())
        return visit();
    for (; kind < all_cards.size(); ++kind) {
        market[slot] = all_cards[kind];
        every_market(market, slot + 1, kind, visit);
    }
}

} // namespace

TEST_CASE("R13 every hand has a legal action in every full market, with or without camels") {
    Turn turn;
    std::size_t tables = 0, stuck = 0;
    every_market(turn.market, 0, 0, [&] {
        every_hand(turn.hand, 0, hand_limit, [&] {
            const LegalSummary summary = legal_summary(turn);
            bool sale = false;
            for (Good good : all_goods)
                sale = sale || summary.sell[good].max > 0;
            ++tables;
            if (summary.take.empty() && !summary.take_camels && !sale && !summary.exchange)
                ++stuck;
        });
    });
    CHECK(tables == 462 * 1716); // multisets of 5 of 7 kinds; of at most 7 of 6 goods
    CHECK(stuck == 0);
}
