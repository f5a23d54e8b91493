// What can happen to a server's core, in short form: a fuzzer's input as steps in a `LobbyWorld`, a
// letter each (`Steps::step`). Frames are text; a short form also makes valid requests from earlier
// answers (rooms, tokens, plies, commitments), so that a few bytes play a match to its end.
#pragma once

#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_world.hpp"

#include <cstdint>

namespace jaipur::fuzz {

// Runs the whole input, then requires that everything is answered.
void take_steps(Input input, LobbyWorld& world);

} // namespace jaipur::fuzz
