#include "common/card.hpp"
#include "common/deal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>

using namespace jaipur;

TEST_CASE("R1 there are 55 cards: 6 diamond, 6 gold, 6 silver, 8 cloth, 8 spice, 10 leather, 11 "
          "camel") {
    CHECK(cards_of_kind == std::array<std::uint8_t, 7>{6, 6, 6, 8, 8, 10, 11});
    CHECK(std::accumulate(cards_of_kind.begin(), cards_of_kind.end(), 0) == 55);
}

TEST_CASE("R1 R4 all cards are shuffled except the market's three camels") {
    const Deal deal = unshuffled_deal();
    for (Card card : all_cards) {
        const auto of_kind = cards_of_kind[static_cast<std::size_t>(card)];
        const int expected = card == Card::Camel ? of_kind - 3 : of_kind;
        CHECK(std::count(deal.deck.begin(), deal.deck.end(), card) == expected);
    }
    CHECK(std::is_sorted(deal.deck.begin(), deal.deck.end()));
}

TEST_CASE("cards have the protocol's names") {
    std::string names;
    for (Card card : all_cards)
        names.append(name(card)) += ' ';
    CHECK(names == "diamond gold silver cloth spice leather camel ");
}

TEST_CASE("goods are the cards that are not camels") {
    CHECK_FALSE(is_good(Card::Camel));
    CHECK_FALSE(good_of(Card::Camel));
    for (Good good : all_goods) {
        CHECK(is_good(card_of(good)));
        CHECK(good_of(card_of(good)) == good);
        CHECK(name(good) == name(card_of(good)));
    }
}

TEST_CASE("R11 diamond, gold and silver are precious") {
    for (Good good : all_goods)
        CHECK(is_precious(good) ==
              (good == Good::Diamond || good == Good::Gold || good == Good::Silver));
}
