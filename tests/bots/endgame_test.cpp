// Solved endgames, compared with going through everything by the rules.
#include "bots/endgame.hpp"
#include "bots/search.hpp"
#include "bots/world.hpp"
#include "tests/bots/by_the_rules.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <optional>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;

namespace {

double unlimited() {
    return 0;
}

// Every way in which the opponent's bonus tokens and the piles can be, as the player to move sees
// it: calls `each(state)`.
void for_each_world(State state, const std::function<void(const State&)>& each,
                    std::size_t next = 0) {
    auto& theirs = state.traders[other(state.turn)].bonus_tokens;
    if (next == theirs.size()) {
        each(state);
        return;
    }
    BonusToken& token = theirs[next];
    for_each_world(state, each, next + 1);
    const auto exchange = [&](std::uint8_t& value) {
        std::swap(value, token.value);
        for_each_world(state, each, next + 1);
        std::swap(value, token.value);
    };
    for (std::size_t later = next + 1; later < theirs.size(); ++later)
        if (theirs[later].tier == token.tier)
            exchange(theirs[later].value);
    for (std::uint8_t& value : jaipur::test::pile_left(state, token.tier))
        exchange(value);
}

// The deck is empty. Selling silver leaves the opponent too little to win with, whatever their two
// bonus tokens are worth. The search alone would exchange, and lose if they are worth much.
Known won_by_silver() {
    Known known;
    known.turn = {
        .market = {Card::Leather, Card::Cloth, Card::Diamond, Card::Leather, Card::Diamond},
        .hand = {{1, 0, 2, 1, 2, 0}},
        .herd = 5,
        .goods_tokens = {{3, 0, 1, 2, 1, 2}},
        .bonus_tokens = {{6, 5, 4}}};
    known.ledger = {{PublicHand{known.turn.hand, 0, 5}, PublicHand{{{1, 1, 0, 1, 0, 1}}, 0, 6}}};
    known.discard = {{2, 5, 4, 5, 6, 7}};
    known.purses = {{54, 8, 16, {{0, 0, 1}}, {}}, {51, 0, 13, {{1, 1, 0}}, {{1, 1, 0}}}};
    known.bonuses.remove({BonusTier::Five, 8});
    return known;
}

} // namespace

TEST_CASE("with hidden bonus tokens, what is solved is what seeing them would bring") {
    std::uint64_t sure = 0, open = 0;
    int unsolved = 0;
    const std::uint64_t rounds = jaipur::test::quick_or_long(40, 60);
    jaipur::test::for_each_endgame(rounds, jaipur::test::Towards::Tokens, [&](const State& state) {
        const auto solved = solve_endgame(jaipur::test::seen(state), unlimited);
        double chance = 0, chance_after = 0;
        int worlds = 0;
        bool too_much = false;
        for_each_world(state, [&](const State& world) {
            jaipur::test::ByTheRules rules;
            const auto here = too_much ? std::nullopt : rules.chance(world);
            too_much = too_much || !here;
            if (too_much)
                return;
            ++worlds;
            chance += *here;
            if (solved)
                chance_after += rules.chance_after(world, solved->action);
        });
        if (too_much)
            return;
        chance /= worlds;
        chance_after /= worlds;
        if (!solved) {
            unsolved += chance > 0 ? 1 : 0;
            return;
        }
        ++(solved->chance == 1 ? sure : open);
        CHECK(solved->chance == doctest::Approx(chance));
        CHECK(solved->chance == doctest::Approx(chance_after));
    });
    CHECK(sure > jaipur::test::quick_or_long(12, 20));
    CHECK(open > jaipur::test::quick_or_long(2, 3));
}

TEST_CASE("a search finds a won endgame that it would miss") {
    const Action right = Sell{Good::Silver, 2};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Dice dice(seed);
        int asked = 0;
        const Action found = search(trained_network(), position(won_by_silver()), {}, dice,
                                    [&] { return asked++ / 100.0; });
        CHECK(found == right);
    }
}

TEST_CASE("an opponent's hidden cards are known if the deck has no goods, and otherwise not") {
    Known known = won_by_silver();
    PublicHand& theirs = known.ledger[Seat::One];
    theirs = {{{0, 1, 0, 0, 0, 1}}, 2, 6};
    const auto solved = solve_endgame(position(known), unlimited);
    REQUIRE(solved);
    CHECK(solved->chance == 1);
    CHECK(solved->action == Action(Sell{Good::Silver, 2}));
    known.turn.deck = 1;
    --known.discard[Good::Leather];
    CHECK(!solve_endgame(position(known), unlimited));
}

TEST_CASE("an endgame takes a fifth of the budget at most") {
    Known known = won_by_silver();
    known.turn.deck = 1;
    --known.discard[Good::Leather];
    known.purses.theirs.goods = 60; // so that the round isn't decided
    int asked = 0;
    CHECK(!solve_endgame(position(known), [&] { return asked++ / 100.0; }));
    CHECK(asked > 10);
    CHECK(asked < 24);
    int again = 0;
    CHECK(!solve_endgame(position(known), [&] { return ++again > 0 ? 1.0 : 0; }));
    CHECK(again < 3);
}

TEST_CASE("a solution is a legal action of a position that isn't lost") {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        jaipur::test::Random random(seed);
        World world(jaipur::test::random_deal(random), Seat::Zero);
        std::vector<Action> actions;
        while (!world.ended()) {
            int asked = 0;
            const auto solution = solve_endgame(world.position(), [&] { return asked++ / 100.0; });
            if (solution) {
                ++solved;
                CHECK(!check(world.position().turn, solution->action));
                CHECK(solution->chance > 0);
            }
            legal_actions(world.position().turn, actions);
            const Action action =
                jaipur::test::choose(random, actions, jaipur::test::Habit::AnyKind);
            world.play(action, after(world.position(), action));
        }
    }
    CHECK(solved > 100);
}
