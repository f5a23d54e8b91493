// Deals for tests: random, or stacked for a particular table.
#pragma once

#include "common/deal.hpp"
#include "tests/support/random.hpp"

#include <string_view>

namespace jaipur::test {

// The deck and the three bonus piles, all shuffled.
Deal random_deal(Random& random);

// What lies where at the start, in letters (`text.hpp`): the rest of the 52 cards follows in the
// order of `Card`, below `next`. The bonus piles ascend.
struct Stacked {
    std::string_view zero{};   // seat 0's five cards
    std::string_view one{};    // seat 1's five cards
    std::string_view market{}; // two cards, after the three camels
    std::string_view next{};   // the deck from its top, as far as it matters
};

// Throws if a test asks for more cards of a kind than there are.
Deal stacked_deal(const Stacked& wanted);

} // namespace jaipur::test
