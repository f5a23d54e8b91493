// Frames go through the decoder into the real core: many connections, a fast, slow or full store,
// passing time, lost connections, restarts.
#include "tests/fuzz/lobby_steps.hpp"

JAIPUR_FUZZ(lobby_fuzz) {
    using namespace jaipur::fuzz;
    Input input(data, size);
    const auto limits = limits_of(input.byte());
    LobbyWorld world(limits, input.byte());
    take_steps(input, world);
    return 0;
}
