// What the network thinks of actions.
#include "bots/evaluate.hpp"
#include "bots/world.hpp"
#include "tests/support/bots.hpp"
#include "tests/support/deals.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <variant>

using namespace jaipur;
using namespace jaipur::bots;
using jaipur::test::indifferent_network;

TEST_CASE("options are all legal actions; the first of equal ones is the best") {
    const Network network = indifferent_network();
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        jaipur::test::Random random(seed);
        const World world(jaipur::test::random_deal(random), Seat::Zero);
        std::vector<Action> actions;
        legal_actions(world.position().turn, actions);
        const auto all = options(network, world.position());
        REQUIRE(all.size() == actions.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            CHECK(all[i].action == actions[i]);
            CHECK(all[i].then == after(world.position(), actions[i]));
            CHECK(all[i].chance == chance_one / 2);
        }
        CHECK(best_option(network, world.position()).action == actions.front());
    }
}

TEST_CASE("options have the values that their positions have on their own, and are in order") {
    const Network& network = trained_network();
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        jaipur::test::Random random(seed);
        World world(jaipur::test::random_deal(random), Seat::Zero);
        while (!world.ended()) {
            const auto all = options(network, world.position());
            for (const Option& option : all)
                REQUIRE(option.chance == chance_after(network, option.then));
            REQUIRE(std::ranges::is_sorted(all, std::greater(), &Option::chance));
            const Option& any = all[random.below(all.size())];
            world.play(any.action, any.then);
        }
    }
}

TEST_CASE("an action that ends the round is worth its exact result, whatever the network thinks") {
    // Two piles are empty and the third has one token: selling leather ends the round (R14).
    Known known;
    known.turn.goods_tokens = goods_pile_sizes;
    known.turn.goods_tokens[Good::Diamond] = known.turn.goods_tokens[Good::Gold] = 0;
    known.turn.goods_tokens[Good::Leather] = 1;
    known.turn.bonus_tokens = bonus_pile_sizes;
    known.turn.market.fill(Card::Cloth);
    known.turn.hand[Good::Leather] = 1;
    known.turn.deck = 10;
    known.ledger = open_ledger({{1, 5}});
    known.ledger[Seat::Zero].herd = known.turn.herd = 1;
    known.ledger[Seat::One].herd = 0;
    for (const int behind : {4, 5, 6, 7}) {
        CAPTURE(behind);
        known.purses = {};
        known.purses.theirs.goods = behind;
        const auto all = options(indifferent_network(), bots::position(known));
        const auto sale = std::ranges::find_if(
            all, [](const Option& option) { return std::holds_alternative<Sell>(option.action); });
        REQUIRE(sale != all.end());
        REQUIRE(sale->then.ended == EndReason::Tokens);
        // One rupee for the token and five for the camels; then more goods tokens win (R16).
        CHECK(sale->chance == (behind <= 6 ? chance_one : 0));
        CHECK((all.front().action == sale->action) == (behind <= 6));
    }
}
