// What an action will bring, held against what it did; and what may be given for what.
#include "common/rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

using namespace jaipur;
using namespace jaipur::test;

namespace {

// What `outcome` foresaw for this legal action against what happened.
void compare(const State& state, const Action& action) {
    INFO(state);
    INFO(action);
    const Seat seat = state.turn;
    const Outcome foreseen = outcome(turn_of(state, seat), action);
    State after = state;
    const auto event = apply(after, seat, action);
    REQUIRE(event);
    const Trader& before = state.traders[seat];
    const Trader& then = after.traders[seat];
    REQUIRE(foreseen.hand == total(then.hand) - total(before.hand));
    REQUIRE(foreseen.herd == then.herd - before.herd);
    REQUIRE(foreseen.ends_round == after.ended);
    REQUIRE(foreseen.refill == deck_left(state) - deck_left(after));
    const auto* sold = std::get_if<Sold>(&*event);
    REQUIRE(std::ranges::equal(foreseen.tokens, sold ? sold->tokens : decltype(Sold::tokens){}));
    REQUIRE(foreseen.bonus.has_value() == (sold && sold->bonus));
    if (foreseen.bonus)
        REQUIRE(*foreseen.bonus == sold->bonus->tier);
}

} // namespace

TEST_CASE("every legal action brings what was foreseen") {
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

TEST_CASE(
    "R9 R10 what can pay for cards: no good that is taken, camels as far as the hand allows") {
    const Turn turn = turn_of(table({.market = "DGSLM", .hand = "DDDCL", .herd = 3}), Seat::Zero);
    const Payment payment = payment_for(turn, exchange_cards("DL"));
    CHECK(payment.goods == goods("C"));
    CHECK(payment.camels == 2);
}

TEST_CASE("an exchange in the making is refused only for what more cards can't put right") {
    const Turn turn = turn_of(table({.market = "DGSLM", .hand = "DDDCL", .herd = 3}), Seat::Zero);
    CHECK_FALSE(check_cards(turn, exchange("DG", "C")));
    CHECK_FALSE(check_cards(turn, exchange("D", "")));
    CHECK(check_cards(turn, exchange("DG", "D"))->error == RuleError::ExchangeSameGood);
    CHECK(check_cards(turn, exchange("G", "MMM"))->error == RuleError::HandLimit);
    CHECK(check_cards(turn, exchange("M", ""))->error == RuleError::ExchangeTakesCamel);
}
