// Looking ahead.
#include "bots/search.hpp"
#include "bots/world.hpp"
#include "tests/support/bots.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;
using jaipur::test::indifferent_network;
using jaipur::test::worlds;

namespace {

// Some positions in the middle of random rounds.
std::vector<Position> positions(int rounds) {
    std::vector<Position> all;
    for (int seed = 1; seed <= rounds; ++seed) {
        jaipur::test::Random random(static_cast<std::uint64_t>(seed));
        World world(jaipur::test::random_deal(random), Seat::Zero);
        std::vector<Action> actions;
        for (std::size_t ply = 0; !world.ended(); ++ply) {
            if (ply % 5 == 3)
                all.push_back(world.position());
            legal_actions(world.position().turn, actions);
            const Action action =
                jaipur::test::choose(random, actions, jaipur::test::Habit::AnyKind);
            world.play(action, after(world.position(), action));
        }
    }
    return all;
}

} // namespace

TEST_CASE("a search keeps to its budget, and examines the best actions more often") {
    Dice random(3);
    int narrowed = 0;
    for (const Position& position : positions(5)) {
        const auto found =
            examine(trained_network(), position, {.candidates = 4, .prior = 3}, random, worlds(9));
        const auto all = options(trained_network(), position);
        REQUIRE(found.size() == std::min<std::size_t>(4, all.size()));
        int most = 0;
        for (const Finding& finding : found) {
            CHECK(finding.option.chance == all[static_cast<std::size_t>(finding.rank)].chance);
            most = std::max(most, finding.worlds);
        }
        CHECK(found.front().worlds == most);
        CHECK(most <= 9);
        narrowed += found.back().worlds < most ? 1 : 0;
        CHECK(found.front().chance(0) == found.front().chance());
    }
    CHECK(narrowed > 10);
}

TEST_CASE("without a budget, a search trusts the network") {
    Dice random(3);
    for (const Position& position : positions(5)) {
        const Action action = search(trained_network(), position, {}, random, [] { return 1.0; });
        CHECK(action == best_option(trained_network(), position).action);
        CHECK(action ==
              search(trained_network(), position, {.candidates = 1}, random, worlds(100)));
    }
}

TEST_CASE("a search sees what the network doesn't: an action that wins the round at once") {
    const Network indifferent = indifferent_network();
    Dice random(4);
    int won = 0;
    for (const Position& position : positions(200)) {
        const auto all = options(indifferent, position);
        if (!all.front().then.ended || all.front().chance < chance_one)
            continue;
        ++won;
        const Action action = search(indifferent, position, {}, random, worlds(6));
        CHECK(after(position, action).ended);
    }
    CHECK(won > 0);
}

TEST_CASE("in every guessed world the player knows the same, and all cards add up") {
    Dice random(1);
    for (const Position& position : positions(40))
        for (int i = 0; i < 3; ++i) {
            const World world(position, random);
            REQUIRE(world.turn() == Seat::Zero);
            REQUIRE(world.position() == position);
            const Position& theirs = world.last_position();
            REQUIRE(total(theirs.turn.hand) == hand_size(position.theirs));
            for (const Good good : all_goods) {
                const Card card = card_of(good);
                // Unseen by me: in the deck or hidden by them. Unseen by them: likewise.
                const int hidden_by_them = theirs.turn.hand[good] - position.theirs.known[good];
                const int hidden_by_me = position.turn.hand[good] - position.mine.known[good];
                REQUIRE(hidden_by_them >= 0);
                REQUIRE(position.unseen[card] - hidden_by_them ==
                        theirs.unseen[card] - hidden_by_me);
            }
            REQUIRE(theirs.unseen[Card::Camel] == position.unseen[Card::Camel]);
            for (const BonusTier tier : all_bonus_tiers) {
                REQUIRE(theirs.purses.mine.hidden[tier] == 0);
                REQUIRE(theirs.purses.theirs.hidden[tier] ==
                        position.purses.mine.bonus_tokens[tier]);
            }
        }
}

TEST_CASE("guessed hands are as likely as drawing them from the unseen cards") {
    // Five hidden cards out of 6 diamonds, 4 leather and camels, which can't be hidden.
    Known known;
    known.turn.market.fill(Card::Cloth);
    known.turn.goods_tokens = goods_pile_sizes;
    known.turn.bonus_tokens = bonus_pile_sizes;
    known.ledger = open_ledger({{5, 2}});
    known.discard = {{0, 6, 6, 3, 8, 1}};
    known.turn.hand[Good::Leather] = 5;
    known.turn.deck = 8 + 6;
    Position position = bots::position(known);
    REQUIRE(position.unseen == CardCounts{{6, 0, 0, 0, 0, 4, 8}});
    position.turn.deck = 16;
    Dice random(7);
    std::array<int, 3> leather{};
    constexpr int worlds = 30000;
    for (int i = 0; i < worlds; ++i)
        ++leather[World(position, random).last_position().turn.hand[Good::Leather]];
    // Two of ten goods: 15, 24 and 6 of 45 pairs.
    const std::array<double, 3> expected{15.0 / 45, 24.0 / 45, 6.0 / 45};
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(leather[i] / static_cast<double>(worlds) ==
              doctest::Approx(expected[i]).epsilon(0.03));
}
