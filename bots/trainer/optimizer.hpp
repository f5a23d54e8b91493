// Adjusts the network to samples.
#pragma once

#include "bots/trainer/float_network.hpp"
#include "bots/trainer/team.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jaipur::bots::trainer {

// What Adam remembers of past gradients.
struct Moments {
    Weights first, second;
    std::uint64_t steps = 0;
};

Moments no_moments();

// Adam (Kingma, Ba 2015). Columns of features that a batch lacks stay as they are. The size of the
// team makes no difference to the weights.
class Optimizer {
  public:
    // All of them must outlive it.
    Optimizer(Weights& weights, Moments& moments, Team& team);

    // One step; returns the mean loss of the chances before it.
    float step(std::span<const Sample* const> batch, float rate);

  private:
    // What a part of the batch says about the layers after the first one.
    struct Slice {
        Weights slopes;
        float loss = 0;
    };

    void find_columns(std::span<const Sample* const> batch);
    void learn(std::span<const Sample* const> batch, std::size_t slice);
    void move_columns(std::size_t part, float scale);
    void move_layer(std::size_t layer, float scale);
    void move(std::size_t layer, std::size_t begin, std::span<const float> slopes, float scale);

    Weights& weights_;
    Moments& moments_;
    Team& team_;
    std::vector<Slice> slices_;
    std::vector<std::array<float, first_width>> first_slopes_; // for each sample
    std::vector<std::vector<std::size_t>> samples_with_; // for each column: those that have it
    std::vector<std::size_t> columns_;                   // that the batch has
};

} // namespace jaipur::bots::trainer
