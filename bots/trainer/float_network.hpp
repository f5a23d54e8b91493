// The value network as the trainer adjusts it: with floating-point weights.
#pragma once

#include "bots/features.hpp"
#include "bots/network.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jaipur::bots::trainer {

struct Estimate {
    float logit = 0;  // of the chance that the player wins the round
    float margin = 0; // rupees ahead at the end, in units of `margin_unit`
};

float chance(float logit);

struct Weights {
    std::vector<float> first;  // a column of `first_width` for each feature, then the biases
    std::vector<float> second; // `second_width` rows of `first_width`, then the biases
    std::vector<float> third;  // 2 rows of `second_width`, then the biases

    std::array<std::vector<float>*, 3> layers() { return {&first, &second, &third}; }

    std::array<const std::vector<float>*, 3> layers() const { return {&first, &second, &third}; }
};

Weights no_weights();
Weights random_weights(std::uint64_t seed);

// The same network with whole numbers, for Network::bytes, and back.
Network::Layers rounded(const Weights& weights);
Weights weights_of(const Network::Layers& layers);

Estimate estimate(const Weights& weights, const Features& features);

// What the network should have said.
struct Sample {
    Features features;
    float chance = 0;
    std::optional<float> margin; // if it is known
};

// How wrong the network is: the cross entropy of its chance, and a part for its margin.
float loss(const Weights& weights, const Sample& sample);

// Adds the derivatives of that loss by each weight to the slopes, and returns the cross entropy.
float add_slopes(const Weights& weights, const Sample& sample, Weights& slopes);

// What Adam remembers of past gradients.
struct Moments {
    Weights first, second;
    std::uint64_t steps = 0;
};

Moments no_moments();

// Adam (Kingma, Ba 2015). Columns of features that a batch lacks stay as they are.
class Optimizer {
  public:
    // Both must outlive it.
    Optimizer(Weights& weights, Moments& moments);

    // One step; returns the mean loss of the chances before it.
    float step(std::span<const Sample* const> batch, float rate);

  private:
    void touch(std::size_t column);
    void move(std::size_t layer, std::size_t begin, std::size_t end, float count, float rate);

    Weights& weights_;
    Moments& moments_;
    Weights gradient_;
    std::vector<std::uint64_t> touched_at_; // for each column, the last step that touched it
    std::vector<std::size_t> touched_;      // in this step
};

} // namespace jaipur::bots::trainer
