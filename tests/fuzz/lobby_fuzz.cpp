// Frames as they come off the wire, through the decoder, into the real core: many connections, a
// store that answers at once, late, or is full, time that passes, lines that break, restarts.
#include "tests/fuzz/lobby_steps.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jaipur::fuzz;
    Input input(data, size);
    const auto limits = limits_of(input.byte());
    LobbyWorld world(limits, input.byte());
    take_steps(input, world);
    return 0;
}
