// A player that is another program: it reads a line of JSON for each decision, and answers with
// one. docs/bots.md describes both.
#pragma once

#include <chrono>
#include <string>

#include "bots/ladder/player.hpp"

namespace jaipur::bots::ladder {

// How long an answer may take by the clock on the wall. The first one may take longer, because the
// program starts.
struct Patience {
    std::chrono::milliseconds each, first;
};

// `command`: for the shell. A program that fails is started again for the next round.
NewPlayer by_program(std::string command, Patience patience);

} // namespace jaipur::bots::ladder
