#include "client/console/screen/preview.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace jaipur::client::screen {

namespace {

using protocol::Observation;
using protocol::ObservedTrader;

// How many cards of each kind, in the order of `Card`.
using CardCounts = std::array<int, all_cards.size()>;
constexpr auto camel = static_cast<std::size_t>(Card::Camel);

CardCounts tally(const ExchangeCards& cards) {
    CardCounts counts{};
    for (Card card : cards)
        ++counts[static_cast<std::size_t>(card)];
    return counts;
}

CardCounts tally_market(const Observation& view) {
    CardCounts counts{};
    for (const std::optional<Card>& slot : view.market)
        if (slot)
            ++counts[static_cast<std::size_t>(*slot)];
    return counts;
}

// What the viewer has; nothing where the view tells nothing.
struct Own {
    GoodCounts hand;
    int herd = 0;
};

Own own(const Observation& view) {
    Own result;
    if (!view.you)
        return result;
    const ObservedTrader& trader = view.players[*view.you];
    result.hand = trader.hand.value_or(GoodCounts{});
    result.herd = trader.herd.value_or(std::uint8_t{0});
    return result;
}

std::optional<Refusal> judge(const Observation& view, const Own& mine, const Take& action) {
    if (!is_good(action.card) || tally_market(view)[static_cast<std::size_t>(action.card)] == 0)
        return Refusal{RuleError::NotInMarket, "R6"};
    if (total(mine.hand) >= hand_limit)
        return Refusal{RuleError::HandLimit, "R10"};
    return std::nullopt;
}

std::optional<Refusal> judge(const Observation& view, const Own&, const TakeCamels&) {
    if (tally_market(view)[camel] == 0)
        return Refusal{RuleError::NoCamels, "R7"};
    return std::nullopt;
}

std::optional<Refusal> judge(const Observation& view, const Own& mine, const Exchange& action) {
    if (action.take.size() != action.give.size())
        return Refusal{RuleError::ExchangeUnequal, "R8"};
    if (action.take.size() < 2)
        return Refusal{RuleError::ExchangeTooSmall, "R8"};
    const CardCounts take = tally(action.take), give = tally(action.give);
    const CardCounts open = tally_market(view);
    if (take[camel] > 0)
        return Refusal{RuleError::ExchangeTakesCamel, "R8"};
    for (Good good : all_goods) {
        const auto kind = static_cast<std::size_t>(good);
        if (take[kind] > 0 && give[kind] > 0)
            return Refusal{RuleError::ExchangeSameGood, "R9"};
        if (take[kind] > open[kind])
            return Refusal{RuleError::NotInMarket, "R8"};
        if (give[kind] > mine.hand[good])
            return Refusal{RuleError::NotInHand, "R8"};
    }
    if (give[camel] > mine.herd)
        return Refusal{RuleError::HerdTooSmall, "R8"};
    if (total(mine.hand) + give[camel] > hand_limit) // each camel given is a card more in hand
        return Refusal{RuleError::HandLimit, "R10"};
    return std::nullopt;
}

std::optional<Refusal> judge(const Observation&, const Own& mine, const Sell& action) {
    if (action.count < (is_precious(action.good) ? 2 : 1))
        return Refusal{RuleError::SaleTooSmall, "R11"};
    if (action.count > mine.hand[action.good])
        return Refusal{RuleError::NotInHand, "R11"};
    return std::nullopt;
}

std::span<const std::uint8_t> all_values(BonusTier tier) {
    switch (tier) {
    case BonusTier::Three:
        return bonus_three;
    case BonusTier::Four:
        return bonus_four;
    case BonusTier::Five:
        break;
    }
    return bonus_five;
}

// What a token of this pile may be worth: any whose value the viewer has not seen.
Outcome::Bonus bonus_of(const Observation& view, BonusTier tier) {
    const auto all = all_values(tier);
    std::vector<std::uint8_t> unseen(all.begin(), all.end());
    for (const ObservedTrader& trader : view.players.values)
        for (const protocol::ObservedBonus& token : trader.bonus_tokens)
            if (token.tier == tier && token.value)
                if (const auto found = std::find(unseen.begin(), unseen.end(), *token.value);
                    found != unseen.end())
                    unseen.erase(found);
    Outcome::Bonus bonus{tier, view.bonus_tokens[tier] == 0 || unseen.empty(), 0, 0};
    if (!bonus.pile_empty) {
        const auto [least, most] = std::minmax_element(unseen.begin(), unseen.end());
        bonus.least = *least;
        bonus.most = *most;
    }
    return bonus;
}

// R15: a take that leaves a gap ends the round.
void fill_gaps(const Observation& view, int gaps, Outcome& result) {
    result.refill = std::min<int>(gaps, view.deck);
    if (gaps > view.deck)
        result.ends_round = EndReason::Deck;
}

void foresee(const Observation& view, const Take&, Outcome& result) {
    ++result.hand_after;
    fill_gaps(view, 1, result);
}

void foresee(const Observation& view, const TakeCamels&, Outcome& result) {
    const int camels = tally_market(view)[camel];
    result.herd_after += camels;
    fill_gaps(view, camels, result);
}

void foresee(const Observation& view, const Exchange& action, Outcome& result) {
    const int camels = tally(action.give)[camel];
    result.hand_after += camels;
    result.herd_after -= camels;
    if (view.exchanges_in_a_row + 1 >= stalled_exchanges) // R15a
        result.ends_round = EndReason::Stalled;
}

void foresee(const Observation& view, const Sell& action, Outcome& result) {
    result.cards_sold = action.count;
    result.hand_after -= action.count;
    for (std::uint8_t value : view.goods_tokens[action.good]) { // R11: as far as they reach
        if (result.tokens.size() == action.count)
            break;
        result.tokens.push_back(value);
        result.rupees += value;
    }
    if (const auto tier = bonus_tier(action.count)) // R12
        result.bonus = bonus_of(view, *tier);
    int empty_piles = 0; // R14
    for (Good good : all_goods) {
        const std::size_t taken = good == action.good ? result.tokens.size() : 0;
        if (view.goods_tokens[good].size() == taken)
            ++empty_piles;
    }
    if (empty_piles >= 3)
        result.ends_round = EndReason::Tokens;
}

} // namespace

std::optional<Refusal> check_on_own_turn(const Observation& view, const Action& action) {
    if (!view.you || view.phase != Phase::Playing)
        return Refusal{RuleError::NotPlaying, {}};
    const Own mine = own(view);
    return std::visit([&](const auto& wish) { return judge(view, mine, wish); }, action);
}

std::optional<Refusal> check(const Observation& view, const Action& action) {
    if (view.you && view.phase == Phase::Playing && view.turn != view.you)
        return Refusal{RuleError::NotYourTurn, {}};
    return check_on_own_turn(view, action);
}

Outcome outcome(const Observation& view, const Action& action) {
    const Own mine = own(view);
    Outcome result;
    result.hand_before = result.hand_after = total(mine.hand);
    result.herd_before = result.herd_after = mine.herd;
    std::visit([&](const auto& wish) { foresee(view, wish, result); }, action);
    return result;
}

} // namespace jaipur::client::screen
