// Shows that the simulator finds each planted lie, by the promise that the lie breaks.
#include "tests/simulation/simulation.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <iterator>
#include <string>

using namespace jaipur::simulation;

namespace {

struct Lie {
    Planted planted{};
    std::string words;
    std::string promise, or_promise{}; // which of them depends on the seed
};

const Lie lies[] = {
    {Planted::AcksBeforeSync, "a store that answers before its disk has it", "P5"},
    {Planted::LosesSynced, "a disk that loses synced data", "P1"},
    {Planted::ActsTwice, "a lobby that applies an action twice", "P2"},
    {Planted::ForgetsActs, "a lobby that refuses an action it has applied", "P2"},
    {Planted::TellsEarly, "an ok before the record is stored", "P5"},
    {Planted::ChangesRecords, "a disk that alters a record", "P3"},
    {Planted::BendsRules, "a player with an extra card", "rules"},
    {Planted::StaleResume, "a resume that shows an old state", "P4"},
    {Planted::SkipsEvents, "a resume that omits an event", "P4"},
    {Planted::BadProof, "a proof with another seed", "P16", "P4"},
    {Planted::TellsHistory, "chat from before the seat was taken", "history"},
    {Planted::TwoAnswers, "two answers to one request", "order"},
    {Planted::ForgetsToken, "a client that forgets its token", "P4"},
    {Planted::StopsTicking, "a server without timers", "P14", "P25"},
};

Outcome with(Planted planted, std::uint64_t seed) {
    Settings settings;
    settings.seed = seed;
    settings.planted = planted;
    return simulate(settings);
}

} // namespace

TEST_CASE("every planted lie is found by the promise that it breaks") {
    std::size_t found = 0;
    for (const Lie& lie : lies) {
        CAPTURE(lie.words);
        std::uint64_t seed = 0;
        Outcome outcome;
        while (!outcome.broken && seed < 300)
            outcome = with(lie.planted, ++seed);
        REQUIRE(outcome.broken.has_value());
        CAPTURE(seed);
        CAPTURE(outcome.broken->what);
        MESSAGE(lie.words, ": seed ", seed, ", ", outcome.broken->promise, ": ",
                outcome.broken->what);
        const std::string& promise = outcome.broken->promise;
        REQUIRE((promise == lie.promise || promise == lie.or_promise));
        ++found;
    }
    jaipur::test::proved("P13", "planted lies",
                         std::to_string(found) + " of " + std::to_string(std::size(lies)) +
                             " found, each by the promise that it breaks");
}

TEST_CASE("a second run finds a trace that contains an address or a real time") {
    for (const Planted planted : {Planted::TraceOfAddress, Planted::TraceOfRealTime})
        CHECK(with(planted, 1).trace != with(planted, 1).trace);
    CHECK(with(Planted::None, 1).trace == with(Planted::None, 1).trace);
}
