#include "client/console/short_rules.hpp"

#include "client/console/translation.hpp"
#include "common/numbers.hpp"

namespace jaipur::client {

std::vector<std::string> short_rules() {
    return {
        _("Two traders collect rupees. The richer one after a round wins a Seal of Excellence. Two "
          "seals, or as many as agreed, win the match."),
        _("On your turn, you do one of four things."),
        _("Take one good from the market. Your hand holds at most {0} cards.", hand_limit),
        _("Take all camels from the market. They go to your herd and don't count as cards in "
          "hand."),
        _("Exchange two or more goods from the market for as many of your cards, goods or camels. "
          "You can't give and take the same good."),
        _("Sell cards of one good, at least two if it is diamonds, gold or silver. Each card gets "
          "the top token of its pile: the first to sell gets more. Three, four, or five and more "
          "cards at once also get a bonus token of 1-3, 4-6 or 8-10 rupees."),
        _("A round ends when three kinds of goods tokens are gone, when the deck can't fill the "
          "market, or after {0} exchanges in a row. The larger herd then earns 5 rupees. Cards "
          "left "
          "in hand are worth nothing.",
          exchanges_until_stalled),
    };
}

} // namespace jaipur::client
