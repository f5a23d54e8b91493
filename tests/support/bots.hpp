// What tests of bots have in common.
#pragma once

#include "bots/network.hpp"

#include <functional>

namespace jaipur::test {

// A budget of this many worlds for a search, the same on every machine.
inline std::function<double()> worlds(int count) {
    return [count, asked = 0]() mutable { return static_cast<double>(asked++) / count; };
}

// A network that finds all positions equal.
inline bots::Network indifferent_network() {
    bots::Network::Layers layers;
    layers.first.resize((bots::feature_count + 1) * bots::first_width);
    layers.second.resize(bots::second_width * bots::first_width);
    layers.second_biases.resize(bots::second_width);
    layers.third.resize(2 * bots::second_width);
    return bots::Network(bots::Network::bytes(layers));
}

} // namespace jaipur::test
