// What a player works out from views and events, compared with a world in which nothing is hidden.
#include "bots/knowledge.hpp"
#include "bots/world.hpp"
#include "common/match.hpp"
#include "protocol/observe.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace jaipur;
using namespace jaipur::bots;

namespace {

// Everything that has happened in a round, as each player saw it.
using Seen = PerSeat<std::vector<protocol::ObservedEvent>>;

void see(Seen& seen, const Event& event) {
    for (const Seat seat : all_seats)
        seen[seat].push_back(protocol::observe(event, protocol::viewer_of(seat)));
}

} // namespace

TEST_CASE("a player knows as much from views and events as from counting along") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        jaipur::test::Random random(seed);
        const Deal deal = jaipur::test::random_deal(random);
        World world(deal, Seat::One);
        Match match;
        Seen seen;
        see(seen, start_round(match, deal, Seat::One));
        std::vector<Action> actions;
        while (match.phase == Phase::Playing) {
            const Seat turn = match.state.turn;
            const auto view = protocol::observe(match, protocol::viewer_of(turn));
            REQUIRE(bots::position(view, seen[turn]) == world.position());
            legal_actions(match.state, actions);
            const Action action =
                jaipur::test::choose(random, actions, jaipur::test::Habit::AnyKind);
            world.play(action, after(world.position(), action));
            const auto events = play(match, turn, action);
            REQUIRE(events.has_value());
            for (const Event& event : *events)
                see(seen, event);
        }
        CHECK(world.ended());
    }
}
