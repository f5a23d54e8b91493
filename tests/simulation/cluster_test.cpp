// Clusters from many seeds: no promise breaks, everything that can go wrong has gone wrong, and
// planted faults are found.
#include "tests/simulation/cluster.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace jaipur::simulation;
using jaipur::test::asked_for;
using jaipur::test::grouped;

TEST_CASE("clusters from many seeds lose, double and fork nothing") {
    const std::uint64_t from = asked_for("JAIPUR_CLUSTERS_FROM", 1);
    const std::uint64_t seeds = asked_for("JAIPUR_CLUSTERS", JAIPUR_THOROUGH ? 100 : 20);
    Counts counts;
    for (std::uint64_t seed = from; seed < from + seeds; ++seed) {
        CAPTURE(seed);
        const Outcome outcome = simulate_cluster(seed);
        if (outcome.broken)
            FAIL_CHECK("event ", outcome.broken->event, ": ", outcome.broken->promise, ": ",
                       outcome.broken->what);
        for (const auto& [what, times] : outcome.counts)
            counts[what] += times;
        if (seed % 10 == 0)
            CHECK(simulate_cluster(seed).trace == outcome.trace);
    }
    std::string all;
    for (const auto& [what, times] : counts)
        all.append("\n  ").append(what).append(": ").append(grouped(times));
    MESSAGE(grouped(seeds), " clusters; what happened: ", all);
    if (seeds >= 20)
        for (const std::string_view what :
             {"server killed", "server frozen", "server drained", "database late", "answer lost",
              "record found stored", "slot moved on purpose", "slot taken over", "slot lost",
              "record fenced", "room adopted", "closed with 1012", "seat resumed",
              "action acknowledged", "action repeated", "view shown again", "match over"}) {
            CAPTURE(what);
            CHECK(counts.contains(what));
        }
    jaipur::test::proved("P1", "clusters",
                         grouped(seeds) + " seeds, " + grouped(counts["slot taken over"]) +
                             " slots taken over, " + grouped(counts["action acknowledged"]) +
                             " actions");
}

TEST_CASE("every fault planted in a cluster is found by the promise that it breaks") {
    struct Lie {
        ClusterFault planted{};
        std::string words;
        std::vector<std::string> promises;
    };

    const Lie lies[] = {
        {ClusterFault::EpochUnchecked,
         "a database that takes what a former holder sends",
         {"epochs"}},
        {ClusterFault::AnswersEarly,
         "an answer before the database has the record",
         {"P5", "fork"}},
        {ClusterFault::NumbersRepeat, "a server that uses a slot's numbers again", {"epochs"}},
        {ClusterFault::RetriesAsNew,
         "records sent again under new numbers",
         {"P2", "fork", "epochs"}},
    };
    for (const Lie& lie : lies) {
        CAPTURE(lie.words);
        std::uint64_t seed = 0;
        Outcome outcome;
        while (!outcome.broken && seed < 100)
            outcome = simulate_cluster(++seed, lie.planted);
        REQUIRE(outcome.broken.has_value());
        CAPTURE(outcome.broken->what);
        MESSAGE(lie.words, ": seed ", seed, ", ", outcome.broken->promise, ": ",
                outcome.broken->what);
        CHECK(std::ranges::find(lie.promises, outcome.broken->promise) != lie.promises.end());
    }
}
