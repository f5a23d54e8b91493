// Why an action isn't legal, with the cards and numbers in question.
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

namespace {

int in_market(const Turn& turn, Card card) {
    return static_cast<int>(std::ranges::count(turn.market, std::optional(card)));
}

int owned(const Turn& turn, Card card) {
    const auto good = good_of(card);
    return good ? turn.hand[*good] : turn.herd;
}

// What the user wanted to do with cards that they lack.
enum class Wish : std::uint8_t { Sell, Give };

std::string not_in_market(const Turn& turn, Card card, int wanted) {
    const int there = in_market(turn, card);
    if (there > 0)
        return _("The market has only {0}, and you tried to take {1}.", counted(card, there),
                 wanted);
    const bool is_plural = card == Card::Diamond || card == Card::Camel; // in English
    return is_plural ? _("There are {0} in the market.", none_of(card))
                     : _("There's {0} in the market.", none_of(card));
}

std::string not_owned(const Turn& turn, Card card, int wanted, Wish wish) {
    const int there = owned(turn, card);
    if (there == 0)
        return you_have_no(card);
    return wish == Wish::Sell
               ? _("You have {0}, and you tried to sell {1}.", counted(card, there), wanted)
               : _("You have {0}, and you tried to give {1}.", counted(card, there), wanted);
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
            return not_owned(turn, card, sale.count, Wish::Sell);
        if (error == RuleError::SaleTooSmall)
            return owned(turn, card) < 2
                       ? _("You must sell at least two {0} at a time, and you have only one.",
                           kind(card))
                       : _("You must sell at least two {0} at a time, and you tried to sell one.",
                           kind(card));
        return otherwise();
    }

    std::string operator()(const Exchange& exchange) const {
        const auto count = [](const ExchangeCards& cards, Card card) {
            return static_cast<int>(std::ranges::count(cards, card));
        };
        if (error == RuleError::ExchangeUnequal)
            return n_(
                "You take {0} card and give {1}. In an exchange you give as many as you take.",
                "You take {0} cards and give {1}. In an exchange you give as many as you take.",
                exchange.take.size(), exchange.give.size());
        if (error == RuleError::ExchangeSameGood)
            return same_good(*std::ranges::find_first_of(exchange.give, exchange.take));
        if (error == RuleError::NotInMarket)
            if (const auto card =
                    too_many(exchange.take, [&](Card c) { return in_market(turn, c); }))
                return not_in_market(turn, *card, count(exchange.take, *card));
        if (error == RuleError::NotInHand || error == RuleError::HerdTooSmall)
            if (const auto card = too_many(exchange.give, [&](Card c) { return owned(turn, c); }))
                return not_owned(turn, *card, count(exchange.give, *card), Wish::Give);
        return otherwise();
    }
};

} // namespace

std::string you_have_no(Card card) {
    return _("You have {0}.", none_of(card));
}

std::string same_good(Card card) {
    return _("You can't give and take {0} in the same exchange.", kind(card));
}

std::string refusal(const Turn& turn, const Action& action, const Refusal& refusal) {
    return std::visit(RefusalWords{turn, refusal.error}, action);
}

} // namespace jaipur::client::words
