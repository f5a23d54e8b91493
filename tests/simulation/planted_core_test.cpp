// Shows that the simulator finds each wrong clock that is planted in a copy of the core.
#include "tests/simulation/planted_core.hpp"
#include "tests/simulation/simulation.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <iterator>
#include <string>

using namespace jaipur::simulation;

namespace {

struct WrongClock {
    CoreFault fault{};
    std::string words;
    std::uint64_t after = 0; // none of the seeds up to this one finds it
};

const WrongClock wrong_clocks[] = {
    {CoreFault::ClockWaits, "a clock that stands still while its player is away"},
    {CoreFault::AbsenceForgotten, "absence that doesn't count"},
    {CoreFault::WrongClock, "the other player's clock running"},
    {CoreFault::ChargesDowntime, "downtime that is charged to players"},
    {CoreFault::ChargesTheStore, "the store's time charged to players"},
    {CoreFault::IncrementForgotten, "increments forgotten"},
    {CoreFault::FlagStays, "a player without time who doesn't lose"},
    {CoreFault::ClaimSilent, "a claim that opens, and nobody is told"},
    {CoreFault::ClaimEarly, "a claim granted a second too early", 70},
    {CoreFault::ClaimRefused, "a claim refused that is due"},
    {CoreFault::MoveUnlimited, "no time that runs for an action"},
    {CoreFault::MoveForAbsent, "time for an action that stands still while its player is there"},
    {CoreFault::MoveForOther, "time for an action that runs for the other player"},
    {CoreFault::MoveGoesOn, "time for an action that isn't reset by an action"},
    {CoreFault::MoveInDowntime, "time for an action that runs while the server is down"},
    {CoreFault::MoveSilent, "time for an action that runs out, and nobody is told"},
    {CoreFault::MoveStaysOverdue, "a player who has acted and is still said to be overdue", 76},
    {CoreFault::MoveClaimEarly, "a claim granted before the time for an action is used up", 480},
    {CoreFault::MoveClaimRefused, "a claim refused from a player who dawdles"},
};

Outcome with(CoreFault fault, std::uint64_t seed) {
    planted_in_core = fault;
    const Outcome outcome = simulate({seed});
    planted_in_core = CoreFault::None;
    return outcome;
}

} // namespace

// The rarest needs about 500 seeds, more than an everyday run has. The quick form leaves out seeds
// that are known not to find it.
TEST_CASE("every wrong clock is found by the oracle's own") {
    std::size_t found = 0;
    for (const WrongClock& wrong : wrong_clocks) {
        CAPTURE(wrong.words);
        std::uint64_t seed = jaipur::test::long_form() ? 0 : wrong.after;
        Outcome outcome;
        while (!outcome.broken && seed < 1000)
            outcome = with(wrong.fault, ++seed);
        REQUIRE(outcome.broken.has_value());
        CAPTURE(seed);
        MESSAGE(wrong.words, ": seed ", seed, ", ", outcome.broken->promise, ": ",
                outcome.broken->what);
        REQUIRE(outcome.broken->promise == "P25");
        ++found;
    }
    REQUIRE(!with(CoreFault::None, 1).broken.has_value());
    jaipur::test::proved("P25", "planted clocks",
                         std::to_string(found) + " of " + std::to_string(std::size(wrong_clocks)) +
                             " found");
}
