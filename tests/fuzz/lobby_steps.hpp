// Turns a fuzzer's input into steps in a `LobbyWorld`, one letter each (`Steps::step`). Frames are
// text; a short form makes valid requests from earlier answers (rooms, tokens, plies, commitments),
// so that a few bytes play a match to its end.
#pragma once

#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_world.hpp"

#include <cstdint>

namespace jaipur::fuzz {

// Runs the whole input, then requires that everything is answered.
void take_steps(Input input, LobbyWorld& world);

} // namespace jaipur::fuzz
