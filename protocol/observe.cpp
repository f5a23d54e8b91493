#include "protocol/observe.hpp"

#include "common/rules.hpp"
#include "common/state.hpp"

#include <concepts>
#include <cstddef>
#include <variant>

namespace jaipur::protocol {

namespace {

bool laid_open(Phase phase) {
    return phase == Phase::RoundOver || phase == Phase::MatchOver;
}

// R20, R21: whether the viewer knows this seat's hand, herd and bonus values during a round.
bool sees_secrets_of(Seat seat, Viewer viewer) {
    return viewer == Viewer::OpenSpectator || viewer == viewer_of(seat);
}

bool sees_secrets_of(Seat seat, Viewer viewer, Phase phase) {
    return laid_open(phase) || sees_secrets_of(seat, viewer);
}

ObservedTrader observe_trader(const Trader& trader, Viewer viewer, Seat seat, Phase phase) {
    const bool open = sees_secrets_of(seat, viewer, phase);
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
void observe_table(const State& state, Observation& view) {
    view.exchanges_in_a_row = state.exchanges_in_a_row;
    for (const auto& slot : state.market)
        view.market.push_back(slot);
    view.deck = static_cast<std::uint8_t>(deck_left(state));
    view.discard = state.discard;
    for (Good good : all_goods)
        for (std::uint8_t value : goods_pile(good).subspan(state.goods_tokens_taken[good]))
            view.goods_tokens[good].push_back(value);
    for (BonusTier tier : all_bonus_tiers)
        view.bonus_tokens[tier] =
            static_cast<std::uint8_t>(bonus_pile_size(tier) - state.bonus_tokens_taken[tier]);
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

// Before the first round there are no cards on the table, only tokens (R2, R3).
void observe_empty_table(Observation& view) {
    for (Good good : all_goods)
        for (std::uint8_t value : goods_pile(good))
            view.goods_tokens[good].push_back(value);
    for (BonusTier tier : all_bonus_tiers)
        view.bonus_tokens[tier] = bonus_pile_size(tier);
}

} // namespace

Observation observe(const Match& match, Viewer viewer) {
    Observation view;
    view.you = seat_of(viewer);
    view.phase = match.phase;
    view.round = match.round;
    view.ply = match.ply;
    const bool begun = match.round > 0;
    if (begun)
        observe_table(match.state, view);
    else
        observe_empty_table(view);
    for (Seat seat : all_seats) {
        const Trader trader = begun ? match.state.traders[seat] : Trader{};
        view.players[seat] = observe_trader(trader, viewer, seat, match.phase);
        view.players[seat].seals = match.seals[seat];
    }
    if (match.phase == Phase::Playing) {
        view.turn = match.state.turn;
        if (view.you == view.turn)
            view.legal = legal_summary(turn_of(match.state, match.state.turn));
    }
    if (!match.results.empty() || match.result)
        view.result = ObservedResult{match.results, match.result, std::nullopt};
    return view;
}

ObservedEvent observe(const Event& event, Viewer viewer) {
    const auto seen_by_viewer = [viewer]<class Told>(const Told& told) -> ObservedEvent {
        if constexpr (std::same_as<Told, Sold>)
            return observe_sale(told, viewer);
        else
            return told;
    };
    return std::visit(seen_by_viewer, event);
}

} // namespace jaipur::protocol
