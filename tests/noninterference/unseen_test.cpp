// That the other deal is one which its viewer can't tell from the first: held here against the
// state itself, by what R19 and R20 say a viewer knows, and not by the views.
#include "common/rules.hpp"
#include "tests/noninterference/unseen.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::paired;

namespace {

// A round at random, up to some turn; some of its turns were not stored.
Round some_round(test::Random& random) {
    Round round;
    round.deal = test::random_deal(random);
    round.starter = random.one_in(2) ? Seat::Zero : Seat::One;
    round.delay = static_cast<int>(2 + random.below(5));
    State state = set_up(round.deal, round.starter);
    const auto habit = random.pick(test::all_habits);
    std::vector<Action> actions;
    for (auto turns = random.below(60); turns > 0 && !state.ended; --turns) {
        legal_actions(state, actions);
        const Action action = test::choose(random, actions, habit);
        const bool stored = !random.one_in(10);
        round.turns.push_back({state.turn, action, stored});
        if (stored)
            (void)apply(state, state.turn, action);
    }
    round.laid_open = state.ended.has_value() || random.one_in(10);
    return round;
}

State laid_out(const Round& round, const Dealt& dealt) {
    State state = set_up(dealt.deal, round.starter);
    for (Seat seat : all_seats) {
        REQUIRE(state.traders[seat].herd + dealt.herd[seat] >= 0);
        state.traders[seat].herd =
            static_cast<std::uint8_t>(state.traders[seat].herd + dealt.herd[seat]);
    }
    return state;
}

void require_same(const State& one, const State& two, Seat seat, bool open) {
    const Trader& trader = one.traders[seat];
    const Trader& other = two.traders[seat];
    REQUIRE(total(trader.hand) == total(other.hand));
    REQUIRE(std::ranges::equal(trader.goods_tokens, other.goods_tokens));
    REQUIRE(std::ranges::equal(trader.bonus_tokens, other.bonus_tokens, {}, &BonusToken::tier,
                               &BonusToken::tier));
    if (!open)
        return;
    REQUIRE(trader.hand == other.hand);
    REQUIRE(trader.herd == other.herd);
    REQUIRE(std::ranges::equal(trader.bonus_tokens, other.bonus_tokens));
}

// What a state shows to its current players and spectators.
void require_same(const State& one, const State& two, const Eyes& eyes, bool open) {
    REQUIRE(one.market == two.market);
    REQUIRE(one.deck_next == two.deck_next);
    REQUIRE(one.discard == two.discard);
    REQUIRE(one.goods_tokens_taken.values == two.goods_tokens_taken.values);
    REQUIRE(one.bonus_tokens_taken.values == two.bonus_tokens_taken.values);
    REQUIRE(one.ended == two.ended);
    for (Seat seat : all_seats)
        require_same(one, two, seat, open || eyes.seat[seat]);
}

// Plays both and compares what these eyes see on the way.
void play_both(const Round& round, const Dealt& dealt, const Eyes& eyes) {
    State one = laid_out(round, {round.deal, {}}), two = laid_out(round, dealt);
    const auto stored = std::ranges::count(round.turns, true, &Round::Turn::stored);
    const bool only_late = eyes.late && !eyes.seat[Seat::Zero] && !eyes.seat[Seat::One];
    std::ptrdiff_t played = 0;
    const auto look = [&](bool at_the_end) {
        if (!only_late)
            require_same(one, two, eyes, at_the_end && round.laid_open);
        if (eyes.late && (round.laid_open || played <= stored - round.delay))
            require_same(one, two, eyes, true);
    };
    for (const Round::Turn& turn : round.turns) {
        look(false);
        REQUIRE_FALSE(check(two, turn.seat, turn.action));
        if (!turn.stored)
            continue;
        REQUIRE(apply(one, turn.seat, turn.action).has_value());
        REQUIRE(apply(two, turn.seat, turn.action).has_value());
        ++played;
    }
    look(true);
}

std::vector<Card> sorted(const Deal& deal) {
    std::vector<Card> cards(deal.deck.begin(), deal.deck.end());
    std::ranges::sort(cards);
    return cards;
}

} // namespace

TEST_CASE("another deal keeps what was seen and what was done, and changes the rest") {
    test::Random random(15);
    int rounds = 0, changed = 0;
    for (; rounds < 3000; ++rounds) {
        CAPTURE(rounds);
        const Round round = some_round(random);
        Eyes eyes;
        eyes.late = random.one_in(3);
        eyes.watches = eyes.late;
        if (!random.one_in(3))
            eyes.seat[random.one_in(2) ? Seat::Zero : Seat::One] = true;
        const Dealt dealt = permuted(round, eyes, random);
        REQUIRE(sorted(dealt.deal) == sorted(round.deal));
        REQUIRE(is_playable(round, dealt));
        play_both(round, dealt, eyes);
        changed += int{dealt.deal.deck != round.deal.deck};
    }
    CHECK(changed > rounds * 8 / 10);
}

TEST_CASE("a deal in which somebody has not what was sold is not playable") {
    Round round;
    round.deal = test::stacked_deal({"LLLCC", "PPPSS", "GG", ""});
    round.turns.push_back({Seat::Zero, Sell{Good::Leather, 3}, true});
    Dealt dealt{round.deal, {}};
    CHECK(is_playable(round, dealt));
    std::swap(dealt.deal.deck[0], dealt.deal.deck[5]);
    CHECK_FALSE(is_playable(round, dealt));
}
