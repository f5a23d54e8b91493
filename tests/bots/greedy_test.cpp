// The player that looks one action ahead: always legal, deterministic, and much better than chance.
#include "bots/greedy.hpp"
#include "bots/world.hpp"
#include "common/rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <variant>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;

TEST_CASE("a greedy player is legal and deterministic in every state of random play") {
    jaipur::test::Random random(1);
    std::vector<Action> actions;
    int states = 0;
    for (int round = 0; round < 100; ++round) {
        World world(jaipur::test::random_deal(random), Seat::Zero);
        while (!world.ended()) {
            const Turn& turn = world.position().turn;
            const Action action = choose_greedily(turn);
            REQUIRE_FALSE(check(turn, action));
            REQUIRE(choose_greedily(turn) == action);
            legal_actions(turn, actions);
            const Action other = actions[random.below(actions.size())];
            world.play(other, after(world.position(), other));
            ++states;
        }
    }
    CHECK(states > 4000);
}

TEST_CASE("a greedy player beats random play by far") {
    jaipur::test::Random random(2);
    std::vector<Action> actions;
    double won = 0;
    constexpr int rounds = 400;
    for (int round = 0; round < rounds; ++round) {
        World world(jaipur::test::random_deal(random), round % 2 == 0 ? Seat::Zero : Seat::One);
        while (!world.ended()) {
            const Turn& turn = world.position().turn;
            legal_actions(turn, actions);
            const Action action = world.turn() == Seat::Zero
                                      ? choose_greedily(turn)
                                      : actions[random.below(actions.size())];
            world.play(action, after(world.position(), action));
        }
        won += world.won_by(Seat::Zero);
    }
    CHECK(won > rounds * 95 / 100);
}

TEST_CASE("noise changes some choices, but none that matters much") {
    jaipur::test::Random random(3);
    Dice dice(3);
    int positions = 0, changed = 0;
    for (int round = 0; round < 40; ++round) {
        World world(jaipur::test::random_deal(random), Seat::Zero);
        while (!world.ended()) {
            const Turn& turn = world.position().turn;
            const Action best = choose_greedily(turn),
                         action = choose_greedily(turn, {.noise = 0.5}, dice);
            REQUIRE_FALSE(check(turn, action));
            ++positions;
            changed += action != best;
            world.play(action, after(world.position(), action));
        }
    }
    CHECK(changed > positions / 10);
    CHECK(changed < positions * 2 / 3);
}

TEST_CASE("however many equal cards the market has, noise gives an exchange one chance") {
    Turn turn;
    turn.market.fill(Card::Leather);
    turn.goods_tokens = goods_pile_sizes;
    turn.bonus_tokens = bonus_pile_sizes;
    turn.hand[Good::Cloth] = turn.hand[Good::Spice] = 2;
    turn.deck = 20;
    // One card to take, four sales, and two, three or four leather for the same number of cards.
    constexpr int choices = 3000;
    int exchanges = 0;
    Dice dice(1);
    for (int i = 0; i < choices; ++i)
        exchanges += std::holds_alternative<Exchange>(choose_greedily(turn, {.noise = 1e6}, dice));
    CHECK(exchanges == doctest::Approx(choices * 3 / 8.0).epsilon(0.1));
}
