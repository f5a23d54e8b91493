#include "bots/knowledge.hpp"

#include "bots/counting.hpp"
#include "common/overloaded.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
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

// ---- what a server shows is input, and may contradict itself ------------------------------------

void require(bool possible) {
    if (!possible)
        throw ImpossibleView("the view breaks the rules");
}

bool can_give(const PublicHand& hand, Good good, int count) {
    return count <= hand.known[good] + hand.hidden;
}

bool is_possible(const PublicHand&, const Took& took) {
    return is_good(took.card);
}

bool is_possible(const PublicHand&, const TookCamels&) {
    return true;
}

bool is_possible(PublicHand hand, const Exchanged& exchanged) {
    for (const Card card : exchanged.gave) {
        const auto good = good_of(card);
        if (good ? !can_give(hand, *good, 1) : hand.herd == 0)
            return false;
        note_exchange(hand, {}, {card});
    }
    return std::ranges::all_of(exchanged.took, is_good);
}

bool is_possible(const PublicHand& hand, const ObservedSold& sold) {
    return can_give(hand, sold.good, sold.count);
}

// My own hand, and what everybody has seen of it.
bool hands_add_up(const Known& known) {
    const PublicHand& mine = known.ledger[known.me];
    const bool holds_what_was_seen = std::ranges::all_of(
        all_goods, [&](Good good) { return mine.known[good] <= known.turn.hand[good]; });
    return holds_what_was_seen && hand_size(mine) == total(known.turn.hand) &&
           mine.herd == known.turn.herd && hand_size(known.ledger[other(known.me)]) <= hand_limit;
}

// Every card of the game is somewhere, and the rest is in the deck or hidden in their hand (R4).
bool cards_add_up(const Known& known) {
    const PublicHand& theirs = known.ledger[other(known.me)];
    int unseen = 0, unseen_goods = 0;
    for (const Card card : all_cards) {
        const auto good = good_of(card);
        const int seen =
            static_cast<int>(std::ranges::count(known.turn.market, std::optional(card))) +
            (good ? known.turn.hand[*good] + theirs.known[*good] + known.discard[*good]
                  : known.turn.herd + theirs.herd);
        const int left = cards_of_kind[static_cast<std::size_t>(card)] - seen;
        if (left < 0)
            return false;
        unseen += left;
        unseen_goods += good ? left : 0;
    }
    return std::ranges::all_of(known.turn.market, [](auto slot) { return slot.has_value(); }) &&
           theirs.hidden <= unseen_goods && unseen == known.turn.deck + theirs.hidden;
}

// A player knows the values of their own bonus tokens, and of no others (R20).
bool bonuses_add_up(const protocol::Observation& view, const Known& known) {
    const auto& [mine, theirs] = known.purses;
    const auto& own = view.players[known.me].bonus_tokens;
    const bool has_own = std::ranges::all_of(own, [&](const protocol::ObservedBonus& token) {
        return token.value && std::ranges::count(own, token) <=
                                  std::ranges::count(bonus_values(token.tier), *token.value);
    });
    return has_own && theirs.hidden == theirs.bonus_tokens &&
           std::ranges::all_of(all_bonus_tiers, [&](BonusTier tier) {
               return mine.bonus_tokens[tier] + theirs.hidden[tier] +
                          known.turn.bonus_tokens[tier] ==
                      bonus_pile_sizes[tier];
           });
}

// ---- counting -----------------------------------------------------------------------------------

// The hands as dealt were as large as the hands now, less what came since.
Ledger ledger_of(const protocol::Observation& view,
                 std::span<const protocol::ObservedEvent> round) {
    PerSeat<int> grown;
    for_each_action(round,
                    [&](const OneOf<Took, TookCamels, Exchanged, ObservedSold> auto& action) {
                        grown[action.seat] += grown_by(action);
                    });
    PerSeat<std::uint8_t> dealt;
    for (const Seat seat : all_seats) {
        const int size = view.players[seat].hand_size - grown[seat];
        require(size >= 0 && size <= int{hand_dealt});
        dealt[seat] = static_cast<std::uint8_t>(size);
    }
    Ledger ledger = open_ledger(dealt);
    const Overloaded note{
        [&](const Took& took) { note_take(ledger[took.seat], took.card); },
        [&](const TookCamels& took) { note_camels(ledger[took.seat], took.count); },
        [&](const Exchanged& exchanged) {
            note_exchange(ledger[exchanged.seat], exchanged.took, exchanged.gave);
        },
        [&](const ObservedSold& sold) { note_sale(ledger[sold.seat], sold.good, sold.count); },
    };
    for_each_action(round,
                    [&](const OneOf<Took, TookCamels, Exchanged, ObservedSold> auto& action) {
                        require(is_possible(ledger[action.seat], action));
                        note(action);
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
    require(turn.has_value());
    Known known{*turn, ledger_of(view, round), *view.you, view.discard, {}, {}};
    const auto& mine = view.players[*view.you];
    known.purses = {purse_of(mine), purse_of(view.players[other(*view.you)])};
    require(hands_add_up(known) && cards_add_up(known) && bonuses_add_up(view, known));
    for (const auto& [tier, value] : mine.bonus_tokens)
        if (value)
            known.bonuses.remove({tier, *value});
    return position(known);
}

} // namespace jaipur::bots
