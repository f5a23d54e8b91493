// The players that are part of this program.
#pragma once

#include "bots/ladder/player.hpp"
#include "bots/levels.hpp"
#include "bots/network.hpp"
#include "bots/play/program.hpp"
#include "bots/search.hpp"

#include <memory>

namespace jaipur::bots::ladder {

using SharedNetwork = std::shared_ptr<const Network>;

// Any legal action, all equally likely.
NewPlayer by_chance();
NewPlayer greedy();
// What the network likes best.
NewPlayer by_network(SharedNetwork network);
// Looks ahead for `ms` of its thread's processor time.
NewPlayer by_search(SharedNetwork network, double ms, const SearchPlan& plan);
// A level that people can choose, with the processor time that it has for them.
NewPlayer by_level(SharedNetwork network, const Level& level);
// Like `by_search`, but it is shown the opponent's hand, which nobody else sees. The deck stays
// hidden.
NewPlayer by_search_shown_hands(SharedNetwork network, double ms, const SearchPlan& plan);

// Another program; if it fails, it is started again for the next round.
NewPlayer by_program(std::string command, Patience patience);

} // namespace jaipur::bots::ladder
