// The kit itself: a checker that finds nothing proves nothing, so each planted fault must be found.
#include "common/rules.hpp"
#include "tests/common/inspector.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/objections.hpp"
#include "tests/support/players.hpp"
#include "tests/support/text.hpp"
#include "tests/support/universe.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::test;

namespace {

// A round in play in which both have sold something.
State played_a_while() {
    State state =
        set_up(stacked_deal({.zero = "CCCLL", .one = "PPPLL", .market = "DD"}), Seat::Zero);
    for (std::string_view wish : {"sell 3 cloth", "sell 3 spice", "camels", "take diamond"})
        REQUIRE(apply(state, state.turn, action(wish)));
    REQUIRE(broken_invariant(state) == "");
    return state;
}

using Fault = std::function<void(State&)>;

} // namespace

TEST_CASE("the invariants find every planted fault") {
    const std::vector<std::pair<Fault, std::string>> faults{
        {[](State& s) { ++s.discard[Good::Gold]; }, "R1: not all cards of gold"},
        {[](State& s) { --s.traders[Seat::Zero].hand[Good::Leather]; },
         "R1: not all cards of leather"},
        {[](State& s) { ++s.traders[Seat::One].herd; }, "R1: not all cards of camel"},
        {[](State& s) {
             --s.discard[Good::Cloth];
             ++s.discard[Good::Spice];
         },
         "R1: not all cards of cloth"},
        {[](State& s) { ++s.deck_next; }, "R1: not all cards of gold"},
        {[](State& s) { s.deck_next = deck_size + 1; }, "the deck is overdrawn"},
        {[](State& s) { s.traders[Seat::Zero].hand[Good::Gold] = 7; },
         "R10: more than seven cards in a hand"},
        {[](State& s) { s.traders[Seat::Zero].goods_tokens.pop_back(); },
         "R2: tokens taken are not the top of the pile of cloth"},
        {[](State& s) { s.traders[Seat::Zero].goods_tokens[0].value = 4; },
         "R2: tokens taken are not the top of the pile of cloth"},
        {[](State& s) { ++s.goods_tokens_taken[Good::Spice]; },
         "R2: tokens taken are not the top of the pile of spice"},
        {[](State& s) { s.traders[Seat::One].bonus_tokens[0].value = 3; },
         "R3: bonus tokens drawn are not those held"},
        {[](State& s) { s.bonus_tokens_taken[BonusTier::Five] = 1; },
         "R3: bonus tokens drawn are not those held"},
        {[](State& s) { s.bonus_tokens_taken[BonusTier::Five] = 6; },
         "R3: more bonus tokens than there are"},
        {[](State& s) { s.deal.bonus4[5] = 1; }, "R3: bonus piles"},
        {[](State& s) {
             s.traders[Seat::One].hand[*good_of(*s.market[2])]++;
             s.market[2].reset();
         },
         "R15: gaps in the market and the end of the round"},
        {[](State& s) { s.ended = EndReason::Tokens; },
         "R14: empty piles and the end of the round"},
        {[](State& s) { s.exchanges_in_a_row = 20; },
         "R15a: exchanges in a row and the end of the round"},
    };
    for (const auto& [fault, found] : faults) {
        State state = played_a_while();
        fault(state);
        CHECK(broken_invariant(state) == found);
    }
}

TEST_CASE("the invariants of a match find every planted fault") {
    const std::vector<std::pair<std::function<void(Match&)>, std::string>> faults{
        {[](Match& m) { m.phase = Phase::RoundOver; }, "one result for each finished round"},
        {[](Match& m) { m.phase = Phase::MatchOver; }, "a match that is over has a result"},
        {[](Match& m) { m.round = 0; }, "waiting is before the first round"},
        {[](Match& m) { m.seals[Seat::One] = 1; }, "a seal for each round won"},
        {[](Match& m) { m.state.ended = EndReason::Stalled; }, "no play in a round that has ended"},
        {[](Match& m) {
             m.phase = Phase::MatchOver;
             m.results.emplace_back();
             m.result = MatchResult{Seat::One, EndReason::Seals};
         },
         "R18: seals and the end of the match"},
        {[](Match& m) { ++m.state.discard[Good::Gold]; }, "R1: not all cards of gold"},
    };
    for (const auto& [fault, found] : faults) {
        Match match;
        CHECK(broken_invariant(match) == "");
        start_round(match, unshuffled_deal(), Seat::Zero);
        CHECK(broken_invariant(match) == "");
        fault(match);
        CHECK(broken_invariant(match) == found);
    }
}

TEST_CASE("the universe has every exchange of up to five cards a side, and every other action") {
    CHECK(sides().size() == 792); // 1 + 7 + 28 + 84 + 210 + 462
    for (std::size_t i = 0; i < sides().size(); ++i)
        REQUIRE(side_index(sides()[i]) == i);
    CHECK_FALSE(side_index(exchange_cards("GD"))); // not in the order of `Card`
    CHECK_FALSE(side_index(exchange_cards("DDDDDD")));
    CHECK(simple_actions().size() == 7 + 1 + 6 * 10);
}

TEST_CASE("objections name all that is wrong, and the rule for it") {
    const State state = table({.market = "GLMSD", .hand = "CCGSSLL", .herd = 1});
    const Action wish = exchange("GM", "GMM");
    const Objections found = objections(state, wish);
    const auto allows = [&](RuleError error, std::string_view rule) {
        return found.allow({error, rule}, wish);
    };
    CHECK_FALSE(found.empty());
    CHECK(allows(RuleError::ExchangeUnequal, "R8"));
    CHECK(allows(RuleError::ExchangeTakesCamel, "R8"));
    CHECK(allows(RuleError::ExchangeSameGood, "R9"));
    CHECK(allows(RuleError::HerdTooSmall, "R8"));
    CHECK_FALSE(allows(RuleError::HerdTooSmall, "R11"));
    CHECK_FALSE(allows(RuleError::ExchangeTooSmall, "R8"));
    CHECK_FALSE(allows(RuleError::NotInHand, "R8"));
    CHECK(objections(state, exchange("DG", "CC")).empty());
}

TEST_CASE("actions are read from the words that they are written in") {
    Random random(1);
    for (const Action& wish : simple_actions())
        if (!(wish == Action(Sell{Good::Gold, 255})) &&
            words(wish).find("255") == std::string::npos)
            CHECK(action(words(wish)) == wish);
    for (int i = 0; i < 100; ++i) {
        const Action wish = Exchange{random.pick(sides()), random.pick(sides())};
        CHECK(action(words(wish)) == wish);
    }
    for (std::string_view text : {"", "take", "take cheese", "sell gold", "sell 2 camel", "pass"})
        CHECK_THROWS(static_cast<void>(action(text)));
    CHECK_THROWS(static_cast<void>(cards("DX")));
    CHECK_THROWS(static_cast<void>(market("DG")));
    CHECK_THROWS(static_cast<void>(stacked_deal({"DDDDD", "DDGGG", "CC", ""})));
}

TEST_CASE("a seed gives the same numbers for ever, spread over the whole range") {
    Random random(42);
    CHECK(random.next() == 0xbdd732262feb6e95u); // the published vectors of SplitMix64
    CHECK(random.next() == 0x28efe333b266f103u);
    CHECK(random.next() == 0x47526757130f9f52u);
    std::array<int, 7> hits{};
    for (int i = 0; i < 7000; ++i)
        ++hits[random.below(hits.size())];
    for (int n : hits) {
        CHECK(n > 850);
        CHECK(n < 1150);
    }
}

TEST_CASE("players keep to what is listed, and prefer what they are said to prefer") {
    Random random(1);
    std::vector<Action> actions;
    legal_actions(table({.market = "GLMSD", .hand = "CCPSSL", .herd = 1}), actions);
    for (Habit habit : all_habits) {
        std::array<int, 4> chosen{};
        for (int i = 0; i < 1000; ++i)
            ++chosen[choose(random, actions, habit).index()];
        if (habit == Habit::AnyKind)
            CHECK(*std::min_element(chosen.begin(), chosen.end()) > 150);
        if (habit == Habit::Exchanges)
            CHECK(chosen[2] == 1000);
        const std::array<std::size_t, 6> preferred{2, 2, 0, 1, 2, 3};
        if (habit != Habit::AnyKind)
            CHECK(chosen[preferred[static_cast<std::size_t>(habit)]] > 500);
    }
}

TEST_CASE("the inspector finds a list that is wrong, whatever is wrong with it") {
    const State state = set_up(
        stacked_deal({.zero = "CCCLM", .one = "PPPLL", .market = "DG", .next = "S"}), Seat::Zero);
    std::vector<Action> right;
    legal_actions(state, right);
    Inspector inspector;
    const auto verdict_on = [&](const std::vector<Action>& list) {
        Random random(1);
        return inspector.look(state, list, random);
    };
    CHECK(verdict_on(right) == "");
    for (std::size_t i = 0; i < right.size(); ++i) {
        CAPTURE(right[i]);
        auto one_missing = right;
        one_missing.erase(one_missing.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(verdict_on(one_missing) != "");
        auto one_twice = right;
        one_twice.insert(one_twice.begin() + static_cast<std::ptrdiff_t>(i), right[i]);
        CHECK(verdict_on(one_twice) != "");
        auto one_wrong = right;
        one_wrong[i] = Sell{Good::Diamond, 2};
        CHECK(verdict_on(one_wrong) != "");
        auto one_turned = right;
        if (auto* exchange = std::get_if<Exchange>(&one_turned[i])) {
            std::swap(exchange->take[0], exchange->take[1]);
            CHECK(verdict_on(one_turned) != "");
        }
    }
}
