// Elo: with two players, with several, and what makes none.
#include "bots/ladder/rating.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

using namespace jaipur::bots::ladder;

TEST_CASE("ratings of two players are the logistic function's, with the interval of their share") {
    CHECK(elo(0.5) == doctest::Approx(0));
    CHECK(elo(10.0 / 11) == doctest::Approx(400));
    const std::vector<Comparison> one{{1, 0, 0.75, 0.0001, 2000}};
    const auto ratings = rate(2, one);
    CHECK(ratings[0].elo == 0);
    CHECK(ratings[1].elo == doctest::Approx(elo(0.75)));
    // The slope of elo at 0.75, times 1.96 standard errors.
    const double slope = (elo(0.7501) - elo(0.7499)) / 0.0002;
    CHECK(ratings[1].error == doctest::Approx(slope * 1.96 * 0.01).epsilon(0.01));
}

TEST_CASE("ratings of several players agree with results that agree") {
    const auto share = [](double difference) { return 1 / (1 + std::pow(10, -difference / 400)); };
    const std::vector<Comparison> all{{0, 1, share(-100), 0.0001, 1000},
                                      {1, 2, share(-150), 0.0001, 500},
                                      {0, 2, share(-250), 0.0001, 200}};
    const auto ratings = rate(3, all);
    CHECK(ratings[1].elo == doctest::Approx(100).epsilon(0.001));
    CHECK(ratings[2].elo == doctest::Approx(250).epsilon(0.001));
    CHECK(ratings[2].error > 0);
    const std::vector<Comparison> apart{{0, 1, 0.5, 0.0001, 10}};
    CHECK_THROWS_AS(rate(3, apart), std::runtime_error);
    const std::vector<Comparison> all_won{{0, 1, 0, 0, 100}};
    CHECK(rate(2, all_won)[1].elo > 500);
    CHECK(rate(2, all_won)[1].error > 100);
}
