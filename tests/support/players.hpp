// Random players whose habits lead rounds to every kind of end.
#pragma once

#include "common/action.hpp"
#include "tests/support/random.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace jaipur::test {

enum class Habit : std::uint8_t {
    Any,       // every legal action is equally likely: mostly exchanges
    AnyKind,   // every kind of action is equally likely
    Takes,     // mostly takes goods
    Camels,    // mostly takes camels
    Exchanges, // only exchanges, if any is legal
    Sells,     // mostly sells
};
inline constexpr std::array all_habits{Habit::Any,    Habit::AnyKind,   Habit::Takes,
                                       Habit::Camels, Habit::Exchanges, Habit::Sells};

// One of the actions listed by `legal_actions`.
const Action& choose(Random& random, const std::vector<Action>& actions, Habit habit);

// The same action with the cards of an exchange named in any order.
Action shuffled(Random& random, Action action);

} // namespace jaipur::test
