#include "bots/position.hpp"

#include "bots/counting.hpp"
#include "common/overloaded.hpp"

#include <algorithm>
#include <cassert>
#include <compare>
#include <numeric>
#include <span>
#include <tuple>
#include <variant>

namespace jaipur::bots {

namespace {

int sum(std::span<const std::uint8_t> values) {
    return std::accumulate(values.begin(), values.end(), 0);
}

void take_from_market(Market& market, Card card) {
    const auto slot = std::ranges::find(market, card);
    assert(slot != market.end());
    slot->reset();
}

void perform(Position& position, const Take& action, const Outcome&) {
    take_from_market(position.turn.market, action.card);
    add(position.turn.hand[*good_of(action.card)], 1);
    note_take(position.mine, action.card);
}

void perform(Position& position, const TakeCamels&, const Outcome& known) {
    for (auto& slot : position.turn.market)
        if (slot == Card::Camel)
            slot.reset();
    add(position.turn.herd, known.herd);
    note_camels(position.mine, known.herd);
}

void perform(Position& position, const Exchange& action, const Outcome&) {
    note_exchange(position.mine, action.take, action.give);
    for (std::size_t i = 0; i < action.take.size(); ++i) {
        const auto slot = std::ranges::find(position.turn.market, action.take[i]);
        assert(slot != position.turn.market.end());
        *slot = action.give[i];
        add(position.turn.hand[*good_of(action.take[i])], 1);
        if (const auto good = good_of(action.give[i]))
            add(position.turn.hand[*good], -1);
        else
            add(position.turn.herd, -1);
    }
}

void perform(Position& position, const Sell& action, const Outcome& known) {
    note_sale(position.mine, action.good, action.count);
    add(position.turn.hand[action.good], -action.count);
    add(position.turn.goods_tokens[action.good], -static_cast<int>(known.tokens.size()));
    Purse& purse = position.purses.mine;
    purse.goods += sum(known.tokens);
    add(purse.goods_tokens, static_cast<int>(known.tokens.size()));
    if (known.bonus) {
        add(position.turn.bonus_tokens[*known.bonus], -1);
        add(purse.hidden[*known.bonus], 1);
        add(purse.bonus_tokens[*known.bonus], 1);
    }
}

} // namespace

Position position(const Known& known) {
    Position result{known.turn,
                    known.ledger[known.me],
                    known.ledger[other(known.me)],
                    known.purses,
                    known.bonuses,
                    {},
                    {}};
    for (const Card card : all_cards)
        result.unseen[card] = cards_of_kind[static_cast<std::size_t>(card)];
    for (const Good good : all_goods)
        add(result.unseen[card_of(good)],
            -known.turn.hand[good] - result.theirs.known[good] - known.discard[good]);
    add(result.unseen[Card::Camel], -known.turn.herd - result.theirs.herd);
    for (const auto& slot : known.turn.market)
        if (slot)
            add(result.unseen[*slot], -1);
    return result;
}

Position after(const Position& before, const Action& action) {
    const Outcome known = outcome(before.turn, action);
    Position result = before;
    std::visit([&](const auto& wish) { perform(result, wish, known); }, action);
    result.ended = known.ends_round;
    result.turn.exchanges_in_a_row =
        std::holds_alternative<Exchange>(action)
            ? static_cast<std::uint8_t>(before.turn.exchanges_in_a_row + 1)
            : std::uint8_t{0};
    return result;
}

int lead(const Position& position) {
    constexpr int hundredths = 100;
    const auto& [mine, theirs] = position.purses;
    int result = hundredths * (mine.goods + mine.bonuses - theirs.goods - theirs.bonuses);
    for (const BonusTier tier : all_bonus_tiers)
        if (const int difference = mine.hidden[tier] - theirs.hidden[tier])
            result += difference * position.bonuses.mean(tier);
    return result;
}

int larger_herd(const Position& position) {
    return (position.turn.herd > position.theirs.herd) -
           (position.turn.herd < position.theirs.herd);
}

double chance_at_end(const Position& position) {
    assert(position.ended);
    const auto& [mine, theirs] = position.purses;
    const int ahead = mine.goods + mine.bonuses - theirs.goods - theirs.bonuses +
                      larger_herd(position) * camel_token_value;
    const auto odds = position.bonuses.odds(ahead, mine.hidden, theirs.hidden);
    const auto by_tokens = std::tuple(sum(mine.bonus_tokens.values), mine.goods_tokens) <=>
                           std::tuple(sum(theirs.bonus_tokens.values), theirs.goods_tokens);
    const double equal_wins = by_tokens > 0 ? 1 : by_tokens < 0 ? 0 : 0.5;
    return odds.more + equal_wins * odds.equal;
}

} // namespace jaipur::bots
