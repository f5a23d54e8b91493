// Players by name, as people type them.
#pragma once

#include "bots/ladder/player.hpp"
#include "bots/ladder/players.hpp"
#include "bots/play/program.hpp"

#include <string>

namespace jaipur::bots::ladder {

// For `--help`.
extern const char* const player_names;

// A file of weights, or a checkpoint of the trainer. Throws std::runtime_error.
SharedNetwork read_network(const std::string& file);

// `patience`: with a program. Throws std::runtime_error with a sentence.
Entrant parse_player(const std::string& text, Patience patience);

} // namespace jaipur::bots::ladder
