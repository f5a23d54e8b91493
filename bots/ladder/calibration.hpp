// How often positions are won that were given a certain chance.
#pragma once

#include <array>
#include <cstddef>

namespace jaipur::bots::ladder {

class Calibration {
  public:
    // Positions with similar chances.
    struct Step {
        int positions = 0;
        double chances = 0, won = 0; // sums

        double mean_chance() const { return positions > 0 ? chances / positions : 0; }

        double share_won() const { return positions > 0 ? won / positions : 0; }
    };

    static constexpr std::size_t steps = 20; // of 5 %

    // A position that was given this chance, and how its round ended: 1, a half or 0.
    void add(double chance, double won);
    void add(const Calibration& other);

    const Step& operator[](std::size_t step) const { return steps_[step]; }

    // How far a step's chances are from its share of wins, as the mean over all positions.
    double error() const;

  private:
    std::array<Step, steps> steps_;
};

} // namespace jaipur::bots::ladder
