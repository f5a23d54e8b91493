#include "client/console/screen/advice.hpp"

#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <string_view>

namespace jaipur::client::screen {

namespace {

using protocol::Observation;

struct Picked {
    std::vector<Card> goods; // from the market, left to right
    int market_camels = 0;
    std::vector<Card> give; // from the hand, then camels
    int hand_cards = 0, camels = 0;
    bool one_kind = true; // the hand's
};

Picked sort_out(const Observation& view, const Selection& selection) {
    Picked picked;
    for (std::size_t i = 0; i < view.market.size(); ++i) {
        if (!selection.market[i] || !view.market[i])
            continue;
        if (is_good(*view.market[i]))
            picked.goods.push_back(*view.market[i]);
        else
            ++picked.market_camels;
    }
    const std::vector<Good> hand = hand_cards(view);
    for (std::size_t i = 0; i < std::min(hand.size(), most_shown); ++i) {
        if (!selection.hand[i])
            continue;
        picked.one_kind =
            picked.one_kind && (picked.give.empty() || picked.give.back() == card_of(hand[i]));
        picked.give.push_back(card_of(hand[i]));
        ++picked.hand_cards;
    }
    picked.camels = selection.camels;
    picked.give.insert(picked.give.end(), static_cast<std::size_t>(std::max(0, picked.camels)),
                       Card::Camel);
    return picked;
}

std::string sizes(const Turn& turn, const Outcome& result) {
    const int hand = total(turn.hand), herd = turn.herd;
    const std::string cards =
        result.hand == 0 ? std::to_string(hand)
                         : std::to_string(hand) + " → " + std::to_string(hand + result.hand);
    return result.herd == 0
               ? _("Hand {0} of {1}.", cards, hand_limit)
               : _("Hand {0} of {1}, herd {2} → {3}.", cards, hand_limit, herd, herd + result.herd);
}

// What a bonus token of this pile can be worth: any value that the viewer hasn't seen.
std::string bonus_range(const Observation& view, BonusTier tier) {
    const auto all = bonus_values(tier);
    std::vector<std::uint8_t> unseen(all.begin(), all.end());
    for (const protocol::ObservedTrader& trader : view.players.values)
        for (const protocol::ObservedBonus& token : trader.bonus_tokens)
            if (const auto found = std::find(unseen.begin(), unseen.end(), token.value);
                token.tier == tier && found != unseen.end())
                unseen.erase(found);
    if (unseen.empty())
        return {};
    const auto [least, most] = std::minmax_element(unseen.begin(), unseen.end());
    return *most > *least ? _("{0} to {1}", *least, *most) : std::to_string(*least);
}

std::string headline(const Observation&, const Take& action, const Outcome&) {
    return _("Take {0}.", words::counted(action.card, 1));
}

std::string headline(const Observation&, const TakeCamels&, const Outcome& result) {
    return result.herd == 1 ? _("Take the camel.") : _("Take all {0} camels.", result.herd);
}

std::string headline(const Observation&, const Exchange& action, const Outcome&) {
    return _("Take {0} for {1}.", words::cards(action.take), words::cards(action.give));
}

std::string headline(const Observation& view, const Sell& action, const Outcome& result) {
    const std::string cards = words::counted(card_of(action.good), action.count);
    const std::string value =
        result.tokens.empty() ? _("no token is left") : words::sum(result.tokens);
    const std::string bonus = result.bonus ? bonus_range(view, *result.bonus) : "";
    return bonus.empty() ? _("Sell {0}: {1}.", cards, value)
                         : _("Sell {0}: {1}, and a bonus of {2}.", cards, value, bonus);
}

std::string detail(const Turn& turn, const Outcome& result) {
    std::string text;
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : " ") + more; };
    if (result.ends_round)
        add(_("This ends the round: {0}.", words::end_reason(*result.ends_round)));
    add(sizes(turn, result));
    const int sold = -result.hand;
    const int tokens = static_cast<int>(result.tokens.size());
    if (tokens > 0 && tokens < sold)
        add(n_("Only {0} token is left.", "Only {0} tokens are left.", tokens));
    if (bonus_tier(sold) && !result.bonus)
        add(_("The bonus pile is empty."));
    if (result.refill > 0)
        add(n_("The deck brings {0} card.", "The deck brings {0} cards.", result.refill));
    return text;
}

// What to do about a refused action.
std::string advice_against(const Refusal& refusal, const Picked& picked) {
    if (refusal.error == RuleError::ExchangeSameGood)
        return words::same_good(*std::ranges::find_first_of(picked.give, picked.goods));
    return words::error(protocol::error_code(refusal.error),
                        picked.give.empty() ? words::Purpose::Taking : words::Purpose::Any);
}

Advice judged(const Observation& view, const Turn& turn, const Action& action,
              const Picked& picked) {
    if (const auto refusal = check(turn, action)) {
        Advice advice{Advice::Tone::No, {}, advice_against(*refusal, picked), {}};
        if (const auto* sale = std::get_if<Sell>(&action);
            sale != nullptr && refusal->error == RuleError::SaleTooSmall) {
            if (legal_summary(turn).sell[sale->good].max > 0)
                advice.tone = Advice::Tone::NotYet;
            else
                advice.detail = _("You have only one.");
        }
        return advice;
    }
    const Outcome result = outcome(turn, action);
    return {Advice::Tone::Yes, action,
            std::visit([&](const auto& wish) { return headline(view, wish, result); }, action),
            detail(turn, result)};
}

Advice not_yet(std::string headline, std::string detail = {}) {
    return {Advice::Tone::NotYet, {}, std::move(headline), std::move(detail)};
}

Advice no(std::string headline, std::string detail = {}) {
    return {Advice::Tone::No, {}, std::move(headline), std::move(detail)};
}

// Several goods in the market are picked, or one and something to give.
Advice advise_exchange(const Observation& view, const Turn& turn, const Picked& picked) {
    Exchange exchange;
    for (Card card : picked.goods)
        exchange.take.push_back(card);
    for (Card card : picked.give)
        if (!exchange.give.full())
            exchange.give.push_back(card);
    if (const auto refusal = check_cards(turn, exchange))
        return no(advice_against(*refusal, picked));
    const int take = static_cast<int>(picked.goods.size());
    const int give = static_cast<int>(picked.give.size());
    if (give < take)
        return not_yet(n_("Exchange: pick {0} more card to give.",
                          "Exchange: pick {0} more cards to give.", take - give),
                       _("From your hand or herd; you give as many as you take."));
    if (give > take)
        return not_yet(n_("Exchange: pick {0} more card from the market.",
                          "Exchange: pick {0} more cards from the market.", give - take),
                       _("You take as many as you give, and no camels."));
    if (const auto refusal = check(turn, exchange);
        refusal && refusal->error == RuleError::ExchangeTooSmall)
        return not_yet(_("An exchange needs at least two cards."),
                       _("Pick one more from the market and one more to give."));
    return judged(view, turn, exchange, picked);
}

} // namespace

std::vector<Good> hand_cards(const Observation& view) {
    std::vector<Good> cards;
    if (!view.you || !view.players[*view.you].hand)
        return cards;
    for (Good good : all_goods)
        cards.insert(cards.end(), (*view.players[*view.you].hand)[good], good);
    return cards;
}

int herd_size(const Observation& view) {
    return view.you ? view.players[*view.you].herd.value_or(std::uint8_t{0}) : 0;
}

Advice advise(const Observation& view, const Selection& selection) {
    const auto turn = protocol::turn_of(view);
    if (!turn)
        return {};
    const Picked picked = sort_out(view, selection);
    const bool gives = !picked.give.empty();
    if (picked.market_camels > 0) {
        if (!picked.goods.empty() || gives)
            return no(_("You take all camels in the market, and nothing else."),
                      _("Put the other cards back, or the camels."));
        return judged(view, *turn, TakeCamels{}, picked);
    }
    if (picked.goods.empty() && !gives)
        return {Advice::Tone::Idle,
                {},
                _("Pick a market card to take it, or cards of yours to sell."),
                _("To exchange, pick as many in the market as of your own.")};
    if (!picked.goods.empty()) {
        if (picked.goods.size() == 1 && !gives)
            return judged(view, *turn, Take{picked.goods.front()}, picked);
        return advise_exchange(view, *turn, picked);
    }
    if (picked.camels > 0)
        return not_yet(_("Camels can be used in an exchange: pick goods from the market as well."),
                       picked.give.size() < 2 ? _("At least two.") : _("As many as you give."));
    if (!picked.one_kind)
        return not_yet(_("You can sell only one kind of goods at a time."),
                       _("For an exchange, pick as many cards in the market."));
    return judged(view, *turn,
                  Sell{*good_of(picked.give.front()), static_cast<std::uint8_t>(picked.hand_cards)},
                  picked);
}

} // namespace jaipur::client::screen
