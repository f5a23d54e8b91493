// The value network as the trainer adjusts it: with floating-point weights.
#pragma once

#include "bots/features.hpp"
#include "bots/network.hpp"

#include <array>
#include <cstdint>
#include <optional>
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

// The derivatives of that loss by the sums of the first layer, and so by each weight of the columns
// that are in these sums.
struct Slopes {
    std::array<float, first_width> first{};
    float loss = 0; // the cross entropy alone
};

// Adds the derivatives by the weights of the other layers to `others`.
Slopes add_slopes(const Weights& weights, const Sample& sample, Weights& others);

} // namespace jaipur::bots::trainer
