// The value network's integers.
#include "bots/network.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

using namespace jaipur;
using namespace jaipur::bots;
using jaipur::test::Random;

namespace {

Network::Layers random_layers(std::uint64_t seed, int first, int others) {
    Random random(seed);
    const auto fill = [&](auto& numbers, std::size_t size, int most) {
        if constexpr (requires { numbers.resize(size); })
            numbers.resize(size);
        for (auto& each : numbers)
            each = static_cast<std::remove_reference_t<decltype(each)>>(
                static_cast<int>(random.below(static_cast<std::size_t>(2 * most + 1))) - most);
    };
    Network::Layers layers;
    fill(layers.first, (feature_count + 1) * first_width, first);
    fill(layers.second, second_width * first_width, others);
    fill(layers.second_biases, second_width, others * activation_one);
    fill(layers.third, 2 * second_width, others);
    fill(layers.third_biases, 2, others * activation_one);
    return layers;
}

// The same sums, spelled out.
Value by_hand(const Network::Layers& layers, const Features& features) {
    const auto within = [](int sum) { return std::min(std::max(sum, 0), activation_one); };
    std::array<int, first_width> first{};
    for (std::size_t i = 0; i < first_width; ++i) {
        int sum = layers.first[feature_count * first_width + i];
        for (const std::uint16_t feature : features)
            sum += layers.first[feature * first_width + i];
        first[i] = within(sum);
    }
    std::array<int, second_width> second{};
    for (std::size_t j = 0; j < second_width; ++j) {
        int sum = layers.second_biases[j];
        for (std::size_t i = 0; i < first_width; ++i)
            sum += layers.second[j * first_width + i] * first[i];
        second[j] = within(sum / weight_one);
    }
    std::array<int, 2> out{layers.third_biases[0], layers.third_biases[1]};
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t j = 0; j < second_width; ++j)
            out[k] += layers.third[k * second_width + j] * second[j];
    return {out[0], out[1]};
}

Features random_features(Random& random) {
    Features features;
    for (const FeatureBlock& block : feature_blocks())
        features.push_back(
            static_cast<std::uint16_t>(block.begin + random.below(block.end - block.begin)));
    return features;
}

} // namespace

TEST_CASE("values are the sums that the layers say") {
    Random random(1);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Network::Layers layers = random_layers(seed, 60, 3000);
        const Network network(Network::bytes(layers));
        for (int i = 0; i < 100; ++i) {
            const Features features = random_features(random);
            const Value value = network.value(features), expected = by_hand(layers, features);
            REQUIRE(value.logit == expected.logit);
            REQUIRE(value.margin == expected.margin);
        }
    }
}

TEST_CASE("chances grow with the logit, add up to one, and are the logistic function's") {
    constexpr int one = activation_one * weight_one;
    CHECK(chance(0) == chance_one / 2);
    int before = 0;
    for (int logit = -14 * one; logit <= 14 * one; logit += one / 97) {
        const int now = chance(logit);
        REQUIRE(now >= before);
        REQUIRE(now + chance(-logit) == chance_one);
        const double exact = 1 / (1 + std::exp(-static_cast<double>(logit) / one));
        REQUIRE(std::abs(now - exact * chance_one) < 2);
        before = now;
    }
    CHECK(chance(std::numeric_limits<int>::max()) <= chance_one);
    CHECK(chance(-std::numeric_limits<int>::max()) >= 0);
}

TEST_CASE("a file that isn't a network is refused") {
    auto bytes = Network::bytes(random_layers(1, 60, 3000));
    CHECK_NOTHROW(Network{bytes});
    auto cut = bytes;
    cut.pop_back();
    CHECK_THROWS_WITH_AS(Network{cut}, "the weights are cut off", BadWeights);
    auto longer = bytes;
    longer.push_back({});
    CHECK_THROWS_WITH_AS(Network{longer}, "more follows after the weights", BadWeights);
    bytes[0] = {};
    CHECK_THROWS_WITH_AS(Network{bytes}, "this file has no weights of a value network", BadWeights);
    CHECK_THROWS_AS(Network(std::span<const std::byte>{}), BadWeights);
}

TEST_CASE("weights whose sums could overflow are refused") {
    auto layers = random_layers(1, 0, 100);
    const auto most = std::numeric_limits<std::int16_t>::max();
    layers.first[feature_blocks()[0].begin * first_width] = most;
    CHECK_NOTHROW(Network{Network::bytes(layers)});
    layers.first[feature_blocks()[1].begin * first_width] = -1;
    CHECK_THROWS_WITH_AS(Network{Network::bytes(layers)},
                         "the weights of the first layer are too large", BadWeights);
    const auto refuses = [](const Network::Layers& changed) {
        CHECK_THROWS_WITH_AS(Network{Network::bytes(changed)},
                             "the weights of the second or third layer are too large", BadWeights);
    };
    constexpr auto most_bias = std::numeric_limits<std::int32_t>::max();
    layers = random_layers(1, 0, 0);
    layers.second_biases[second_width - 1] = most_bias;
    CHECK_NOTHROW(Network{Network::bytes(layers)});
    layers.second[second_width * first_width - 1] = -1;
    refuses(layers);
    layers = random_layers(1, 0, 0);
    layers.third_biases[0] = std::numeric_limits<std::int32_t>::min();
    refuses(layers);
    layers.third_biases[0] = -most_bias;
    CHECK_NOTHROW(Network{Network::bytes(layers)});
    layers.third[0] = 1;
    refuses(layers);
}
