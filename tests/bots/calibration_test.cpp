// How often positions are won that the judge gives a certain chance.
#include "bots/features.hpp"
#include "bots/ladder/calibration.hpp"
#include "bots/ladder/parse.hpp"
#include "bots/ladder/report.hpp"
#include "bots/ladder/tournament.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::bots;
using namespace jaipur::bots::ladder;

TEST_CASE("chances are as far off as positions with similar chances are won less or more often") {
    Calibration calibration;
    for (const double won : {1.0, 0.0, 0.5, 0.0})
        calibration.add(0.52, won);
    calibration.add(0.56, 1);
    calibration.add(1, 1);
    Calibration all;
    all.add(calibration);
    all.add(calibration);
    CHECK(all[10].positions == 8);
    CHECK(all[10].mean_chance() == doctest::Approx(0.52));
    CHECK(all[10].share_won() == doctest::Approx(0.375));
    CHECK(all[11].positions == 2);
    CHECK(all[19].positions == 2);
    CHECK(all[0].positions == 0);
    CHECK(all.error() == doctest::Approx((8 * 0.145 + 2 * 0.44) / 12));
    CHECK(Calibration().error() == 0);
}

TEST_CASE("every position after an action is compared with the end of its round, for the player") {
    Schedule schedule;
    schedule.deals = 30;
    schedule.judge = &trained_network();
    const Encounter encounter =
        play(parse_player("network", {}), parse_player("random", {}), schedule);
    std::array<double, 2> positions{}, won{};
    for (std::size_t who = 0; who < 2; ++who)
        for (std::size_t i = 0; i < Calibration::steps; ++i) {
            positions[who] += encounter.efforts[who].calibration[i].positions;
            won[who] += encounter.efforts[who].calibration[i].won;
        }
    CHECK(positions[0] + positions[1] == encounter.actions - encounter.rounds());
    CHECK(encounter.won.mean() == 1);
    CHECK(won[0] == positions[0]);
    CHECK(won[1] == 0);
    const std::string said = calibration_table(std::vector{encounter});
    CHECK(said.find(" 95 to 100 %") != std::string::npos);
    CHECK(said.find("\noff by ") != std::string::npos);
}
