// Refusals name the cards and the numbers.
#include "client/console/words/words.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

namespace {

Turn turn_with(std::array<std::optional<Card>, market_size> market) {
    Turn turn;
    turn.market = market;
    turn.hand[Good::Silver] = 2;
    turn.hand[Good::Diamond] = 1;
    turn.herd = 1;
    turn.deck = 20;
    return turn;
}

Turn usual() {
    return turn_with({Card::Gold, Card::Silver, Card::Cloth, Card::Cloth, Card::Leather});
}

std::string why_not(const Turn& turn, const Action& action) {
    const auto refusal = check(turn, action);
    REQUIRE(refusal);
    return words::refusal(turn, action, *refusal);
}

Exchange exchange(std::initializer_list<Card> take, std::initializer_list<Card> give) {
    Exchange result;
    for (const Card card : take)
        result.take.push_back(card);
    for (const Card card : give)
        result.give.push_back(card);
    return result;
}

} // namespace

TEST_CASE("a card that isn't in the market is named") {
    CHECK(why_not(usual(), Take{Card::Spice}) == "There's no spice in the market.");
    CHECK(why_not(usual(), Take{Card::Diamond}) == "There are no diamonds in the market.");
    CHECK(why_not(usual(), TakeCamels{}) == "There are no camels in the market.");
    CHECK(why_not(usual(), exchange({Card::Gold, Card::Gold}, {Card::Silver, Card::Camel})) ==
          "The market has only gold, and you tried to take 2.");
    CHECK(why_not(usual(), exchange({Card::Gold, Card::Spice}, {Card::Silver, Card::Camel})) ==
          "There's no spice in the market.");
}

TEST_CASE("what the player lacks is counted") {
    CHECK(why_not(usual(), Sell{Good::Silver, 3}) == "You have 2 silver, and you tried to sell 3.");
    CHECK(why_not(usual(), Sell{Good::Gold, 2}) == "You have no gold.");
    CHECK(why_not(usual(), Sell{Good::Diamond, 1}) ==
          "You must sell at least two diamonds at a time, and you have only one.");
    CHECK(why_not(usual(), Sell{Good::Silver, 1}) ==
          "You must sell at least two silver at a time, and you tried to sell one.");
    CHECK(why_not(usual(), exchange({Card::Gold, Card::Cloth}, {Card::Camel, Card::Camel})) ==
          "You have a camel, and you tried to give 2.");
    CHECK(why_not(usual(), exchange({Card::Gold, Card::Cloth}, {Card::Spice, Card::Camel})) ==
          "You have no spice.");
}

TEST_CASE("an exchange that doesn't add up is explained") {
    CHECK(why_not(usual(), exchange({Card::Gold, Card::Cloth}, {Card::Silver})) ==
          "You take 2 cards and give 1. In an exchange you give as many as you take.");
    CHECK(why_not(usual(), exchange({Card::Silver, Card::Gold}, {Card::Silver, Card::Camel})) ==
          "You can't give and take silver in the same exchange.");
    CHECK(why_not(usual(), exchange({Card::Gold}, {Card::Silver})).find("at least two cards") !=
          std::string::npos);
}

} // namespace jaipur::client::test
