// Every action that can be asked for, legal or not: the finite universe that tests compare lists of
// legal actions with.
#pragma once

#include "common/action.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace jaipur::test {

// Every multiset of none to five of the seven kinds of cards, each in the order of `Card`: 792. An
// exchange is a pair of these; there are 627,264.
const std::vector<ExchangeCards>& sides();

// The place in `sides()` of these cards; none where there are more than five or their order is
// another.
std::optional<std::size_t> side_index(const ExchangeCards& cards);

// All other actions: each card to take, the camels, 0 to 8 and 255 of each good to sell.
const std::vector<Action>& simple_actions();

} // namespace jaipur::test
