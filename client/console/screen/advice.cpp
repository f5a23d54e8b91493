#include "client/console/screen/advice.hpp"

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
    const int hand = total(turn.hand);
    std::string text = "Hand " + std::to_string(hand);
    if (result.hand != 0)
        text += " → " + std::to_string(hand + result.hand);
    text += " of " + std::to_string(hand_limit);
    if (result.herd != 0)
        text +=
            ", herd " + std::to_string(turn.herd) + " → " + std::to_string(turn.herd + result.herd);
    return text + ".";
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
    return ", and a bonus of " + std::to_string(*least) +
           (*most > *least ? " to " + std::to_string(*most) : "");
}

std::string headline(const Observation&, const Take& action, const Outcome&) {
    return "Take " + words::counted(action.card, 1) + ".";
}

std::string headline(const Observation&, const TakeCamels&, const Outcome& result) {
    return result.herd == 1 ? "Take the camel."
                            : "Take all " + std::to_string(result.herd) + " camels.";
}

std::string headline(const Observation&, const Exchange& action, const Outcome&) {
    return "Take " + words::cards(action.take) + " for " + words::cards(action.give) + ".";
}

std::string headline(const Observation& view, const Sell& action, const Outcome& result) {
    std::string text = "Sell " + words::counted(card_of(action.good), action.count) + ": ";
    text += result.tokens.empty() ? "no token is left" : words::sum(result.tokens);
    if (result.bonus)
        text += bonus_range(view, *result.bonus);
    return text + ".";
}

std::string detail(const Turn& turn, const Outcome& result) {
    std::string text;
    if (result.ends_round)
        text = "This ends the round: " + words::end_reason(*result.ends_round) + ". ";
    text += sizes(turn, result);
    const int sold = -result.hand;
    const int tokens = static_cast<int>(result.tokens.size());
    if (tokens > 0 && tokens < sold)
        text += " Only " + words::number_of(tokens, "token") + (tokens == 1 ? " is" : " are") +
                " left.";
    if (bonus_tier(sold) && !result.bonus)
        text += " The bonus pile is empty.";
    if (result.refill > 0)
        text += " The deck brings " + words::number_of(result.refill, "card") + ".";
    return text;
}

// What to do about a refused action.
std::string advice_against(const Refusal& refusal, const Picked& picked) {
    if (refusal.error == RuleError::ExchangeSameGood)
        return "You can't give and take " +
               words::plural(*std::ranges::find_first_of(picked.give, picked.goods)) +
               " in the same exchange.";
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
                advice.detail = "You have only one.";
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
        return not_yet("Exchange: pick " + words::number_of(take - give, "more card") + " to give.",
                       "From your hand or herd; you give as many as you take.");
    if (give > take)
        return not_yet("Exchange: pick " + words::number_of(give - take, "more card") +
                           " from the market.",
                       "You take as many as you give, and no camels.");
    if (const auto refusal = check(turn, exchange);
        refusal && refusal->error == RuleError::ExchangeTooSmall)
        return not_yet("An exchange needs at least two cards.",
                       "Pick one more from the market and one more to give.");
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
            return no("You take all camels in the market, and nothing else.",
                      "Put the other cards back, or the camels.");
        return judged(view, *turn, TakeCamels{}, picked);
    }
    if (picked.goods.empty() && !gives)
        return {Advice::Tone::Idle,
                {},
                "Pick a market card to take it, or cards of yours to sell.",
                "To exchange, pick as many in the market as of your own."};
    if (!picked.goods.empty()) {
        if (picked.goods.size() == 1 && !gives)
            return judged(view, *turn, Take{picked.goods.front()}, picked);
        return advise_exchange(view, *turn, picked);
    }
    if (picked.camels > 0)
        return not_yet("Camels can be used in an exchange: pick goods from the market as well.",
                       picked.give.size() < 2 ? "At least two." : "As many as you give.");
    if (!picked.one_kind)
        return not_yet("You can sell only one kind of goods at a time.",
                       "For an exchange, pick as many cards in the market.");
    return judged(view, *turn,
                  Sell{*good_of(picked.give.front()), static_cast<std::uint8_t>(picked.hand_cards)},
                  picked);
}

} // namespace jaipur::client::screen
