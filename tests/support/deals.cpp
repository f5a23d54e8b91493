#include "tests/support/deals.hpp"

#include "tests/support/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace jaipur::test {

Deal random_deal(Random& random) {
    Deal deal = unshuffled_deal();
    random.shuffle(deal.deck);
    random.shuffle(deal.bonus3);
    random.shuffle(deal.bonus4);
    random.shuffle(deal.bonus5);
    return deal;
}

Deal stacked_deal(const Stacked& wanted) {
    if (wanted.zero.size() != hand_dealt || wanted.one.size() != hand_dealt ||
        wanted.market.size() != 2)
        throw std::invalid_argument("stacked_deal needs five, five and two cards");
    Deal deal = unshuffled_deal();
    auto place = deal.deck.begin();
    for (std::string_view part : {wanted.zero, wanted.one, wanted.market, wanted.next})
        for (Card card : cards(part)) {
            const auto found = std::find(place, deal.deck.end(), card);
            if (found == deal.deck.end())
                throw std::invalid_argument("stacked_deal: too many of " + std::string(name(card)));
            std::rotate(place, found, found + 1); // the others stay in order
            ++place;
        }
    return deal;
}

} // namespace jaipur::test
