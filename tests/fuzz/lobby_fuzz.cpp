// Frames go through the decoder into the real core: many connections, a fast, slow or full store,
// passing time, lost connections, restarts.
#include "tests/fuzz/lobby_steps.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace jaipur::fuzz;
    Input input(data, size);
    const auto limits = limits_of(input.byte());
    LobbyWorld world(limits, input.byte());
    take_steps(input, world);
    return 0;
}
