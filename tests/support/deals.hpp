// Deals for tests: at random, or stacked so that a wanted table comes up.
#pragma once

#include "common/deal.hpp"
#include "tests/support/random.hpp"

#include <string_view>

namespace jaipur::test {

// All shuffled: the deck and the three bonus piles.
Deal random_deal(Random& random);

// What lies where at the start, in letters (`text.hpp`): the rest of the 52 cards follows in the
// order of `Card`, below `next`. The bonus piles ascend.
struct Stacked {
    std::string_view zero{};   // five cards, of seat 0
    std::string_view one{};    // five cards, of seat 1
    std::string_view market{}; // two cards, behind the three camels
    std::string_view next{};   // the deck from its top, as far as it matters
};

// A test that asks for more cards of a kind than there are is wrong, and is told so by an
// exception.
Deal stacked_deal(const Stacked& wanted);

} // namespace jaipur::test
