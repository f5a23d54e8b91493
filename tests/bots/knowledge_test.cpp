// What a player works out from views and events, compared with a world in which nothing is hidden.
#include "bots/knowledge.hpp"
#include "bots/levels.hpp"
#include "bots/world.hpp"
#include "common/match.hpp"
#include "common/overloaded.hpp"
#include "protocol/observe.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"
#include "tests/support/proof.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <variant>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;
using jaipur::protocol::ObservedEvent;
using jaipur::protocol::ObservedSold;
using jaipur::test::Random;

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
        Random random(seed);
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

namespace {

// What a player to move was shown.
struct Shown {
    protocol::Observation view;
    std::vector<protocol::ObservedEvent> round;
};

// The decisions of a round.
std::vector<Shown> decisions(std::uint64_t seed) {
    Random random(seed);
    Match match;
    Seen seen;
    std::vector<Shown> all;
    std::vector<Action> actions;
    see(seen, start_round(match, jaipur::test::random_deal(random), Seat::One));
    while (match.phase == Phase::Playing) {
        const Seat turn = match.state.turn;
        all.push_back({protocol::observe(match, protocol::viewer_of(turn)), seen[turn]});
        legal_actions(match.state, actions);
        const Action action = jaipur::test::choose(random, actions, jaipur::test::Habit::AnyKind);
        const auto events = play(match, turn, action);
        REQUIRE(events.has_value());
        for (const Event& event : *events)
            see(seen, event);
    }
    return all;
}

template <class Number>
void change(Number& number, Random& random) {
    number =
        static_cast<Number>(random.one_in(3) ? random.below(256) : number + random.below(3) - 1);
}

void change(ObservedEvent& event, Random& random) {
    const Overloaded each{
        [&](Took& took) { took.card = random.pick(all_cards); },
        [&](TookCamels& took) { change(took.count, random); },
        [&](Exchanged& exchanged) {
            if (!exchanged.gave.empty())
                exchanged.gave[0] = random.pick(all_cards);
            if (random.one_in(2) && !exchanged.took.empty())
                exchanged.took[0] = random.pick(all_cards);
        },
        [&](ObservedSold& sold) { change(sold.count, random); },
        [](auto&) {},
    };
    std::visit(each, event);
}

void change_events(std::vector<ObservedEvent>& round, Random& random) {
    if (round.empty())
        return;
    ObservedEvent& one = random.pick(round);
    if (random.one_in(3))
        round.push_back(ObservedEvent(one));
    else if (random.one_in(2))
        one = round.back();
    else
        change(one, random);
    if (random.one_in(4))
        round.pop_back();
}

void change(protocol::ObservedTrader& trader, Random& random) {
    const auto tier = random.pick(all_bonus_tiers);
    switch (random.below(4)) {
    case 0:
        return change(trader.hand_size, random);
    case 1:
        return trader.hand ? change(random.pick(trader.hand->values), random) : void();
    case 2:
        return trader.herd ? change(*trader.herd, random) : void();
    default:
        if (!trader.bonus_tokens.full())
            trader.bonus_tokens.push_back(
                {tier, random.one_in(3)
                           ? std::nullopt
                           : std::optional(static_cast<std::uint8_t>(random.below(11)))});
    }
}

void change(Shown& shown, Random& random) {
    protocol::Observation& view = shown.view;
    switch (random.below(8)) {
    case 0:
        return change(view.deck, random);
    case 1:
        return change(random.pick(view.discard.values), random);
    case 2:
        return change(random.pick(view.bonus_tokens.values), random);
    case 3: {
        auto& slot = view.market[random.below(market_size)];
        slot = random.one_in(4) ? std::nullopt : std::optional(random.pick(all_cards));
        return;
    }
    case 4:
        return view.goods_tokens[random.pick(all_goods)].clear();
    case 5:
        return change(view.exchanges_in_a_row, random);
    case 6:
        return change_events(shown.round, random);
    default:
        return change(random.pick(view.players.values), random);
    }
}

// Every level thinks about it for a moment.
void think_about(const Position& position) {
    for (const Level& level : levels()) {
        Dice dice(1);
        int steps = 0;
        const auto progress = [&] { return ++steps / 6.0; };
        REQUIRE_FALSE(
            check(position.turn, choose(level, trained_network(), position, dice, progress)));
    }
}

} // namespace

TEST_CASE("a view that contradicts itself is refused, and players can think about any other") {
    Random random(1);
    int refused = 0, possible = 0;
    const auto seeds = static_cast<int>(jaipur::test::quick_or_long(4, 10));
    for (int seed = 1; seed <= seeds; ++seed)
        for (const Shown& shown : decisions(static_cast<std::uint64_t>(seed)))
            for (int i = 0; i < 8; ++i) {
                Shown changed = shown;
                for (std::size_t more = 1 + random.below(3); more > 0; --more)
                    change(changed, random);
                try {
                    think_about(position(changed.view, changed.round));
                    ++possible;
                } catch (const ImpossibleView&) {
                    ++refused;
                }
            }
    CHECK(refused > 100 * seeds);
    CHECK(possible > 10 * seeds);
}

TEST_CASE("a view of nobody's turn is refused") {
    CHECK_THROWS_AS(position(protocol::Observation{}, {}), ImpossibleView);
}
