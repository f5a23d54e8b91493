#include "protocol/codec.hpp"
#include "protocol/observe.hpp"
#include "tests/protocol/played_match.hpp"
#include "tests/support/deals.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;

namespace {

constexpr Viewer all_viewers[]{Viewer::Seat0, Viewer::Seat1, Viewer::Spectator,
                               Viewer::OpenSpectator};

std::string bytes_for(const Match& match, const Events& events, Viewer viewer) {
    View view = observe(match, viewer);
    for (const Event& event : events)
        view.events.push_back(observe(event, viewer));
    return encode(ServerMessage(view));
}

bool is_hidden(const ObservedTrader& trader) {
    return !trader.hand && !trader.herd &&
           std::ranges::none_of(trader.bonus_tokens,
                                [](const ObservedBonus& bonus) { return bonus.value.has_value(); });
}

bool is_open(const ObservedTrader& seen, const Trader& trader) {
    bool values = seen.bonus_tokens.size() == trader.bonus_tokens.size();
    for (std::size_t i = 0; values && i < trader.bonus_tokens.size(); ++i)
        values = seen.bonus_tokens[i].tier == trader.bonus_tokens[i].tier &&
                 seen.bonus_tokens[i].value == trader.bonus_tokens[i].value;
    return values && seen.hand == trader.hand && seen.herd == trader.herd;
}

// The bonus values that only their owner has seen: those in the piles and those that `owner`
// took, swapped within their pile.
void shuffle_bonus_tokens(State& state, std::optional<Seat> viewer, test::Random& random) {
    const auto permute = [&](auto& pile, BonusTier tier) {
        std::vector<std::uint8_t*> unseen;
        for (std::size_t i = state.bonus_tokens_taken[tier]; i < pile.size(); ++i)
            unseen.push_back(&pile[i]);
        for (Seat seat : all_seats)
            for (BonusToken& token : state.traders[seat].bonus_tokens)
                if (seat != viewer && token.tier == tier)
                    unseen.push_back(&token.value);
        std::vector<std::uint8_t> values;
        for (const std::uint8_t* place : unseen)
            values.push_back(*place);
        random.shuffle(values);
        for (std::size_t i = 0; i < unseen.size(); ++i)
            *unseen[i] = values[i];
    };
    permute(state.deal.bonus3, BonusTier::Three);
    permute(state.deal.bonus4, BonusTier::Four);
    permute(state.deal.bonus5, BonusTier::Five);
}

// Hands and the deck swap cards that the viewer hasn't seen. A hand keeps its size and holds only
// goods; a herd can have any size, and the other camels are in the deck.
void shuffle_cards(State& state, std::optional<Seat> viewer, test::Random& random) {
    std::vector<Card> goods, camels;
    for (std::size_t i = state.deck_next; i < deck_size; ++i)
        (is_good(state.deal.deck[i]) ? goods : camels).push_back(state.deal.deck[i]);
    for (Seat seat : all_seats) {
        if (seat == viewer)
            continue;
        Trader& trader = state.traders[seat];
        for (Good good : all_goods)
            goods.insert(goods.end(), trader.hand[good], card_of(good));
        camels.insert(camels.end(), trader.herd, Card::Camel);
    }
    random.shuffle(goods);
    for (Seat seat : all_seats) {
        if (seat == viewer)
            continue;
        Trader& trader = state.traders[seat];
        const int size = total(trader.hand);
        trader.hand = {};
        for (int i = 0; i < size; ++i) {
            ++trader.hand[*good_of(goods.back())];
            goods.pop_back();
        }
        trader.herd = 0;
    }
    // The deck takes the rest; camels that don't fit go to an unseen herd.
    std::vector<Card> rest = goods;
    const std::size_t deck_room = deck_size - state.deck_next;
    while (rest.size() < deck_room) {
        rest.push_back(camels.back());
        camels.pop_back();
    }
    random.shuffle(rest);
    std::ranges::copy(rest, state.deal.deck.begin() + state.deck_next);
    for (std::size_t i = 0; i < camels.size(); ++i) {
        const Seat seat = viewer ? other(*viewer) : all_seats[random.below(2)];
        ++state.traders[seat].herd;
    }
}

} // namespace

TEST_CASE("before the first round a view shows the tokens and nothing else") {
    Match match;
    match.seals_to_win = 2;
    for (Viewer viewer : all_viewers) {
        const View view = observe(match, viewer);
        CHECK(view.you == seat_of(viewer));
        CHECK(view.phase == Phase::Waiting);
        CHECK(view.round == 0);
        CHECK(view.ply == 0);
        CHECK(view.deck == 0);
        CHECK(view.market.empty());
        CHECK(view.discard == GoodCounts{});
        CHECK_FALSE(view.turn.has_value());
        CHECK_FALSE(view.legal.has_value());
        CHECK_FALSE(view.result.has_value());
        for (Good good : all_goods)
            CHECK(std::ranges::equal(view.goods_tokens[good], goods_pile(good))); // R2
        for (BonusTier tier : all_bonus_tiers)
            CHECK(view.bonus_tokens[tier] == bonus_pile_sizes[tier]); // R3
        for (Seat seat : all_seats) {
            const ObservedTrader& trader = view.players[seat];
            CHECK(trader.hand_size == 0);
            CHECK(trader.goods_tokens.empty());
            CHECK(trader.bonus_tokens.empty());
            if (viewer == viewer_of(seat) || viewer == Viewer::OpenSpectator)
                CHECK(is_open(trader, Trader{}));
            else
                CHECK(is_hidden(trader));
        }
    }
}

TEST_CASE("R19 everybody sees what is face up, in every state of a match") {
    int states = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        test::play_match(seed, [&](const Match& match, const Events&) {
            ++states;
            const State& state = match.state;
            for (Viewer viewer : all_viewers) {
                const View view = observe(match, viewer);
                CHECK(view.phase == match.phase);
                CHECK(view.round == match.round);
                CHECK(view.ply == match.ply);
                CHECK(view.exchanges_in_a_row == state.exchanges_in_a_row);
                CHECK(std::ranges::equal(view.market, state.market));
                CHECK(view.deck == deck_left(state));
                CHECK(view.discard == state.discard);
                for (Good good : all_goods)
                    CHECK(std::ranges::equal(
                        view.goods_tokens[good],
                        goods_pile(good).subspan(state.goods_tokens_taken[good])));
                for (BonusTier tier : all_bonus_tiers)
                    CHECK(view.bonus_tokens[tier] + state.bonus_tokens_taken[tier] ==
                          bonus_pile_sizes[tier]);
                for (Seat seat : all_seats) {
                    CHECK(view.players[seat].seals == match.seals[seat]);
                    CHECK(view.players[seat].hand_size == total(state.traders[seat].hand));
                    CHECK(view.players[seat].goods_tokens == state.traders[seat].goods_tokens);
                    CHECK(view.players[seat].bonus_tokens.size() ==
                          state.traders[seat].bonus_tokens.size());
                }
                const bool playing = match.phase == Phase::Playing;
                CHECK(view.turn == (playing ? std::optional(state.turn) : std::nullopt));
                CHECK(view.legal.has_value() == (playing && view.you == state.turn));
                CHECK(view.result.has_value() == !match.results.empty());
                if (view.result) {
                    CHECK(view.result->rounds == match.results);
                    CHECK(view.result->match == match.result);
                    CHECK_FALSE(view.result->proof.has_value()); // the room adds it
                }
            }
        });
    }
    CHECK(states > 500);
}

TEST_CASE("R20 until the round ends, only their owner sees a hand, a herd and bonus values") {
    int hidden = 0, laid_open = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        test::play_match(seed, [&](const Match& match, const Events&) {
            for (Viewer viewer : all_viewers) {
                const View view = observe(match, viewer);
                for (Seat seat : all_seats) {
                    const Trader& trader = match.state.traders[seat];
                    const bool sees = match.phase != Phase::Playing ||
                                      viewer == Viewer::OpenSpectator || view.you == seat;
                    ++(sees ? laid_open : hidden);
                    if (sees)
                        CHECK(is_open(view.players[seat], trader));
                    else
                        CHECK(is_hidden(view.players[seat]));
                }
            }
        });
    }
    CHECK(hidden > 1000);
    CHECK(laid_open > 1000);
}

TEST_CASE("R20 only the seller and open spectators see a bonus token's value") {
    Sold sold{Seat::One, Good::Cloth, 4, {5, 3, 3, 2}, BonusToken{BonusTier::Four, 6}};
    const auto value = [&](Viewer viewer) {
        const auto seen = std::get<ObservedSold>(observe(Event(sold), viewer));
        CHECK(seen.seat == Seat::One);
        CHECK(seen.good == Good::Cloth);
        CHECK(seen.count == 4);
        CHECK(seen.tokens == sold.tokens);
        REQUIRE(seen.bonus.has_value());
        CHECK(seen.bonus->tier == BonusTier::Four);
        return seen.bonus->value;
    };
    CHECK(value(Viewer::Seat1) == 6);
    CHECK(value(Viewer::OpenSpectator) == 6);
    CHECK(value(Viewer::Seat0) == std::nullopt);
    CHECK(value(Viewer::Spectator) == std::nullopt);
    sold.bonus.reset();
    for (Viewer viewer : all_viewers)
        CHECK_FALSE(std::get<ObservedSold>(observe(Event(sold), viewer)).bonus.has_value());
}

TEST_CASE("R19 everybody sees every other event the same way") {
    for (Viewer viewer : all_viewers) {
        CHECK(observe(Event(RoundStarted{3, Seat::One}), viewer) ==
              ObservedEvent(RoundStarted{3, Seat::One}));
        CHECK(observe(Event(Took{Seat::One, Card::Gold, {Card::Camel}}), viewer) ==
              ObservedEvent(Took{Seat::One, Card::Gold, {Card::Camel}}));
        CHECK(observe(Event(TookCamels{Seat::Zero, 2, {Card::Camel, Card::Spice}}), viewer) ==
              ObservedEvent(TookCamels{Seat::Zero, 2, {Card::Camel, Card::Spice}}));
        CHECK(observe(Event(Exchanged{Seat::One, {Card::Gold}, {Card::Camel}}), viewer) ==
              ObservedEvent(Exchanged{Seat::One, {Card::Gold}, {Card::Camel}}));
        CHECK(observe(Event(RoundEnded{1, EndReason::Deck, Seat::One}), viewer) ==
              ObservedEvent(RoundEnded{1, EndReason::Deck, Seat::One}));
        CHECK(observe(Event(MatchEnded{std::nullopt, EndReason::Abandoned}), viewer) ==
              ObservedEvent(MatchEnded{std::nullopt, EndReason::Abandoned}));
    }
}

TEST_CASE("a match cut short reveals everything") {
    test::Random random(1);
    Match match;
    start_round(match, test::random_deal(random), Seat::Zero);
    end_match(match, EndReason::Resigned, Seat::One);
    for (Viewer viewer : all_viewers) {
        const View view = observe(match, viewer);
        CHECK(view.phase == Phase::MatchOver);
        CHECK_FALSE(view.turn.has_value());
        CHECK_FALSE(view.legal.has_value());
        for (Seat seat : all_seats)
            CHECK(is_open(view.players[seat], match.state.traders[seat]));
        REQUIRE(view.result.has_value());
        CHECK(view.result->match == MatchResult{Seat::One, EndReason::Resigned});
        REQUIRE(view.result->rounds.size() == 1);
        CHECK(view.result->rounds[0].reason == EndReason::Resigned);
    }
}

TEST_CASE("R21 the next deal hides what the end of the last round revealed") {
    test::Random random(1);
    test::play_match(4, [&](const Match& match, const Events&) {
        if (match.phase != Phase::RoundOver)
            return;
        Match next = match;
        start_round(next, test::random_deal(random), next_starter(match));
        CHECK_FALSE(is_hidden(observe(match, Viewer::Seat0).players[Seat::One]));
        CHECK(is_hidden(observe(next, Viewer::Seat0).players[Seat::One]));
        CHECK(is_hidden(observe(next, Viewer::Spectator).players[Seat::Zero]));
    });
}

TEST_CASE("a player's view has everything that the rules need to know about a turn") {
    int turns = 0;
    test::play_match(8, [&](const Match& match, const Events&) {
        for (Seat seat : all_seats) {
            const auto turn = turn_of(observe(match, viewer_of(seat)));
            REQUIRE(turn.has_value() == (match.phase == Phase::Playing));
            if (turn)
                REQUIRE(*turn == jaipur::turn_of(match.state, seat));
            turns += turn ? 1 : 0;
        }
        REQUIRE_FALSE(turn_of(observe(match, Viewer::Spectator)));
        REQUIRE_FALSE(turn_of(observe(match, Viewer::OpenSpectator)));
    });
    CHECK(turns > 100);
}

TEST_CASE("a view that no round can have gives no turn") {
    Match match;
    start_round(match, unshuffled_deal(), Seat::Zero);
    const Observation view = observe(match, Viewer::Seat0);
    REQUIRE(turn_of(view));
    Observation wrong = view;
    wrong.players[Seat::Zero].hand->values.fill(2); // R10
    CHECK_FALSE(turn_of(wrong));
    wrong = view;
    wrong.goods_tokens[Good::Gold].push_back(5); // R2
    CHECK_FALSE(turn_of(wrong));
    wrong = view;
    wrong.players[Seat::Zero].herd.reset();
    CHECK_FALSE(turn_of(wrong));
    wrong = view;
    wrong.market.clear();
    CHECK(turn_of(wrong)->market == Market{});
}

TEST_CASE("`legal` is exactly what the rules allow") {
    test::play_match(7, [&](const Match& match, const Events&) {
        if (match.phase != Phase::Playing)
            return;
        const auto legal = observe(match, viewer_of(match.state.turn)).legal;
        REQUIRE(legal.has_value());
        std::vector<Action> actions;
        legal_actions(match.state, actions);
        std::set<Good> take;
        PerGood<LegalSummary::Sale> sell;
        bool take_camels = false, exchange = false;
        for (const Action& action : actions) {
            if (const auto* taken = std::get_if<Take>(&action))
                take.insert(*good_of(taken->card));
            if (const auto* sold = std::get_if<Sell>(&action)) {
                LegalSummary::Sale& sale = sell[sold->good];
                sale.min = sale.max == 0 ? sold->count : std::min(sale.min, sold->count);
                sale.max = std::max(sale.max, sold->count);
            }
            take_camels |= std::holds_alternative<TakeCamels>(action);
            exchange |= std::holds_alternative<Exchange>(action);
        }
        CHECK(std::set<Good>(legal->take.begin(), legal->take.end()) == take);
        CHECK(legal->take.size() == take.size());
        CHECK(legal->sell == sell);
        CHECK(legal->take_camels == take_camels);
        CHECK(legal->exchange == exchange);
    });
}

TEST_CASE("R21 a view's bytes don't depend on what its viewer may not know") {
    test::Random random(5);
    int compared = 0, differed = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        test::play_match(seed, [&](const Match& match, const Events& events) {
            if (match.phase != Phase::Playing)
                return; // everything is revealed
            for (Viewer viewer : {Viewer::Seat0, Viewer::Seat1, Viewer::Spectator}) {
                Match other_world = match;
                shuffle_bonus_tokens(other_world.state, seat_of(viewer), random);
                shuffle_cards(other_world.state, seat_of(viewer), random);
                Events other_events = events;
                for (Event& event : other_events)
                    if (auto* sold = std::get_if<Sold>(&event))
                        if (sold->bonus && sold->seat != seat_of(viewer))
                            sold->bonus->value = 99;
                CHECK(bytes_for(match, events, viewer) ==
                      bytes_for(other_world, other_events, viewer));
                ++compared;
                // The worlds differ, and a viewer who sees everything sees that.
                differed += bytes_for(match, events, Viewer::OpenSpectator) !=
                                    bytes_for(other_world, other_events, Viewer::OpenSpectator)
                                ? 1
                                : 0;
            }
        });
    }
    CHECK(compared > 1000);
    CHECK(differed > compared * 9 / 10);
}

TEST_CASE("a view in the middle of a round takes less than 1.5 KB") {
    // Taken tokens and finished rounds are listed, so views grow during a match.
    std::vector<std::size_t> first_half, first_round, all;
    for (std::uint64_t seed = 0; seed < 15; ++seed) {
        test::play_match(seed, [&](const Match& match, const Events& events) {
            for (Viewer viewer : {Viewer::Seat0, Viewer::Spectator, Viewer::OpenSpectator}) {
                all.push_back(bytes_for(match, events, viewer).size());
                if (match.round != 1 || match.phase != Phase::Playing)
                    continue;
                first_round.push_back(all.back());
                if (deck_left(match.state) >= 20)
                    first_half.push_back(all.back());
            }
        });
    }
    const auto at_percent = [](std::vector<std::size_t>& sizes, std::size_t percent) {
        std::ranges::sort(sizes);
        return sizes[(sizes.size() - 1) * percent / 100];
    };
    REQUIRE(first_round.size() > 1000);
    CHECK(at_percent(first_half, 99) < 1500);
    CHECK(at_percent(first_round, 50) < 1500);
    CHECK(at_percent(all, 100) < 4000);
}
