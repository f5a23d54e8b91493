// Laying out a round, and doing what `turn.hpp` allows.
#include "common/rules.hpp"

#include <algorithm>
#include <cstdint>
#include <variant>

namespace jaipur {
namespace {

void receive(Trader& trader, Card card) {
    if (const auto good = good_of(card))
        ++trader.hand[*good];
    else
        ++trader.herd;
}

// The leftmost slot with this card; `check` has made sure that there is one.
std::optional<Card>& slot_of(Market& market, Card card) {
    return *std::find(market.begin(), market.end(), card);
}

// Fills `count` gaps from the left.
Refill refill(State& state, int count) {
    Refill cards;
    for (std::optional<Card>& slot : state.market) {
        if (slot || count == 0)
            continue;
        --count;
        slot = state.deal.deck[state.deck_next++];
        cards.push_back(*slot);
    }
    return cards;
}

Event perform(State& state, Seat seat, const Take& action, const Outcome& known) { // R6
    slot_of(state.market, action.card).reset();
    receive(state.traders[seat], action.card);
    return Took{seat, action.card, refill(state, known.refill)};
}

Event perform(State& state, Seat seat, const TakeCamels&, const Outcome& known) { // R7
    const auto count = static_cast<std::uint8_t>(known.herd);
    for (std::optional<Card>& slot : state.market)
        if (slot == Card::Camel)
            slot.reset();
    std::uint8_t& herd = state.traders[seat].herd;
    herd = static_cast<std::uint8_t>(herd + count);
    return TookCamels{seat, count, refill(state, known.refill)};
}

Event perform(State& state, Seat seat, const Exchange& action, const Outcome&) { // R8
    Trader& trader = state.traders[seat];
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

Event perform(State& state, Seat seat, const Sell& action, const Outcome& known) { // R11
    Trader& trader = state.traders[seat];
    const auto move = [&](std::uint8_t& pile, int cards) {
        pile = static_cast<std::uint8_t>(pile + cards);
    };
    move(trader.hand[action.good], -action.count);
    move(state.discard[action.good], action.count);
    move(state.goods_tokens_taken[action.good], static_cast<int>(known.tokens.size()));

    Sold sold{seat, action.good, action.count, {}, {}};
    for (const std::uint8_t value : known.tokens) {
        trader.goods_tokens.push_back({action.good, value});
        sold.tokens.push_back(value);
    }
    if (known.bonus) { // R12
        std::uint8_t& taken = state.bonus_tokens_taken[*known.bonus];
        sold.bonus = BonusToken{*known.bonus, bonus_pile(state.deal, *known.bonus)[taken++]};
        trader.bonus_tokens.push_back(*sold.bonus);
    }
    return sold;
}

std::optional<Refusal> check_whose_turn(const State& state, Seat seat) {
    if (state.ended)
        return Refusal{RuleError::NotPlaying, {}};
    if (seat != state.turn)
        return Refusal{RuleError::NotYourTurn, {}};
    return std::nullopt;
}

} // namespace

State set_up(const Deal& deal, Seat starter) {
    State state;
    state.deal = deal;
    state.starter = state.turn = starter;
    for (Seat seat : all_seats)
        for (std::size_t i = 0; i < hand_dealt; ++i)
            receive(state.traders[seat], deal.deck[state.deck_next++]);
    std::fill_n(state.market.begin(), camels_laid_out, Card::Camel);
    refill(state, market_size - camels_laid_out);
    return state;
}

Turn turn_of(const State& state, Seat seat) {
    const Trader& trader = state.traders[seat];
    Turn turn{state.market, trader.hand, trader.herd, {}, {}, {}, state.exchanges_in_a_row};
    for (Good good : all_goods)
        turn.goods_tokens[good] = tokens_left(state, good);
    for (BonusTier tier : all_bonus_tiers)
        turn.bonus_tokens[tier] = tokens_left(state, tier);
    turn.deck = static_cast<std::uint8_t>(deck_left(state));
    return turn;
}

std::optional<Refusal> check(const State& state, Seat seat, const Action& action) {
    if (const auto refusal = check_whose_turn(state, seat))
        return refusal;
    return check(turn_of(state, seat), action);
}

Result<Event, Refusal> apply(State& state, Seat seat, const Action& action) {
    if (const auto refusal = check_whose_turn(state, seat))
        return *refusal;
    const Turn turn = turn_of(state, seat);
    if (const auto refusal = check(turn, action))
        return *refusal;
    const Outcome known = outcome(turn, action);
    const Event event =
        std::visit([&](const auto& wish) { return perform(state, seat, wish, known); }, action);
    // R15a: counts both players' exchanges with no other action between them.
    const bool exchanged = std::holds_alternative<Exchange>(action);
    state.exchanges_in_a_row =
        static_cast<std::uint8_t>(exchanged ? state.exchanges_in_a_row + 1 : 0);
    state.ended = known.ends_round;
    state.turn = other(seat);
    return event;
}

void legal_actions(const State& state, std::vector<Action>& actions) {
    if (state.ended)
        actions.clear();
    else
        legal_actions(turn_of(state, state.turn), actions);
}

} // namespace jaipur
