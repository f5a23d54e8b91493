// What an action will cause, compared with the rules and with what it did; and what can be given
// for what.
#include "common/rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <variant>
#include <vector>

using namespace jaipur;
using namespace jaipur::test;

namespace {

// What the rules say that an action will cause, computed without `common/turn`.
struct Expected {
    int hand = 0, herd = 0, refill = 0;
    std::vector<int> tokens = {};
    std::optional<BonusTier> bonus = {};
    std::optional<EndReason> ends = {};
};

Expected refilled(const State& state, int gaps, Expected expected) {
    const int deck = 52 - state.deck_next;
    expected.refill = std::min(gaps, deck);
    if (deck < gaps) // R15
        expected.ends = EndReason::Deck;
    return expected;
}

Expected expect(const State& state, const Take&) { // R6
    return refilled(state, 1, {.hand = 1});
}

Expected expect(const State& state, const TakeCamels&) { // R7
    const auto camels = static_cast<int>(std::ranges::count(state.market, Card::Camel));
    return refilled(state, camels, {.herd = camels});
}

Expected expect(const State& state, const Exchange& exchange) { // R8
    const auto camels = static_cast<int>(std::ranges::count(exchange.give, Card::Camel));
    Expected expected{.hand = camels, .herd = -camels};
    if (state.exchanges_in_a_row == 19) // R15a
        expected.ends = EndReason::Stalled;
    return expected;
}

Expected expect(const State& state, const Sell& sale) { // R11
    Expected expected{.hand = -sale.count};
    int empty = 0;
    for (const Good good : all_goods) {
        std::size_t taken = state.goods_tokens_taken[good];
        if (good == sale.good)
            for (int i = 0; i < sale.count && taken < goods_pile(good).size(); ++i)
                expected.tokens.push_back(goods_pile(good)[taken++]);
        empty += taken == goods_pile(good).size() ? 1 : 0;
    }
    if (empty >= 3) // R14
        expected.ends = EndReason::Tokens;
    if (sale.count >= 3) { // R12
        const BonusTier tier =
            all_bonus_tiers[static_cast<std::size_t>(std::min<int>(sale.count, 5) - 3)];
        if (state.bonus_tokens_taken[tier] < bonus_values(tier).size())
            expected.bonus = tier;
    }
    return expected;
}

// What `outcome` foresaw for this legal action against the rules and what happened.
void compare(const State& state, const Action& action) {
    INFO(state);
    INFO(action);
    const Seat seat = state.turn;
    const Outcome foreseen = outcome(turn_of(state, seat), action);
    const Expected expected =
        std::visit([&](const auto& kind) { return expect(state, kind); }, action);
    REQUIRE(foreseen.hand == expected.hand);
    REQUIRE(foreseen.herd == expected.herd);
    REQUIRE(foreseen.refill == expected.refill);
    REQUIRE(std::ranges::equal(foreseen.tokens, expected.tokens));
    REQUIRE(foreseen.bonus == expected.bonus);
    REQUIRE(foreseen.ends_round == expected.ends);

    State after = state;
    const auto event = apply(after, seat, action);
    REQUIRE(event);
    const Trader& before = state.traders[seat];
    const Trader& then = after.traders[seat];
    REQUIRE(expected.hand == total(then.hand) - total(before.hand));
    REQUIRE(expected.herd == then.herd - before.herd);
    REQUIRE(expected.refill == deck_left(state) - deck_left(after));
    REQUIRE(expected.ends == after.ended);
    const auto* sold = std::get_if<Sold>(&*event);
    REQUIRE(std::ranges::equal(expected.tokens, sold ? sold->tokens : decltype(Sold::tokens){}));
    REQUIRE(expected.bonus.has_value() == (sold && sold->bonus));
    if (expected.bonus)
        REQUIRE(*expected.bonus == sold->bonus->tier);
}

} // namespace

TEST_CASE("every legal action causes what the rules say and outcome() foresees") {
    Random random(2);
    std::vector<Action> actions;
    std::set<EndReason> ends;
    int compared = 0;
    for (std::size_t round = 0; round < 30 * all_habits.size(); ++round) {
        State state = set_up(random_deal(random), random.pick(all_seats));
        while (!state.ended) {
            legal_actions(state, actions);
            for (const Action& action : actions)
                compare(state, action);
            compared += static_cast<int>(actions.size());
            const Habit habit = all_habits[round % all_habits.size()];
            REQUIRE(apply(state, state.turn, choose(random, actions, habit)));
        }
        ends.insert(*state.ended);
    }
    CHECK(compared > 20'000);
    CHECK(ends == std::set{EndReason::Tokens, EndReason::Deck, EndReason::Stalled});
}

TEST_CASE("R11 R12 a sale takes the top tokens that are left, and a bonus if its pile has one") {
    const Turn turn = turn_of(table({.market = "GMLGM",
                                     .hand = "CCCCC",
                                     .tokens_taken = {{Good::Cloth, 4}},
                                     .bonuses_taken = {{BonusTier::Five, 5}}}),
                              Seat::Zero);
    const auto tokens = [&](int count) {
        const auto values = sale_tokens(turn, Good::Cloth, count);
        return std::vector<int>(values.begin(), values.end());
    };
    CHECK(tokens(2) == std::vector{2, 1});
    CHECK(tokens(5) == std::vector{2, 1, 1});
    CHECK(sale_bonus(turn, 2) == std::nullopt);
    CHECK(sale_bonus(turn, 4) == BonusTier::Four);
    CHECK(sale_bonus(turn, 5) == std::nullopt); // the pile is empty
}

TEST_CASE("R9 R10 cards are paid for with goods that aren't taken, and as many camels as the hand "
          "allows") {
    const Turn turn = turn_of(table({.market = "DGSLM", .hand = "DDDCL", .herd = 3}), Seat::Zero);
    const Payment payment = payment_for(turn, exchange_cards("DL"));
    CHECK(payment.goods == goods("C"));
    CHECK(payment.camels == 2);
}

TEST_CASE("an unfinished exchange is refused only for what more cards can't fix") {
    const Turn turn = turn_of(table({.market = "DGSLM", .hand = "DDDCL", .herd = 3}), Seat::Zero);
    CHECK_FALSE(check_cards(turn, exchange("DG", "C")));
    CHECK_FALSE(check_cards(turn, exchange("D", "")));
    CHECK(check_cards(turn, exchange("DG", "D"))->error == RuleError::ExchangeSameGood);
    CHECK(check_cards(turn, exchange("G", "MMM"))->error == RuleError::HandLimit);
    CHECK(check_cards(turn, exchange("M", ""))->error == RuleError::ExchangeTakesCamel);
}

// After the deck has run out, the market has gaps, and the round is over. A view may still show it.
TEST_CASE("R8 a market with gaps offers the goods that are there") {
    Turn turn;
    turn.hand[Good::Leather] = 2;
    turn.herd = 3;
    turn.market = {std::nullopt, Card::Gold, std::nullopt, Card::Camel, std::nullopt};
    CHECK_FALSE(legal_summary(turn).exchange);
    turn.market[4] = Card::Silver;
    CHECK(legal_summary(turn).exchange);
    std::vector<Action> actions;
    legal_actions(turn, actions);
    CHECK(std::ranges::count_if(actions, [](const Action& action) {
              return std::holds_alternative<Exchange>(action);
          }) == 3); // two cards of leather, two camels, one of each
}
