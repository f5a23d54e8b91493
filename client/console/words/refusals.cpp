// Why an action isn't legal, with the cards and numbers in question.
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

using std::to_string;

namespace {

int in_market(const Turn& turn, Card card) {
    return static_cast<int>(std::ranges::count(turn.market, std::optional(card)));
}

int owned(const Turn& turn, Card card) {
    const auto good = good_of(card);
    return good ? turn.hand[*good] : turn.herd;
}

bool is_plural(Card card) {
    return card == Card::Diamond || card == Card::Camel;
}

std::string not_in_market(const Turn& turn, Card card, int wanted) {
    const int there = in_market(turn, card);
    if (there > 0)
        return "The market has only " + counted(card, there) + ", and you tried to take " +
               to_string(wanted) + ".";
    return (is_plural(card) ? "There are no " : "There's no ") + plural(card) + " in the market.";
}

// `tried`: "sell" or "give".
std::string not_owned(const Turn& turn, Card card, int wanted, std::string_view tried) {
    const int there = owned(turn, card);
    if (there == 0)
        return "You have no " + plural(card) + ".";
    return "You have " + counted(card, there) + ", and you tried to " + std::string(tried) + " " +
           to_string(wanted) + ".";
}

// The first card that the list names more often than it is there.
template <class Available>
std::optional<Card> too_many(const ExchangeCards& cards, Available available) {
    for (const Card card : cards)
        if (std::ranges::count(cards, card) > available(card))
            return card;
    return std::nullopt;
}

struct RefusalWords {
    const Turn& turn;
    RuleError error;

    std::string otherwise(Purpose purpose = Purpose::Any) const {
        return words::error(protocol::error_code(error), purpose);
    }

    std::string operator()(const Take& take) const {
        return error == RuleError::NotInMarket ? not_in_market(turn, take.card, 1)
                                               : otherwise(Purpose::Taking);
    }

    std::string operator()(const TakeCamels&) const { return otherwise(); }

    std::string operator()(const Sell& sale) const {
        const Card card = card_of(sale.good);
        if (error == RuleError::NotInHand)
            return not_owned(turn, card, sale.count, "sell");
        if (error == RuleError::SaleTooSmall)
            return "You must sell at least two " + plural(card) + " at a time, and you " +
                   (owned(turn, card) < 2 ? "have only one." : "tried to sell one.");
        return otherwise();
    }

    std::string operator()(const Exchange& exchange) const {
        const auto count = [](const ExchangeCards& cards, Card card) {
            return static_cast<int>(std::ranges::count(cards, card));
        };
        if (error == RuleError::ExchangeUnequal)
            return "You take " + number_of(exchange.take.size(), "card") + " and give " +
                   to_string(exchange.give.size()) +
                   ". In an exchange you give as many as you take.";
        if (error == RuleError::ExchangeSameGood)
            return "You can't give and take " +
                   plural(*std::ranges::find_first_of(exchange.give, exchange.take)) +
                   " in the same exchange.";
        if (error == RuleError::NotInMarket)
            if (const auto card =
                    too_many(exchange.take, [&](Card c) { return in_market(turn, c); }))
                return not_in_market(turn, *card, count(exchange.take, *card));
        if (error == RuleError::NotInHand || error == RuleError::HerdTooSmall)
            if (const auto card = too_many(exchange.give, [&](Card c) { return owned(turn, c); }))
                return not_owned(turn, *card, count(exchange.give, *card), "give");
        return otherwise();
    }
};

} // namespace

std::string refusal(const Turn& turn, const Action& action, const Refusal& refusal) {
    return std::visit(RefusalWords{turn, refusal.error}, action);
}

} // namespace jaipur::client::words
