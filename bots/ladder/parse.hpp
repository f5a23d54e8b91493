// Players by name, as people type them.
#pragma once

#include "bots/ladder/player.hpp"
#include "bots/ladder/players.hpp"
#include "bots/play/program.hpp"

#include <string>

namespace jaipur::bots::ladder {

// What they can be, for `--help`.
std::string player_names();

// A file of weights, or a checkpoint of the trainer. Throws std::runtime_error.
SharedNetwork read_network(const std::string& file);

// `patience`: with programs. Throws std::runtime_error with a message for the user.
Entrant parse_player(const std::string& text, Patience patience);

} // namespace jaipur::bots::ladder
