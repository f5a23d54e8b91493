#include "tests/support/objections.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace jaipur::test {
namespace {

using Counts = std::array<int, 7>;

int& of(Counts& counts, Card card) {
    return counts[static_cast<std::size_t>(card)];
}

// The cards in the market, and the player's, herd included.
struct VisibleCards {
    Counts market{}, player{};
    int hand = 0;
};

VisibleCards visible_cards(const State& state) {
    VisibleCards table;
    for (const std::optional<Card>& slot : state.market)
        if (slot)
            ++of(table.market, *slot);
    const Trader& trader = state.traders[state.turn];
    for (Good good : all_goods)
        of(table.player, card_of(good)) = trader.hand[good];
    of(table.player, Card::Camel) = trader.herd;
    table.hand = total(trader.hand);
    return table;
}

struct Object {
    VisibleCards table;

    Objections operator()(const Take& action) {
        Objections found;
        if (action.card == Card::Camel || of(table.market, action.card) == 0)
            found.add(RuleError::NotInMarket);
        if (table.hand + 1 > 7)
            found.add(RuleError::HandLimit);
        return found;
    }

    Objections operator()(const TakeCamels&) {
        Objections found;
        if (of(table.market, Card::Camel) == 0)
            found.add(RuleError::NoCamels);
        return found;
    }

    // Moves the cards one by one and checks what is left and what has arrived.
    Objections operator()(const Exchange& action) {
        Objections found;
        if (action.take.size() != action.give.size())
            found.add(RuleError::ExchangeUnequal);
        if (action.take.size() < 2 || action.give.size() < 2)
            found.add(RuleError::ExchangeTooSmall);
        VisibleCards after = table;
        Counts both{};
        for (Card card : action.take) {
            if (card == Card::Camel)
                found.add(RuleError::ExchangeTakesCamel);
            if (--of(after.market, card) < 0)
                found.add(RuleError::NotInMarket);
            of(both, card) = 1;
            ++after.hand;
        }
        for (Card card : action.give) {
            if (--of(after.player, card) < 0)
                found.add(card == Card::Camel ? RuleError::HerdTooSmall : RuleError::NotInHand);
            if (card != Card::Camel && of(both, card) == 1)
                found.add(RuleError::ExchangeSameGood);
            if (card != Card::Camel)
                --after.hand;
        }
        if (after.hand > 7)
            found.add(RuleError::HandLimit);
        return found;
    }

    Objections operator()(const Sell& action) {
        Objections found;
        const bool two_at_least = action.good == Good::Diamond || action.good == Good::Gold ||
                                  action.good == Good::Silver;
        if (action.count == 0 || (two_at_least && action.count == 1))
            found.add(RuleError::SaleTooSmall);
        if (action.count > of(table.player, card_of(action.good)))
            found.add(RuleError::NotInHand);
        return found;
    }
};

// The rule that a refusal must name (the protocol's list of codes).
std::string_view rule_of(RuleError error, const Action& action) {
    switch (error) {
    case RuleError::NotPlaying:
    case RuleError::NotYourTurn:
        return "";
    case RuleError::NotInMarket:
        return std::holds_alternative<Take>(action) ? "R6" : "R8";
    case RuleError::NoCamels:
        return "R7";
    case RuleError::ExchangeTooSmall:
    case RuleError::ExchangeUnequal:
    case RuleError::ExchangeTakesCamel:
    case RuleError::HerdTooSmall:
        return "R8";
    case RuleError::ExchangeSameGood:
        return "R9";
    case RuleError::HandLimit:
        return "R10";
    case RuleError::NotInHand:
        return std::holds_alternative<Sell>(action) ? "R11" : "R8";
    case RuleError::SaleTooSmall:
        return "R11";
    }
    return "?";
}

} // namespace

bool Objections::allow(const Refusal& refusal, const Action& action) const {
    return (bits_ >> static_cast<unsigned>(refusal.error) & 1u) != 0 &&
           refusal.rule == rule_of(refusal.error, action);
}

Objections objections(const State& state, const Action& action) {
    return std::visit(Object{visible_cards(state)}, action);
}

} // namespace jaipur::test
