#include "tests/support/invariants.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace jaipur::test {
namespace {

// R1: no card is missing or duplicated.
std::string broken_cards(const State& state) {
    std::array<int, all_cards.size()> seen{};
    const auto see = [&](Card card, int count = 1) {
        seen[static_cast<std::size_t>(card)] += count;
    };
    for (Seat seat : all_seats)
        see(Card::Camel, state.traders[seat].herd);
    for (Good good : all_goods)
        see(card_of(good), state.traders[Seat::Zero].hand[good] +
                               state.traders[Seat::One].hand[good] + state.discard[good]);
    for (const std::optional<Card>& slot : state.market)
        if (slot)
            see(*slot);
    for (std::size_t i = state.deck_next; i < deck_size; ++i)
        see(state.deal.deck[i]);
    for (Card card : all_cards)
        if (seen[static_cast<std::size_t>(card)] != cards_of_kind[static_cast<std::size_t>(card)])
            return "R1: not all cards of " + std::string(name(card));
    return {};
}

// Both players' tokens from one pile are its first `taken`, and each has them from the top down.
template <class Values>
bool holds_top_of(const Values& zero, const Values& one, std::span<const std::uint8_t> pile,
                  std::size_t taken) {
    if (taken > pile.size() || zero.size() + one.size() != taken)
        return false;
    // Deal the pile out again: each token goes to the player who has it next; where both do, either
    // way fits, as the values are then the same.
    std::size_t z = 0, o = 0;
    for (std::uint8_t value : pile.first(taken)) {
        if (z < zero.size() && zero[z] == value)
            ++z;
        else if (o < one.size() && one[o] == value)
            ++o;
        else
            return false;
    }
    return true;
}

// R2: 38 goods tokens.
std::string broken_goods_tokens(const State& state) {
    for (Good good : all_goods) {
        PerSeat<FixedVector<std::uint8_t, goods_token_count>> held;
        for (Seat seat : all_seats)
            for (const GoodsToken& token : state.traders[seat].goods_tokens)
                if (token.good == good)
                    held[seat].push_back(token.value);
        if (!holds_top_of(held[Seat::Zero], held[Seat::One], goods_pile(good),
                          state.goods_tokens_taken[good]))
            return "R2: tokens taken are not the top of the pile of " + std::string(name(good));
    }
    return {};
}

template <class Pile>
bool is_shuffle_of(Pile pile, const Pile& ascending) {
    std::sort(pile.begin(), pile.end());
    return pile == ascending;
}

// R3: 18 bonus tokens. The order of drawing isn't recorded, so values are compared as a whole.
std::string broken_bonus_tokens(const State& state) {
    const Deal& deal = state.deal;
    if (!is_shuffle_of(deal.bonus3, bonus_three) || !is_shuffle_of(deal.bonus4, bonus_four) ||
        !is_shuffle_of(deal.bonus5, bonus_five))
        return "R3: bonus piles";
    const std::array<std::span<const std::uint8_t>, 3> piles{deal.bonus3, deal.bonus4, deal.bonus5};
    for (BonusTier tier : all_bonus_tiers) {
        const std::size_t taken = state.bonus_tokens_taken[tier];
        if (taken > bonus_pile_sizes[tier])
            return "R3: more bonus tokens than there are";
        std::array<int, 11> balance{}; // by value: drawn from the pile, not yet found with a player
        for (std::uint8_t value : piles[static_cast<std::size_t>(tier)].first(taken))
            ++balance[value];
        for (Seat seat : all_seats)
            for (const BonusToken& token : state.traders[seat].bonus_tokens)
                if (token.tier == tier)
                    --balance[token.value];
        if (std::any_of(balance.begin(), balance.end(), [](int n) { return n != 0; }))
            return "R3: bonus tokens drawn are not those held";
    }
    return {};
}

// R14, R15, R15a: a round has ended exactly when there is a reason.
std::string broken_end(const State& state) {
    const auto gaps = std::count(state.market.begin(), state.market.end(), std::nullopt);
    if ((gaps > 0) != (state.ended == EndReason::Deck))
        return "R15: gaps in the market and the end of the round";
    if (gaps > 0 && deck_left(state) > 0)
        return "R15: a gap with cards in the deck";
    const auto empty = std::count_if(all_goods.begin(), all_goods.end(), [&](Good good) {
        return state.goods_tokens_taken[good] == goods_pile(good).size();
    });
    if ((empty >= 3) != (state.ended == EndReason::Tokens))
        return "R14: empty piles and the end of the round";
    if ((state.exchanges_in_a_row >= 20) != (state.ended == EndReason::Stalled))
        return "R15a: exchanges in a row and the end of the round";
    return {};
}

int rounds_won(const Match& match, Seat seat) {
    return static_cast<int>(std::count_if(match.results.begin(), match.results.end(),
                                          [&](const RoundResult& r) { return r.winner == seat; }));
}

std::string broken_phase(const Match& match) {
    if ((match.phase == Phase::Waiting) != (match.round == 0))
        return "waiting is before the first round";
    if ((match.phase == Phase::MatchOver) != match.result.has_value())
        return "a match that is over has a result";
    const std::size_t finished = match.phase == Phase::Playing ? match.round - 1u : match.round;
    if (match.results.size() != finished)
        return "one result for each finished round";
    if (match.phase == Phase::Playing && match.state.ended)
        return "no play in a round that has ended";
    return {};
}

} // namespace

std::string broken_invariant(const State& state) {
    if (state.deck_next > deck_size)
        return "the deck is overdrawn";
    for (Seat seat : all_seats)
        if (total(state.traders[seat].hand) > 7)
            return "R10: more than seven cards in a hand";
    for (const auto& look : {broken_cards, broken_goods_tokens, broken_bonus_tokens, broken_end})
        if (std::string broken = look(state); !broken.empty())
            return broken;
    return {};
}

std::string broken_invariant(const Match& match) {
    if (std::string broken = broken_phase(match); !broken.empty())
        return broken;
    bool won = false;
    for (Seat seat : all_seats) {
        if (match.seals[seat] != rounds_won(match, seat))
            return "a seal for each round won";
        won = won || match.seals[seat] == match.seals_to_win;
    }
    if (won != (match.result && match.result->reason == EndReason::Seals))
        return "R18: seals and the end of the match";
    return match.round == 0 ? std::string() : broken_invariant(match.state);
}

} // namespace jaipur::test
