// Computer players. A bot sees what a person in its seat would see, and nothing else: its
// observation.
#pragma once

#include "common/action.hpp"
#include "protocol/observation.hpp"

#include <string_view>
#include <vector>

namespace jaipur::server::core {

// The levels that a client can choose ("easy").
const std::vector<std::string_view>& bot_levels();

// The action of a bot of this level, on its turn (`view.legal` is set). Deterministic.
Action choose(std::string_view level, const protocol::Observation& view);

} // namespace jaipur::server::core
