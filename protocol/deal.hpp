// What a fair shuffle means to the rules: the one place where chance becomes a deal.
#pragma once

#include "common/deal.hpp"
#include "protocol/fair.hpp"

namespace jaipur::protocol {

inline Deal deal_of(const Shuffle& shuffle) {
    return {shuffle.deck, shuffle.bonus3, shuffle.bonus4, shuffle.bonus5};
}

} // namespace jaipur::protocol
