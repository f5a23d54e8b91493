// The levels: what they choose among, and that each is stronger than the one before.
#include "bots/levels.hpp"
#include "bots/world.hpp"
#include "protocol/message.hpp"
#include "tests/support/bots.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;

namespace {

Action choose(const Level& level, const Position& position, Dice& dice) {
    const int budget = level.milliseconds > 1 ? 16 : 4; // more for the one that thinks longer
    return bots::choose(level, trained_network(), position, dice, jaipur::test::worlds(budget));
}

// What the first level wins of these rounds, each deal with both seats.
double won(const Level& one, const Level& two, int deals) {
    double result = 0;
    for (int seed = 1; seed <= deals; ++seed)
        for (const Seat first : all_seats) {
            jaipur::test::Random random(static_cast<std::uint64_t>(seed));
            Dice dice(static_cast<std::uint64_t>(seed));
            World world(jaipur::test::random_deal(random), Seat::Zero);
            while (!world.ended()) {
                const Level& mover = world.turn() == first ? one : two;
                const Action action = choose(mover, world.position(), dice);
                world.play(action, after(world.position(), action));
            }
            result += world.won_by(first);
        }
    return result / (2 * deals);
}

} // namespace

TEST_CASE("the levels are those of the protocol") {
    REQUIRE(levels().size() == protocol::bot_levels.size());
    for (std::size_t i = 0; i < levels().size(); ++i) {
        CHECK(levels()[i].name == protocol::bot_levels[i]);
        CHECK(find_level(levels()[i].name) == &levels()[i]);
    }
    CHECK(find_level("none") == nullptr);
}

TEST_CASE("every level plays whole rounds of legal actions") {
    for (const Level& level : levels()) {
        CAPTURE(level.name);
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            jaipur::test::Random random(seed);
            Dice dice(seed);
            World world(jaipur::test::random_deal(random), Seat::Zero);
            while (!world.ended()) {
                const Position& position = world.position();
                const Action action = choose(level, position, dice);
                REQUIRE_FALSE(check(position.turn, action));
                world.play(action, after(position, action));
            }
        }
    }
}

TEST_CASE("each level wins clearly more than the one before" *
          doctest::skip(!jaipur::test::long_form())) {
    for (std::size_t i = 1; i < levels().size(); ++i) {
        CAPTURE(levels()[i].name);
        const double share = won(levels()[i], levels()[i - 1], 50);
        CAPTURE(share);
        CHECK(share > 0.55);
    }
}
