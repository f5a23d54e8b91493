#include "bots/knowledge.hpp"

#include "bots/counting.hpp"
#include "common/overloaded.hpp"

#include <algorithm>
#include <cassert>
#include <variant>

namespace jaipur::bots {

namespace {

using protocol::ObservedSold;

// How many goods an action adds to the hand of the player who took it; negative: removes.
int grown_by(const Took&) {
    return 1;
}

int grown_by(const TookCamels&) {
    return 0;
}

int grown_by(const Exchanged& exchanged) {
    return static_cast<int>(exchanged.took.size()) -
           static_cast<int>(std::ranges::count_if(exchanged.gave, is_good));
}

int grown_by(const ObservedSold& sold) {
    return -sold.count;
}

template <class Do>
void for_each_action(std::span<const protocol::ObservedEvent> round, Do what) {
    for (const auto& event : round)
        std::visit(Overloaded{what, [](const OneOf<RoundStarted, RoundEnded, MatchEnded> auto&) {}},
                   event);
}

// The hands as dealt were as large as the hands now, less what came since.
Ledger ledger_of(const protocol::Observation& view,
                 std::span<const protocol::ObservedEvent> round) {
    PerSeat<int> grown;
    for_each_action(round,
                    [&](const OneOf<Took, TookCamels, Exchanged, ObservedSold> auto& action) {
                        grown[action.seat] += grown_by(action);
                    });
    PerSeat<std::uint8_t> dealt;
    for (const Seat seat : all_seats)
        dealt[seat] = static_cast<std::uint8_t>(view.players[seat].hand_size - grown[seat]);
    Ledger ledger = open_ledger(dealt);
    for_each_action(
        round,
        Overloaded{
            [&](const Took& took) { note_take(ledger[took.seat], took.card); },
            [&](const TookCamels& took) { note_camels(ledger[took.seat], took.count); },
            [&](const Exchanged& exchanged) {
                note_exchange(ledger[exchanged.seat], exchanged.took, exchanged.gave);
            },
            [&](const ObservedSold& sold) { note_sale(ledger[sold.seat], sold.good, sold.count); },
        });
    return ledger;
}

Purse purse_of(const protocol::ObservedTrader& trader) {
    Purse purse;
    for (const GoodsToken& token : trader.goods_tokens)
        purse.goods += token.value;
    purse.goods_tokens = static_cast<std::uint8_t>(trader.goods_tokens.size());
    for (const auto& [tier, value] : trader.bonus_tokens) {
        ++purse.bonus_tokens[tier];
        purse.bonuses += value.value_or(0);
        purse.hidden[tier] = static_cast<std::uint8_t>(purse.hidden[tier] + (value ? 0 : 1));
    }
    return purse;
}

} // namespace

Position position(const protocol::Observation& view,
                  std::span<const protocol::ObservedEvent> round) {
    const auto turn = protocol::turn_of(view);
    assert(turn && view.you);
    Known known{*turn, ledger_of(view, round), *view.you, view.discard, {}, {}};
    const auto& mine = view.players[*view.you];
    known.purses = {purse_of(mine), purse_of(view.players[other(*view.you)])};
    for (const auto& [tier, value] : mine.bonus_tokens)
        if (value)
            known.bonuses.remove({tier, *value});
    return position(known);
}

} // namespace jaipur::bots
