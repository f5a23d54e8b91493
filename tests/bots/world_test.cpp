// Positions and sampled worlds, compared with the rules.
#include "bots/world.hpp"
#include "common/overloaded.hpp"
#include "common/rules.hpp"
#include "common/scoring.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <variant>

using namespace jaipur;
using namespace jaipur::bots;

namespace {

Purse purse(const Trader& trader, bool mine) {
    Purse result;
    for (const GoodsToken& token : trader.goods_tokens)
        result.goods += token.value;
    for (const BonusToken& token : trader.bonus_tokens) {
        ++result.bonus_tokens[token.tier];
        if (mine)
            result.bonuses += token.value;
        else
            ++result.hidden[token.tier];
    }
    result.goods_tokens = static_cast<std::uint8_t>(trader.goods_tokens.size());
    return result;
}

// What this player knows, worked out from the whole state.
Position expected(const State& state, const Ledger& ledger, Seat me) {
    Known known{turn_of(state, me), ledger, me, state.discard, {}, {}};
    known.purses = {purse(state.traders[me], true), purse(state.traders[other(me)], false)};
    for (const BonusToken& token : state.traders[me].bonus_tokens)
        known.bonuses.remove(token);
    return bots::position(known);
}

void note_event(Ledger& ledger, const Event& event) {
    const Overloaded each{
        [&](const Took& took) { note_take(ledger[took.seat], took.card); },
        [&](const TookCamels& took) { note_camels(ledger[took.seat], took.count); },
        [&](const Exchanged& exchanged) {
            note_exchange(ledger[exchanged.seat], exchanged.took, exchanged.gave);
        },
        [&](const Sold& sold) { note_sale(ledger[sold.seat], sold.good, sold.count); },
        [&](const OneOf<RoundStarted, RoundEnded, MatchEnded> auto&) {},
    };
    std::visit(each, event);
}

Ledger open(const State& state) {
    PerSeat<std::uint8_t> sizes;
    for (const Seat seat : all_seats)
        sizes[seat] = static_cast<std::uint8_t>(total(state.traders[seat].hand));
    return open_ledger(sizes);
}

} // namespace

TEST_CASE("a world goes the way of the rules, and both players know what they should") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        jaipur::test::Random random(seed);
        const Deal deal = jaipur::test::random_deal(random);
        const Seat starter = random.one_in(2) ? Seat::One : Seat::Zero;
        State state = set_up(deal, starter);
        Ledger ledger = open(state);
        World world(deal, starter);
        std::vector<Action> actions;
        while (!state.ended) {
            REQUIRE(world.turn() == state.turn);
            REQUIRE(world.position() == expected(state, ledger, state.turn));
            REQUIRE(world.last_position().unseen ==
                    expected(state, ledger, other(state.turn)).unseen);
            legal_actions(state, actions);
            const Action action =
                jaipur::test::choose(random, actions, random.pick(jaipur::test::all_habits));
            world.play(action, after(world.position(), action));
            note_event(ledger, *apply(state, state.turn, action));
        }
        CHECK(world.ended());
        const RoundResult result = score(state);
        for (const Seat seat : all_seats) {
            CHECK(world.won_by(seat) == (!result.winner ? 0.5 : *result.winner == seat ? 1 : 0));
            CHECK(world.margin(seat) ==
                  result.traders[seat].rupees - result.traders[other(seat)].rupees);
        }
    }
}
