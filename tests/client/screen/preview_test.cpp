// What the client tells about actions before they are played, held against the rules that it may
// not know.
#include "client/console/screen/preview.hpp"
#include "common/rules.hpp"
#include "protocol/observe.hpp"
#include "tests/client/screen/sample.hpp"
#include "tests/support/random.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <set>

using namespace jaipur;
using namespace jaipur::client::screen::test;
namespace screen = jaipur::client::screen;
using jaipur::test::Random;

namespace {

ExchangeCards some_cards(Random& random) {
    ExchangeCards cards;
    for (std::size_t i = random.below(6); i > 0; --i)
        cards.push_back(random.pick(all_cards));
    return cards;
}

// Legal or not, without looking at the state.
Action any_action(Random& random) {
    switch (random.below(4)) {
    case 0:
        return Take{random.pick(all_cards)};
    case 1:
        return TakeCamels{};
    case 2:
        return Exchange{some_cards(random), some_cards(random)};
    default:
        return Sell{random.pick(all_goods), static_cast<std::uint8_t>(random.below(8))};
    }
}

// Every state of so many matches, at random.
template <class Look>
void each_state(int matches, Look look) {
    for (int seed = 1; seed <= matches; ++seed) {
        Game game(static_cast<std::uint64_t>(seed));
        while (game.match.phase != Phase::MatchOver) {
            game.step();
            if (game.match.phase == Phase::Playing)
                look(game.match, seed);
        }
    }
}

// What `outcome` foresaw against what happened.
void compare(const Match& match, const Action& action) {
    const Seat seat = match.state.turn;
    const auto view = protocol::observe(match, protocol::viewer_of(seat));
    const screen::Outcome foreseen = screen::outcome(view, action);
    State after = match.state;
    const auto event = apply(after, seat, action);
    REQUIRE(event);
    const Trader& before = match.state.traders[seat];
    const Trader& then = after.traders[seat];
    CHECK(foreseen.hand_before == total(before.hand));
    CHECK(foreseen.hand_after == total(then.hand));
    CHECK(foreseen.herd_before == before.herd);
    CHECK(foreseen.herd_after == then.herd);
    CHECK(foreseen.ends_round == after.ended);
    CHECK(foreseen.refill == deck_left(match.state) - deck_left(after));
    const auto* sold = std::get_if<Sold>(&*event);
    const FixedVector<std::uint8_t, largest_goods_pile> none;
    CHECK(foreseen.tokens == (sold != nullptr ? sold->tokens : none));
    const bool drawn = sold != nullptr && sold->bonus;
    CHECK((foreseen.bonus && !foreseen.bonus->pile_empty) == drawn);
    if (drawn) {
        CHECK(foreseen.bonus->tier == sold->bonus->tier);
        CHECK(foreseen.bonus->least <= sold->bonus->value);
        CHECK(foreseen.bonus->most >= sold->bonus->value);
    }
}

} // namespace

TEST_CASE("a verdict about any action is that of the rules") {
    Random random(7);
    int allowed = 0, refused = 0;
    std::set<RuleError> reasons;
    each_state(40, [&](const Match& match, int) {
        for (Seat seat : all_seats) {
            const auto view = protocol::observe(match, protocol::viewer_of(seat));
            for (int i = 0; i < 50; ++i) {
                const Action action = any_action(random);
                const auto mine = screen::check(view, action);
                const auto rules = check(match.state, seat, action);
                INFO(match.state);
                INFO(action);
                REQUIRE(mine == rules);
                ++(mine ? refused : allowed);
                if (mine)
                    reasons.insert(mine->error);
            }
        }
    });
    CHECK(allowed > 1000);
    CHECK(refused > 100'000);
    // Every reason came up but NotPlaying, which has a test of its own.
    CHECK(reasons.size() == 11);
}

TEST_CASE("every legal action is allowed, and does what was foreseen") {
    int actions = 0;
    std::vector<Action> legal;
    std::set<EndReason> ends;
    each_state(30, [&](const Match& match, int) {
        const auto view = protocol::observe(match, protocol::viewer_of(match.state.turn));
        legal_actions(match.state, legal);
        for (const Action& action : legal) {
            REQUIRE(!screen::check(view, action));
            compare(match, action);
            if (const auto end = screen::outcome(view, action).ends_round)
                ends.insert(*end);
            ++actions;
        }
    });
    CHECK(actions > 20'000);
    CHECK(ends.contains(EndReason::Tokens));
    CHECK(ends.contains(EndReason::Deck));
}

TEST_CASE("R15a the twentieth exchange in a row ends the round") {
    const State state = jaipur::test::table({.market = "DGSMM",
                                             .hand = "CCP",
                                             .herd = 2,
                                             .other_hand = "L",
                                             .deck = "DDDDD",
                                             .exchanges_in_a_row = 19});
    Match match;
    match.phase = Phase::Playing;
    match.round = 1;
    match.state = state;
    compare(match, jaipur::test::exchange("DG", "CM"));
    const auto view = protocol::observe(match, protocol::Viewer::Seat0);
    CHECK(screen::outcome(view, jaipur::test::exchange("DG", "CM")).ends_round ==
          EndReason::Stalled);
}

TEST_CASE("nothing is allowed when no round is in play, nor for spectators") {
    Game game(3);
    const Action camels = TakeCamels{};
    const auto refused = [&](protocol::Viewer viewer) {
        return screen::check(protocol::observe(game.match, viewer), camels);
    };
    CHECK(refused(protocol::Viewer::Seat0)->error == RuleError::NotPlaying);
    game.play(0);
    CHECK(!refused(protocol::Viewer::Seat0));
    CHECK(refused(protocol::Viewer::Spectator)->error == RuleError::NotPlaying);
    CHECK(refused(protocol::Viewer::OpenSpectator)->error == RuleError::NotPlaying);
    game.play_match();
    CHECK(refused(protocol::Viewer::Seat0)->error == RuleError::NotPlaying);
}

TEST_CASE("a bonus is foreseen from the tokens that were not seen") {
    Match match;
    match.phase = Phase::Playing;
    match.round = 1;
    match.state = jaipur::test::table(
        {.market = "DGSMM", .hand = "CCCCP", .other_hand = "L", .deck = "DDDDD"});
    Trader& trader = match.state.traders[Seat::Zero];
    for (std::uint8_t value : std::array<std::uint8_t, 3>{8, 8, 9})
        trader.bonus_tokens.push_back({BonusTier::Five, value});
    trader.bonus_tokens.push_back({BonusTier::Four, 4});
    const auto view = protocol::observe(match, protocol::Viewer::Seat0);
    const auto four = screen::outcome(view, Sell{Good::Cloth, 4});
    REQUIRE(four.bonus);
    CHECK(four.bonus->least == 4); // there is another 4
    CHECK(four.bonus->most == 6);
    CHECK(four.rupees == 5 + 3 + 3 + 2);
    const auto three = screen::outcome(view, Sell{Good::Cloth, 3});
    CHECK(three.bonus->least == 1);
    CHECK(three.bonus->most == 3);
    CHECK(!screen::outcome(view, Sell{Good::Cloth, 2}).bonus);
}
