// What the network sees of a position.
#include "bots/features.hpp"
#include "bots/world.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

using namespace jaipur;
using namespace jaipur::bots;

namespace {

// Calls `each` with the positions after the actions of random rounds.
void for_many_positions(int rounds, const std::function<void(const Position&)>& each) {
    for (int seed = 1; seed <= rounds; ++seed) {
        jaipur::test::Random random(static_cast<std::uint64_t>(seed));
        World world(jaipur::test::random_deal(random), Seat::Zero);
        std::vector<Action> actions;
        while (!world.ended()) {
            legal_actions(world.position().turn, actions);
            const Action action =
                jaipur::test::choose(random, actions, random.pick(jaipur::test::all_habits));
            const Position then = after(world.position(), action);
            each(then);
            world.play(action, then);
        }
    }
}

template <class Counts>
void swap_cloth_and_spice(Counts& counts) {
    std::swap(counts[Good::Cloth], counts[Good::Spice]);
}

Position swapped(Position position) {
    swap_cloth_and_spice(position.turn.hand);
    swap_cloth_and_spice(position.turn.goods_tokens);
    swap_cloth_and_spice(position.mine.known);
    swap_cloth_and_spice(position.theirs.known);
    std::swap(position.unseen[Card::Cloth], position.unseen[Card::Spice]);
    for (auto& slot : position.turn.market)
        if (slot == Card::Cloth)
            slot = Card::Spice;
        else if (slot == Card::Spice)
            slot = Card::Cloth;
    return position;
}

} // namespace

TEST_CASE("every block of features has exactly one that is present") {
    std::set<std::uint16_t> seen;
    for_many_positions(50, [&](const Position& position) {
        Features list = features(position);
        seen.insert(list.begin(), list.end());
        REQUIRE(list.size() == feature_blocks().size());
        std::ranges::sort(list);
        for (const FeatureBlock& block : feature_blocks())
            REQUIRE(std::ranges::count_if(list, [&](std::size_t feature) {
                        return feature >= block.begin && feature < block.end;
                    }) == 1);
    });
    CHECK(*seen.rbegin() < feature_count);
    CHECK(seen.size() > feature_count / 2);
}

TEST_CASE("blocks lie next to each other") {
    std::size_t end = 0;
    for (const FeatureBlock& block : feature_blocks()) {
        CHECK(block.begin == end);
        end = block.end;
    }
    CHECK(end == feature_count);
}

TEST_CASE("cloth and spice can be swapped") {
    int differ = 0;
    for_many_positions(50, [&](const Position& position) {
        const Position other = swapped(position);
        differ += other == position ? 0 : 1;
        Features mine = features(position), theirs = features(other);
        std::ranges::sort(mine);
        std::ranges::sort(theirs);
        REQUIRE(mine == theirs);
    });
    CHECK(differ > 500);
}
