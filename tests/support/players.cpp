#include "tests/support/players.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

namespace jaipur::test {
namespace {

constexpr std::size_t kinds_of_action = std::variant_size_v<Action>;

// One of this kind; any if there is none. The list groups actions by kind.
const Action& choose_kind(Random& random, const std::vector<Action>& actions, std::size_t kind) {
    const auto is_before = [&](const Action& action) { return action.index() < kind; };
    const auto is_of_kind = [&](const Action& action) { return action.index() == kind; };
    const auto first = std::partition_point(actions.begin(), actions.end(), is_before);
    const auto last = std::partition_point(first, actions.end(), is_of_kind);
    if (first == last)
        return random.pick(actions);
    return first[static_cast<std::ptrdiff_t>(random.below(static_cast<std::size_t>(last - first)))];
}

// This kind three times out of four, so that other turns happen too.
const Action& mostly(Random& random, const std::vector<Action>& actions, std::size_t kind) {
    return random.one_in(4) ? random.pick(actions) : choose_kind(random, actions, kind);
}

} // namespace

const Action& choose(Random& random, const std::vector<Action>& actions, Habit habit) {
    switch (habit) {
    case Habit::Any:
        break;
    case Habit::AnyKind:
        return choose_kind(random, actions, random.below(kinds_of_action));
    case Habit::Takes:
        return mostly(random, actions, Action(Take{}).index());
    case Habit::Camels:
        return mostly(random, actions, Action(TakeCamels{}).index());
    case Habit::Exchanges:
        return choose_kind(random, actions, Action(Exchange{}).index());
    case Habit::Sells:
        return mostly(random, actions, Action(Sell{}).index());
    }
    return random.pick(actions);
}

Action shuffled(Random& random, Action action) {
    if (auto* exchange = std::get_if<Exchange>(&action)) {
        random.shuffle(exchange->take);
        random.shuffle(exchange->give);
    }
    return action;
}

} // namespace jaipur::test
