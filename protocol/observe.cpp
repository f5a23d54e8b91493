#include "protocol/observe.hpp"

#include "common/rules.hpp"
#include "common/state.hpp"

#include <concepts>
#include <cstddef>
#include <variant>

namespace jaipur::protocol {

namespace {

constexpr State nothing_dealt;

// R20, R21: whether the viewer knows this seat's hand, herd and bonus values during a round.
bool sees_secrets_of(Seat seat, Viewer viewer) {
    return viewer == Viewer::OpenSpectator || viewer == viewer_of(seat);
}

ObservedTrader observe_trader(const Trader& trader, Viewer viewer, Seat seat, Phase phase) {
    const bool revealed = phase == Phase::RoundOver || phase == Phase::MatchOver;
    const bool open = revealed || sees_secrets_of(seat, viewer);
    ObservedTrader seen;
    seen.hand_size = static_cast<std::uint8_t>(total(trader.hand));
    seen.goods_tokens = trader.goods_tokens;
    for (const BonusToken& token : trader.bonus_tokens) {
        ObservedBonus bonus{token.tier, std::nullopt};
        if (open)
            bonus.value = token.value;
        seen.bonus_tokens.push_back(bonus);
    }
    if (open) {
        seen.hand = trader.hand;
        seen.herd = trader.herd;
    }
    return seen;
}

// R19: the public part of a round.
void observe_cards(const State& state, Observation& view) {
    view.exchanges_in_a_row = state.exchanges_in_a_row;
    for (const auto& slot : state.market)
        view.market.push_back(slot);
    view.deck = static_cast<std::uint8_t>(deck_left(state));
    view.discard = state.discard;
}

void observe_tokens(const State& state, Observation& view) {
    for (Good good : all_goods)
        for (std::uint8_t value : goods_pile(good).last(tokens_left(state, good)))
            view.goods_tokens[good].push_back(value);
    for (BonusTier tier : all_bonus_tiers)
        view.bonus_tokens[tier] = tokens_left(state, tier);
}

ObservedSold observe_sale(const Sold& sold, Viewer viewer) {
    ObservedSold seen{sold.seat, sold.good, sold.count, sold.tokens, std::nullopt};
    if (sold.bonus) {
        seen.bonus = ObservedBonus{sold.bonus->tier, std::nullopt};
        if (sees_secrets_of(sold.seat, viewer)) // R20
            seen.bonus->value = sold.bonus->value;
    }
    return seen;
}

} // namespace

Observation observe(const Match& match, Viewer viewer) {
    Observation view;
    view.you = seat_of(viewer);
    view.phase = match.phase;
    view.round = match.round;
    view.ply = match.ply;
    // Before the first round there are no cards on the table, only tokens (R2, R3).
    const bool begun = match.round > 0;
    const State& state = begun ? match.state : nothing_dealt;
    if (begun)
        observe_cards(state, view);
    observe_tokens(state, view);
    for (Seat seat : all_seats) {
        view.players[seat] = observe_trader(state.traders[seat], viewer, seat, match.phase);
        view.players[seat].seals = match.seals[seat];
    }
    if (match.phase == Phase::Playing) {
        view.turn = state.turn;
        if (view.you == view.turn)
            view.legal = legal_summary(turn_of(state, state.turn));
    }
    if (!match.results.empty() || match.result)
        view.result = ObservedResult{match.results, match.result, std::nullopt};
    return view;
}

ObservedEvent observe(const Event& event, Viewer viewer) {
    const auto seen_by_viewer = [viewer]<class Kind>(const Kind& each) -> ObservedEvent {
        if constexpr (std::same_as<Kind, Sold>)
            return observe_sale(each, viewer);
        else
            return each;
    };
    return std::visit(seen_by_viewer, event);
}

} // namespace jaipur::protocol
