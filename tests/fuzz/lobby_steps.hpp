// What can happen to a server's core, written short: an input of a fuzzer as steps in a
// `LobbyWorld`, a letter each (`Steps::step`). Frames are text; beside them there is a short form
// of valid requests with what has been answered so far (rooms, tokens, plies, commitments), so that
// a few bytes play a match to its end.
#pragma once

#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_world.hpp"

#include <cstdint>

namespace jaipur::fuzz {

// Does what the input says to its end, and demands that all is answered then.
void take_steps(Input input, LobbyWorld& world);

} // namespace jaipur::fuzz
