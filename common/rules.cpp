// Laying out a round, judging an action, doing it.
#include "common/rules.hpp"

#include <algorithm>
#include <cstdint>

namespace jaipur {
namespace {

// How many cards of each kind, of at most 255: a byte for each, so that it is counted in a
// register.
class Tally {
  public:
    void add(Card card) { counts_ += std::uint64_t{1} << shift(card); }

    int of(Card card) const { return static_cast<std::uint8_t>(counts_ >> shift(card)); }

  private:
    static unsigned shift(Card card) { return 8 * static_cast<unsigned>(card); }

    std::uint64_t counts_ = 0;
};

Tally tally(const ExchangeCards& cards) {
    Tally tally;
    for (Card card : cards)
        tally.add(card);
    return tally;
}

Tally tally(const Market& market) {
    Tally tally;
    for (const std::optional<Card>& slot : market)
        if (slot)
            tally.add(*slot);
    return tally;
}

void receive(Trader& trader, Card card) {
    if (const auto good = good_of(card))
        ++trader.hand[*good];
    else
        ++trader.herd;
}

// The leftmost slot with this card; `check` has seen that there is one.
std::optional<Card>& slot_of(Market& market, Card card) {
    return *std::find(market.begin(), market.end(), card);
}

// Gaps from the left, as far as the deck reaches; a gap that stays ends the round (R15).
Refill refill(State& state) {
    Refill cards;
    for (std::optional<Card>& slot : state.market) {
        if (slot)
            continue;
        if (deck_left(state) == 0) {
            state.ended = EndReason::Deck;
            break;
        }
        slot = state.deal.deck[state.deck_next++];
        cards.push_back(*slot);
    }
    return cards;
}

// What the rules say to each action, whoever's turn it is.

std::optional<Refusal> judge(const State& state, const Trader& trader, const Take& action) {
    const bool lies_open =
        std::find(state.market.begin(), state.market.end(), action.card) != state.market.end();
    if (!is_good(action.card) || !lies_open)
        return Refusal{RuleError::NotInMarket, "R6"};
    if (total(trader.hand) >= hand_limit)
        return Refusal{RuleError::HandLimit, "R10"};
    return std::nullopt;
}

std::optional<Refusal> judge(const State& state, const Trader&, const TakeCamels&) {
    if (std::find(state.market.begin(), state.market.end(), Card::Camel) == state.market.end())
        return Refusal{RuleError::NoCamels, "R7"};
    return std::nullopt;
}

std::optional<Refusal> judge(const State& state, const Trader& trader, const Exchange& action) {
    if (action.take.size() != action.give.size())
        return Refusal{RuleError::ExchangeUnequal, "R8"};
    if (action.take.size() < 2)
        return Refusal{RuleError::ExchangeTooSmall, "R8"};
    const Tally take = tally(action.take), give = tally(action.give), open = tally(state.market);
    if (take.of(Card::Camel) > 0)
        return Refusal{RuleError::ExchangeTakesCamel, "R8"};
    for (Good good : all_goods) {
        const Card card = card_of(good);
        if (take.of(card) > 0 && give.of(card) > 0)
            return Refusal{RuleError::ExchangeSameGood, "R9"};
        if (take.of(card) > open.of(card))
            return Refusal{RuleError::NotInMarket, "R8"};
        if (give.of(card) > trader.hand[good])
            return Refusal{RuleError::NotInHand, "R8"};
    }
    if (give.of(Card::Camel) > trader.herd)
        return Refusal{RuleError::HerdTooSmall, "R8"};
    // Each camel given is a card more in the hand.
    if (total(trader.hand) + give.of(Card::Camel) > hand_limit)
        return Refusal{RuleError::HandLimit, "R10"};
    return std::nullopt;
}

std::optional<Refusal> judge(const State&, const Trader& trader, const Sell& action) {
    if (action.count < (is_precious(action.good) ? 2 : 1))
        return Refusal{RuleError::SaleTooSmall, "R11"};
    if (action.count > trader.hand[action.good])
        return Refusal{RuleError::NotInHand, "R11"};
    return std::nullopt;
}

// Doing a legal action.

Event perform(State& state, Trader& trader, Seat seat, const Take& action) { // R6
    slot_of(state.market, action.card).reset();
    receive(trader, action.card);
    return Took{seat, action.card, refill(state)};
}

Event perform(State& state, Trader& trader, Seat seat, const TakeCamels&) { // R7
    std::uint8_t count = 0;
    for (std::optional<Card>& slot : state.market) {
        if (slot != Card::Camel)
            continue;
        slot.reset();
        ++count;
    }
    trader.herd = static_cast<std::uint8_t>(trader.herd + count);
    return TookCamels{seat, count, refill(state)};
}

Event perform(State& state, Trader& trader, Seat seat, const Exchange& action) { // R8
    for (std::size_t i = 0; i < action.take.size(); ++i) {
        const Card taken = action.take[i];
        const Card given = action.give[i];
        // No good is both taken and given (R9), so no card just laid down is picked up again.
        slot_of(state.market, taken) = given;
        receive(trader, taken);
        if (const auto good = good_of(given))
            --trader.hand[*good];
        else
            --trader.herd;
    }
    return Exchanged{seat, action.take, action.give};
}

int empty_piles(const State& state) {
    return static_cast<int>(std::count_if(all_goods.begin(), all_goods.end(), [&](Good good) {
        return state.goods_tokens_taken[good] == goods_pile(good).size();
    }));
}

std::uint8_t top_bonus(const Deal& deal, BonusTier tier, std::size_t taken) {
    switch (tier) {
    case BonusTier::Three:
        return deal.bonus3[taken];
    case BonusTier::Four:
        return deal.bonus4[taken];
    case BonusTier::Five:
        break;
    }
    return deal.bonus5[taken];
}

// R12: by cards sold, however few goods tokens were left; an empty pile gives nothing.
std::optional<BonusToken> draw_bonus(State& state, int cards_sold) {
    const auto tier = bonus_tier(cards_sold);
    if (!tier || state.bonus_tokens_taken[*tier] == bonus_pile_size(*tier))
        return std::nullopt;
    return BonusToken{*tier, top_bonus(state.deal, *tier, state.bonus_tokens_taken[*tier]++)};
}

Event perform(State& state, Trader& trader, Seat seat, const Sell& action) { // R11
    trader.hand[action.good] = static_cast<std::uint8_t>(trader.hand[action.good] - action.count);
    state.discard[action.good] =
        static_cast<std::uint8_t>(state.discard[action.good] + action.count);

    Sold sold{seat, action.good, action.count, {}, {}};
    const auto pile = goods_pile(action.good);
    std::uint8_t& taken = state.goods_tokens_taken[action.good];
    for (int i = 0; i < action.count && taken < pile.size(); ++i) {
        const std::uint8_t value = pile[taken++];
        trader.goods_tokens.push_back({action.good, value});
        sold.tokens.push_back(value);
    }
    sold.bonus = draw_bonus(state, action.count);
    if (sold.bonus)
        trader.bonus_tokens.push_back(*sold.bonus);

    if (empty_piles(state) >= 3) // R14
        state.ended = EndReason::Tokens;
    return sold;
}

// R15a: exchanges of both players together, without another action between them.
void count_exchanges(State& state, const Action& action) {
    if (!std::holds_alternative<Exchange>(action)) {
        state.exchanges_in_a_row = 0;
        return;
    }
    if (++state.exchanges_in_a_row == exchanges_until_stalled)
        state.ended = EndReason::Stalled;
}

} // namespace

State set_up(const Deal& deal, Seat starter) {
    State state;
    state.deal = deal;
    state.starter = state.turn = starter;
    for (Seat seat : all_seats)
        for (std::size_t i = 0; i < hand_dealt; ++i)
            receive(state.traders[seat], deal.deck[state.deck_next++]);
    std::fill_n(state.market.begin(), 3, Card::Camel);
    refill(state);
    return state;
}

std::optional<Refusal> check(const State& state, Seat seat, const Action& action) {
    if (state.ended)
        return Refusal{RuleError::NotPlaying, {}};
    if (seat != state.turn)
        return Refusal{RuleError::NotYourTurn, {}};
    return std::visit([&](const auto& wish) { return judge(state, state.traders[seat], wish); },
                      action);
}

Result<Event, Refusal> apply(State& state, Seat seat, const Action& action) {
    if (const auto refusal = check(state, seat, action))
        return *refusal;
    const Event event = std::visit(
        [&](const auto& wish) { return perform(state, state.traders[seat], seat, wish); }, action);
    count_exchanges(state, action);
    state.turn = other(seat);
    return event;
}

} // namespace jaipur
