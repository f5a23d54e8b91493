#include "tests/bots/by_the_rules.hpp"

#include "bots/counting.hpp"
#include "common/rules.hpp"
#include "common/scoring.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/players.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>

namespace jaipur::test {

using namespace bots;

namespace {

int rupees(const Trader& trader) {
    int sum = 0;
    for (const GoodsToken& token : trader.goods_tokens)
        sum += token.value;
    for (const BonusToken& token : trader.bonus_tokens)
        sum += token.value;
    return sum;
}

// Puts each of these, in turn, first, and calls `each()`.
template <class Each>
void for_each_first(auto items, Each each) {
    for (auto& item : items) {
        std::swap(items.front(), item);
        each();
        std::swap(items.front(), item);
    }
}

// What tells states apart.
std::vector<int> key(const State& state) {
    std::vector<int> key{int(state.turn == Seat::Zero), state.exchanges_in_a_row};
    std::multiset<std::optional<Card>> market(state.market.begin(), state.market.end());
    for (const auto& card : market)
        key.push_back(card ? static_cast<int>(*card) : -1);
    for (const Trader& trader : state.traders.values) {
        key.insert(key.end(), trader.hand.values.begin(), trader.hand.values.end());
        key.insert(key.end(),
                   {trader.herd, rupees(trader), static_cast<int>(trader.goods_tokens.size()),
                    static_cast<int>(trader.bonus_tokens.size())});
    }
    for (const auto taken : state.goods_tokens_taken.values)
        key.push_back(taken);
    std::multiset<Card> deck(state.deal.deck.begin() + state.deck_next, state.deal.deck.end());
    for (const Card card : deck)
        key.push_back(static_cast<int>(card));
    State copy = state;
    for (const BonusTier tier : all_bonus_tiers) {
        const auto pile = pile_left(copy, tier);
        key.push_back(-static_cast<int>(pile.size()));
        std::ranges::sort(pile);
        key.insert(key.end(), pile.begin(), pile.end());
    }
    return key;
}

int until_end(const State& state) {
    std::vector<int> piles;
    for (const Good good : all_goods)
        piles.push_back(tokens_left(state, good));
    std::ranges::sort(piles);
    return std::min(piles[0] + piles[1] + piles[2], deck_left(state) + 1);
}

// Gives one of them a token that makes the player to move so many rupees behind.
void put_behind(State& state, int behind) {
    for (const Seat seat : all_seats) {
        Trader& trader = state.traders[seat];
        trader.goods_tokens = {};
        const int value = seat == state.turn ? -behind : behind;
        trader.goods_tokens.push_back(
            {Good::Leather, static_cast<std::uint8_t>(std::max(value, 0))});
    }
}

} // namespace

std::span<std::uint8_t> pile_left(State& state, BonusTier tier) {
    Deal& deal = state.deal;
    const std::array<std::span<std::uint8_t>, 3> piles{deal.bonus3, deal.bonus4, deal.bonus5};
    return piles[static_cast<std::size_t>(tier)].subspan(state.bonus_tokens_taken[tier]);
}

bool ByTheRules::too_much() const {
    return known_.size() > 2000;
}

std::optional<double> ByTheRules::chance(const State& state) {
    const double result = of_mover(state);
    return too_much() ? std::nullopt : std::optional(result);
}

double ByTheRules::chance_after(const State& state, const Action& action) {
    const Outcome known = outcome(turn_of(state, state.turn), action);
    Mean mean;
    draw(state, action, known.refill, known.bonus, mean);
    return mean.sum / mean.count;
}

double ByTheRules::of_mover(const State& state) {
    if (too_much())
        return 0;
    const auto place = key(state);
    if (const auto found = known_.find(place); found != known_.end())
        return found->second;
    std::vector<Action> actions;
    legal_actions(state, actions);
    double best = 0;
    for (const Action& action : actions)
        best = std::max(best, chance_after(state, action));
    return known_[place] = best;
}

// Every order of the next cards of the deck, and every next bonus token.
void ByTheRules::draw(State state, const Action& action, int cards, std::optional<BonusTier> bonus,
                      Mean& mean, int drawn) {
    if (bonus) {
        for_each_first(pile_left(state, *bonus),
                       [&] { draw(state, action, cards, std::nullopt, mean, drawn); });
    } else if (drawn < cards) {
        for_each_first(std::span(state.deal.deck).subspan(state.deck_next + std::size_t(drawn)),
                       [&] { draw(state, action, cards, std::nullopt, mean, drawn + 1); });
    } else {
        const Seat mover = state.turn;
        static_cast<void>(apply(state, mover, action));
        const auto winner = state.ended ? score(state).winner : std::nullopt;
        mean.sum += !state.ended ? 1 - of_mover(state) : !winner ? 0.5 : double(*winner == mover);
        ++mean.count;
    }
}

// What the player to move knows if both hands are face up, and their own bonus tokens hidden.
Position seen(const State& state) {
    const Seat me = state.turn;
    Known known;
    known.turn = turn_of(state, me);
    known.me = me;
    for (const Seat seat : all_seats) {
        const Trader& trader = state.traders[seat];
        known.ledger[seat] = {trader.hand, 0, trader.herd};
        Purse& purse = seat == me ? known.purses.mine : known.purses.theirs;
        for (const GoodsToken& token : trader.goods_tokens)
            purse.goods += token.value;
        purse.goods_tokens = static_cast<std::uint8_t>(trader.goods_tokens.size());
        for (const BonusToken& token : trader.bonus_tokens) {
            ++purse.bonus_tokens[token.tier];
            ++purse.hidden[token.tier];
        }
    }
    known.purses.mine.hidden = {};
    for (const BonusToken& token : state.traders[me].bonus_tokens) {
        known.purses.mine.bonuses += token.value;
        known.bonuses.remove(token);
    }
    // (Not all cards are left in these rounds, so what is unseen can't follow from what is seen.)
    known.turn.herd = 0;
    known.ledger[Seat::Zero].herd = known.ledger[Seat::One].herd = 0;
    Position result = position(known);
    result.unseen = {};
    for (std::size_t i = state.deck_next; i < deck_size; ++i)
        ++result.unseen[state.deal.deck[i]];
    result.turn.herd = result.mine.herd = state.traders[me].herd;
    result.theirs.herd = state.traders[other(me)].herd;
    return result;
}

void for_each_endgame(std::uint64_t rounds, Towards end, const std::function<void(State)>& each) {
    for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
        Random random(seed);
        State state = set_up(random_deal(random), Seat::Zero);
        std::vector<Action> actions;
        const Habit habit = end == Towards::Tokens ? Habit::AnyKind : Habit::Takes;
        while (!state.ended &&
               (end == Towards::Tokens ? until_end(state) > 2 : deck_left(state) > 3)) {
            legal_actions(state, actions);
            static_cast<void>(apply(state, state.turn, choose(random, actions, habit)));
        }
        if (state.ended)
            continue;
        state.deck_next = std::max(state.deck_next, static_cast<std::uint8_t>(deck_size - 3));
        for (Trader& trader : state.traders.values) {
            trader.herd = static_cast<std::uint8_t>(random.one_in(3));
            const int cards = 1 + random.one_in(2);
            for (const Good good : all_goods)
                while (trader.hand[good] > 0 && total(trader.hand) > cards)
                    add(trader.hand[good], -1);
        }
        if (random.one_in(3))
            state.exchanges_in_a_row = exchanges_until_stalled - 2;
        for (int behind = static_cast<int>(seed % 3) - 6; behind <= 14; behind += 3) {
            State copy = state;
            put_behind(copy, behind);
            CAPTURE(seed);
            CAPTURE(behind);
            each(copy);
        }
    }
}

} // namespace jaipur::test
