#include "bots/trainer/float_network.hpp"

#include "bots/random.hpp"

#include <boost/random/normal_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace jaipur::bots::trainer {

namespace {

constexpr float ceiling = 1;                           // of the activations
constexpr float sum_one = activation_one * weight_one; // of a bias that isn't the first layer's
using First = std::array<float, first_width>;
using Second = std::array<float, second_width>;

float activate(float sum) {
    return std::clamp(sum, 0.0f, ceiling);
}

bool passes_gradient(float activation) {
    return activation > 0 && activation < ceiling;
}

struct Layers {
    First first;
    Second second;
    Estimate out;
};

const float* column(const Weights& weights, std::size_t feature) {
    return weights.first.data() + feature * first_width;
}

// Several floats in one register. Left to itself, the compiler gathers single floats from many
// columns, which takes five times as long.
constexpr std::size_t lane = 16;
using Floats [[gnu::vector_size(lane * sizeof(float))]] = float;

void sum_columns(const Weights& weights, const Features& features, First& sums) {
    std::array<Floats, first_width / lane> total;
    std::memcpy(total.data(), column(weights, feature_count), sizeof total);
    for (const std::uint16_t feature : features) {
        const float* from = column(weights, feature);
        for (Floats& part : total) {
            Floats add;
            std::memcpy(&add, from, sizeof add);
            part += add;
            from += lane;
        }
    }
    std::memcpy(sums.data(), total.data(), sizeof sums);
}

Layers forward(const Weights& weights, const Features& features) {
    Layers layers;
    sum_columns(weights, features, layers.first);
    for (float& each : layers.first)
        each = activate(each);
    const float* row = weights.second.data();
    for (std::size_t j = 0; j < second_width; ++j, row += first_width) {
        float sum = 0;
        for (std::size_t i = 0; i < first_width; ++i)
            sum += row[i] * layers.first[i];
        layers.second[j] = activate(sum + weights.second[second_width * first_width + j]);
    }
    const float* third = weights.third.data();
    float logit = third[2 * second_width], margin = third[2 * second_width + 1];
    for (std::size_t j = 0; j < second_width; ++j) {
        logit += third[j] * layers.second[j];
        margin += third[second_width + j] * layers.second[j];
    }
    layers.out = {logit, margin};
    return layers;
}

constexpr float margin_weight = 0.25f; // of its loss, against that of the chance

float cross_entropy(float said, float target) {
    constexpr float least = 1e-6f;
    return -target * std::log(std::max(said, least)) -
           (1 - target) * std::log(std::max(1 - said, least));
}

// Adds the slopes of the last layer, and returns those of the activations before it.
Second back_to_second(const Weights& weights, const Layers& layers,
                      const std::array<float, 2>& error, Weights& slopes) {
    Second result{};
    for (std::size_t k = 0; k < error.size(); ++k) {
        for (std::size_t j = 0; j < second_width; ++j) {
            slopes.third[k * second_width + j] += error[k] * layers.second[j];
            result[j] += error[k] * weights.third[k * second_width + j];
        }
        slopes.third[2 * second_width + k] += error[k];
    }
    return result;
}

// The same for the layer before.
First back_to_first(const Weights& weights, const Layers& layers, const Second& error,
                    Weights& slopes) {
    First result{};
    for (std::size_t j = 0; j < second_width; ++j) {
        if (!passes_gradient(layers.second[j]))
            continue;
        const float* row = weights.second.data() + j * first_width;
        float* slope = slopes.second.data() + j * first_width;
        for (std::size_t i = 0; i < first_width; ++i) {
            slope[i] += error[j] * layers.first[i];
            result[i] += error[j] * row[i];
        }
        slopes.second[second_width * first_width + j] += error[j];
    }
    for (std::size_t i = 0; i < first_width; ++i)
        if (!passes_gradient(layers.first[i]))
            result[i] = 0;
    return result;
}

} // namespace

float chance(float logit) {
    return 1 / (1 + std::exp(-logit));
}

Weights no_weights() {
    return {std::vector<float>((feature_count + 1) * first_width),
            std::vector<float>((first_width + 1) * second_width),
            std::vector<float>((second_width + 1) * 2)};
}

Weights random_weights(std::uint64_t seed) {
    Weights weights = no_weights();
    Dice random(seed);
    const auto fill = [&](std::vector<float>& layer, std::size_t count, float spread) {
        boost::random::normal_distribution<float> draw(0, spread);
        for (std::size_t i = 0; i < count; ++i)
            layer[i] = draw(random);
    };
    fill(weights.first, feature_count * first_width, 0.05f);
    std::fill(weights.first.end() - first_width, weights.first.end(), 0.3f);
    fill(weights.second, first_width * second_width, 0.12f);
    std::fill(weights.second.end() - second_width, weights.second.end(), 0.3f);
    fill(weights.third, 2 * second_width, 0.1f);
    return weights;
}

Network::Layers rounded(const Weights& weights) {
    const auto whole = [](float number, float unit) { return std::lround(number * unit); };
    const auto fill = [&](auto& to, const std::vector<float>& from, std::size_t begin, float unit) {
        using Number = std::remove_reference_t<decltype(to[0])>;
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = static_cast<Number>(std::clamp<long>(whole(from[begin + i], unit),
                                                         std::numeric_limits<Number>::min(),
                                                         std::numeric_limits<Number>::max()));
    };
    Network::Layers layers;
    layers.first.resize(weights.first.size());
    layers.second.resize(second_width * first_width);
    layers.second_biases.resize(second_width);
    layers.third.resize(2 * second_width);
    fill(layers.first, weights.first, 0, activation_one);
    fill(layers.second, weights.second, 0, weight_one);
    fill(layers.second_biases, weights.second, second_width * first_width, sum_one);
    fill(layers.third, weights.third, 0, weight_one);
    fill(layers.third_biases, weights.third, 2 * second_width, sum_one);
    return layers;
}

Weights weights_of(const Network::Layers& layers) {
    const auto fill = [](std::vector<float>& to, std::size_t begin, const auto& from, float unit) {
        for (std::size_t i = 0; i < from.size(); ++i)
            to[begin + i] = static_cast<float>(from[i]) / unit;
    };
    Weights weights = no_weights();
    fill(weights.first, 0, layers.first, activation_one);
    fill(weights.second, 0, layers.second, weight_one);
    fill(weights.second, layers.second.size(), layers.second_biases, sum_one);
    fill(weights.third, 0, layers.third, weight_one);
    fill(weights.third, layers.third.size(), layers.third_biases, sum_one);
    return weights;
}

Estimate estimate(const Weights& weights, const Features& features) {
    return forward(weights, features).out;
}

float loss(const Weights& weights, const Sample& sample) {
    const Estimate said = estimate(weights, sample.features);
    const float off = std::abs(said.margin - sample.margin.value_or(said.margin));
    const float margin_loss = off < 1 ? off * off / 2 : off - 0.5f; // Huber's
    return cross_entropy(chance(said.logit), sample.chance) + margin_weight * margin_loss;
}

Slopes add_slopes(const Weights& weights, const Sample& sample, Weights& others) {
    const Layers layers = forward(weights, sample.features);
    const float p = chance(layers.out.logit);
    const std::array<float, 2> error{
        p - sample.chance,
        margin_weight *
            std::clamp(layers.out.margin - sample.margin.value_or(layers.out.margin), -1.0f, 1.0f)};
    const Second second = back_to_second(weights, layers, error, others);
    return {back_to_first(weights, layers, second, others), cross_entropy(p, sample.chance)};
}

} // namespace jaipur::bots::trainer
