#include "bots/ladder/calibration.hpp"

#include <algorithm>
#include <cmath>

namespace jaipur::bots::ladder {

void Calibration::add(double chance, double won) {
    const auto place = static_cast<std::size_t>(chance * steps);
    Step& step = steps_[std::min(place, steps - 1)];
    ++step.positions;
    step.chances += chance;
    step.won += won;
}

void Calibration::add(const Calibration& other) {
    for (std::size_t i = 0; i < steps; ++i) {
        steps_[i].positions += other[i].positions;
        steps_[i].chances += other[i].chances;
        steps_[i].won += other[i].won;
    }
}

double Calibration::error() const {
    double sum = 0;
    int positions = 0;
    for (const Step& step : steps_) {
        sum += std::abs(step.chances - step.won);
        positions += step.positions;
    }
    return positions > 0 ? sum / positions : 0;
}

} // namespace jaipur::bots::ladder
