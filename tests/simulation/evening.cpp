#include "tests/simulation/evening.hpp"

#include "bots/greedy.hpp"
#include "common/rules.hpp"

namespace jaipur::simulation {

Action choose(Evening& evening, Random& random, const Person& person, const protocol::View& view) {
    const bool as_a_bot = random.one_in(person.bot_one_in);
    if (as_a_bot)
        return bots::choose_greedily(*protocol::turn_of(view));
    std::vector<Action> actions;
    legal_actions(evening.oracle.past(view.room, view.seq)->match.state, actions);
    return test::shuffled(random, test::choose(random, actions, person.habit));
}

Action nonsense(Random& random) {
    switch (random.below(4)) {
    case 0:
        return Take{static_cast<Card>(random.below(7))};
    case 1:
        return TakeCamels{};
    case 2:
        return Sell{static_cast<Good>(random.below(6)), static_cast<std::uint8_t>(random.below(9))};
    default:
        break;
    }
    Exchange exchange;
    for (auto* list : {&exchange.take, &exchange.give})
        for (auto n = random.below(6); n > 0; --n)
            list->push_back(static_cast<Card>(random.below(7)));
    return exchange;
}

} // namespace jaipur::simulation
