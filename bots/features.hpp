// A position after the player's action, as the value network reads it: the numbers of the features
// that are present. Each combines two small counts, so that the first layer can learn any table
// over them.
#pragma once

#include "bots/position.hpp"
#include "common/fixed_vector.hpp"

#include <cstddef>
#include <cstdint>

namespace jaipur::bots {

inline constexpr std::size_t most_features = 80; // present at a time
using Features = FixedVector<std::uint16_t, most_features>;

extern const std::size_t feature_count; // of all that exist

// Features of which exactly one is present, `begin` to `end` - 1.
struct FeatureBlock {
    std::size_t begin = 0, end = 0;
};

using FeatureBlocks = FixedVector<FeatureBlock, most_features>;

// All blocks, in order. A position has one feature of each.
const FeatureBlocks& feature_blocks();

// Cloth and spice are alike in every rule, so a position and the same one with both swapped have
// the same features.
Features features(const Position& position);

} // namespace jaipur::bots
