// The value network: what a position after an action is worth to the player who acted. Integers
// only, so that the same position has the same value on every processor and in WebAssembly.
#pragma once

#include "bots/features.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace jaipur::bots {

inline constexpr std::size_t first_width = 128, second_width = 32;

// Units of the integers.
inline constexpr int activation_one = 256; // an activation of 1, and a first-layer weight of 1
inline constexpr int weight_one = 1024;    // a weight of 1 in the other layers
inline constexpr int chance_one = 65536;   // certainty

// A chance, or a mean of chances, as a number up to 1.
constexpr double share(double chance) {
    return chance / chance_one;
}

struct Value {
    int logit = 0;  // of the chance to win the round, in units of 1 / (activation_one * weight_one)
    int margin = 0; // rupees ahead at the end, divided by `margin_unit`, in the same units
};

inline constexpr int margin_unit = 20;

// The chance for a logit, in units of 1 / chance_one.
int chance(int logit);

struct BadWeights : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using FirstSums = std::array<std::int16_t, first_width>;

class Network {
  public:
    // Reads what `bytes` wrote. Throws BadWeights if it can't, or if a sum could overflow.
    explicit Network(std::span<const std::byte> file);

    Value value(const Features& features) const;

    // Of the first layer, before they are activations.
    FirstSums sums(const Features& features) const;

    // As arrays of numbers; each layer's biases come last.
    struct Layers {
        std::vector<std::int16_t> first;  // a column of `first_width` for each feature
        std::vector<std::int16_t> second; // `second_width` rows of `first_width`
        std::vector<std::int32_t> second_biases;
        std::vector<std::int16_t> third; // 2 rows of `second_width`
        std::array<std::int32_t, 2> third_biases{};
    };

    static std::vector<std::byte> bytes(const Layers& layers);

    const Layers& layers() const { return layers_; }

  private:
    Layers layers_;
};

// Values positions that share most features with the one in their middle: adds up only the columns
// that differ. It must not outlive the network.
class Neighbours {
  public:
    Neighbours(const Network& network, const Features& middle);

    Value value(const Features& features) const;

  private:
    const Network& network_;
    Features middle_;
    FirstSums sums_;
};

// The one that is built into this program.
const Network& trained_network();

} // namespace jaipur::bots
