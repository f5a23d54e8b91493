// With JAIPUR_SIMULATED_SEED in the environment: prints that one seed's story and trace. Otherwise
// runs the tests.
#include "tests/simulation/simulation.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>

namespace {

int tell(std::uint64_t seed) {
    using namespace jaipur::simulation;
    Settings settings;
    settings.seed = seed;
    settings.tells_story = true;
    const Outcome outcome = simulate(settings);
    std::cout << "seed " << seed << ", " << outcome.events << " events, trace " << outcome.trace
              << "\n";
    if (!outcome.broken)
        return EXIT_SUCCESS;
    std::cout << "event " << outcome.broken->event << ": " << outcome.broken->promise << ": "
              << outcome.broken->what << "\n";
    return EXIT_FAILURE;
}

} // namespace

int main(int argc, char** argv) {
    if (const char* const seed = std::getenv("JAIPUR_SIMULATED_SEED"))
        return tell(std::strtoull(seed, nullptr, 10));
    return doctest::Context(argc, argv).run();
}
