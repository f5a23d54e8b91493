// Shows that the paired run would find a leak: one of each kind is planted, and the right viewer
// must notice it within a set number of games.
#include "tests/noninterference/leaks.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace jaipur;
using namespace jaipur::paired;

namespace {

// The game in which the leak is found; nullopt: not found in time.
std::optional<Difference> find(const Planted& planted) {
    const Leaking leaking(planted.leak);
    Counts counts;
    for (std::uint64_t seed = 1; seed <= planted.games; ++seed)
        if (auto found = run(seed, counts, planted.by); found && found->where == planted.where)
            return found;
    return std::nullopt;
}

} // namespace

TEST_CASE("P15 every planted leak is found, in games that are clean without it") {
    std::size_t found = 0;
    std::uint64_t most = 0;
    std::string report;
    for (const Planted& planted : all_planted()) {
        CAPTURE(planted.what);
        const auto difference = find(planted);
        CHECK(difference.has_value());
        if (!difference)
            continue;
        Counts counts;
        const auto without = run(difference->seed, counts, planted.by);
        CHECK_MESSAGE(!without, without->text);
        ++found;
        most = std::max(most, difference->seed);
        report +=
            std::string(planted.what) + ": in game " + std::to_string(difference->seed) + "\n";
    }
    MESSAGE(report);
    REQUIRE(found == all_planted().size());
    const auto by_coalitions = std::ranges::count_if(all_planted(), [](const Planted& planted) {
        return std::ranges::find(all_coalitions, planted.by) != all_coalitions.end();
    });
    test::proved("P26", "planted leaks", std::to_string(by_coalitions) + " found by coalitions");
    test::proved("P15", "planted leaks",
                 std::to_string(found) + " of " + std::to_string(all_planted().size()) +
                     " found, each within " + std::to_string(most) + " games");
}
