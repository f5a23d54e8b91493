#include "bots/trainer/calibrate.hpp"

#include "bots/trainer/self_play.hpp"

#include <cmath>
#include <vector>

namespace jaipur::bots::trainer {

namespace {

// A position: what the network said, and what became of it.
struct Outcome {
    double logit = 0, won = 0;
};

std::vector<Outcome> outcomes(const Weights& weights, std::uint64_t rounds, std::uint64_t seed,
                              Team& team) {
    std::vector<std::vector<Outcome>> parts(rounds);
    team.share(parts.size(), [&](std::size_t i) {
        std::vector<Sample> samples;
        Dice random = seeded(seed, i, Purpose::Calibration);
        self_play(weights, {.exploration = 0, .trace = 1}, random, samples);
        for (const Sample& sample : samples)
            parts[i].push_back(
                {double{estimate(weights, sample.features).logit}, double{sample.chance}});
    });
    std::vector<Outcome> all;
    for (const auto& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

// By Newton's method.
Line best_line(const std::vector<Outcome>& outcomes) {
    constexpr int steps = 30;       // more than enough: the loss is convex
    double slope = 0, constant = 0; // it is least curved far from here
    for (int step = 0; step < steps; ++step) {
        double by_slope = 0, by_constant = 0;                       // derivatives of the loss
        double slope_twice = 1e-9, constant_twice = 1e-9, both = 0; // second ones, never all 0
        for (const auto& [logit, won] : outcomes) {
            const double said = 1 / (1 + std::exp(-slope * logit - constant));
            const double weight = said * (1 - said);
            by_slope += (said - won) * logit;
            by_constant += said - won;
            slope_twice += weight * logit * logit;
            constant_twice += weight;
            both += weight * logit;
        }
        const double determinant = slope_twice * constant_twice - both * both;
        slope -= (constant_twice * by_slope - both * by_constant) / determinant;
        constant -= (slope_twice * by_constant - both * by_slope) / determinant;
    }
    return {static_cast<float>(slope), static_cast<float>(constant)};
}

} // namespace

Line calibrate(Weights& weights, std::uint64_t rounds, std::uint64_t seed, Team& team) {
    const Line line = best_line(outcomes(weights, rounds, seed, team));
    for (std::size_t i = 0; i < second_width; ++i)
        weights.third[i] *= line.slope;
    float& bias = weights.third[2 * second_width];
    bias = bias * line.slope + line.constant;
    return line;
}

} // namespace jaipur::bots::trainer
