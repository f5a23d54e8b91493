#include "client/console/short_rules.hpp"

#include "common/numbers.hpp"

namespace jaipur::client {

std::vector<std::string> short_rules() {
    return {
        "Two traders collect rupees. The richer one after a round wins a Seal of Excellence. Two "
        "seals, or as many as agreed, win the match.",
        "On your turn, you do one of four things.",
        "Take one good from the market. Your hand holds at most " + std::to_string(hand_limit) +
            " cards.",
        "Take all camels from the market. They go to your herd and don't count as cards in hand.",
        "Exchange two or more goods from the market for as many of your cards, goods or camels. "
        "You can't give and take the same good.",
        "Sell cards of one good, at least two if it is diamonds, gold or silver. Each card gets "
        "the top token of its pile: the first to sell gets more. Three, four, or five and more "
        "cards at once also get a bonus token of 1-3, 4-6 or 8-10 rupees.",
        "A round ends when three kinds of goods tokens are gone, when the deck can't fill the "
        "market, or after " +
            std::to_string(exchanges_until_stalled) +
            " exchanges in a row. The larger herd then earns 5 rupees. Cards left in hand are "
            "worth nothing.",
    };
}

} // namespace jaipur::client
