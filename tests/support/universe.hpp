// Every action that can be requested, legal or not: the finite universe that tests compare lists of
// legal actions with.
#pragma once

#include "common/action.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace jaipur::test {

// Every multiset of up to five of the seven kinds of cards, each in the order of `Card`: 792. An
// exchange is a pair of these; there are 627,264.
const std::vector<ExchangeCards>& sides();

// The index of these cards in `sides()`; nullopt if there are more than five or they are in another
// order.
std::optional<std::size_t> side_index(const ExchangeCards& cards);

// All other actions: taking each card, the camels, selling 0 to 8 and 255 of each good.
const std::vector<Action>& simple_actions();

} // namespace jaipur::test
