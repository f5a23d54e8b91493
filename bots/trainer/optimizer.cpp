#include "bots/trainer/optimizer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#ifdef __FAST_MATH__
#error "the square roots of tiny moments would be NaN"
#endif

namespace jaipur::bots::trainer {

namespace {

// The parts of a step. However large the team is: the order of the sums must not depend on it.
constexpr std::size_t slice_count = 16, columns_at_a_time = 16;

constexpr float beta1 = 0.9f, beta2 = 0.999f; // of Adam

// So small that the sum of any columns fits into 16 bits (`Network`): one of each block of
// features, and the biases.
float largest_first() {
    static const std::size_t most =
        std::numeric_limits<std::int16_t>::max() / (feature_blocks().size() + 1) - 1;
    static const float largest = static_cast<float>(most) / activation_one;
    return largest;
}

} // namespace

Moments no_moments() {
    return {no_weights(), no_weights(), 0};
}

Optimizer::Optimizer(Weights& weights, Moments& moments, Team& team)
    : weights_(weights), moments_(moments), team_(team), slices_(slice_count),
      samples_with_(feature_count + 1) {
    for (Slice& slice : slices_) {
        slice.slopes.second.resize(weights.second.size());
        slice.slopes.third.resize(weights.third.size());
    }
}

float Optimizer::step(std::span<const Sample* const> batch, float rate) {
    const auto t = static_cast<float>(++moments_.steps);
    const float scale = rate * std::sqrt(1 - std::pow(beta2, t)) / (1 - std::pow(beta1, t));
    first_slopes_.resize(batch.size());
    team_.share(slice_count + 1, [&](std::size_t part) {
        if (part == 0)
            find_columns(batch);
        else
            learn(batch, part - 1);
    });
    constexpr std::size_t other_layers = 2;
    const std::size_t parts = (columns_.size() + columns_at_a_time - 1) / columns_at_a_time;
    team_.share(other_layers + parts, [&](std::size_t part) {
        if (part < other_layers)
            move_layer(part + 1, scale);
        else
            move_columns(part - other_layers, scale);
    });
    float loss = 0;
    for (const Slice& slice : slices_)
        loss += slice.loss;
    return loss / static_cast<float>(batch.size());
}

void Optimizer::find_columns(std::span<const Sample* const> batch) {
    for (const std::size_t column : columns_)
        samples_with_[column].clear();
    columns_.clear();
    const auto add = [&](std::size_t column, std::size_t sample) {
        if (samples_with_[column].empty())
            columns_.push_back(column);
        samples_with_[column].push_back(sample);
    };
    for (std::size_t sample = 0; sample < batch.size(); ++sample) {
        for (const std::uint16_t feature : batch[sample]->features)
            add(feature, sample);
        add(feature_count, sample); // the biases
    }
}

void Optimizer::learn(std::span<const Sample* const> batch, std::size_t slice) {
    Slice& mine = slices_[slice];
    std::ranges::fill(mine.slopes.second, 0.0f);
    std::ranges::fill(mine.slopes.third, 0.0f);
    mine.loss = 0;
    const std::size_t end = (slice + 1) * batch.size() / slice_count;
    for (std::size_t i = slice * batch.size() / slice_count; i < end; ++i) {
        const auto [first, loss] = add_slopes(weights_, *batch[i], mine.slopes);
        first_slopes_[i] = first;
        mine.loss += loss;
    }
}

void Optimizer::move_columns(std::size_t part, float scale) {
    const std::size_t end = std::min((part + 1) * columns_at_a_time, columns_.size());
    for (std::size_t at = part * columns_at_a_time; at < end; ++at) {
        std::array<float, first_width> slopes{};
        for (const std::size_t sample : samples_with_[columns_[at]])
            for (std::size_t i = 0; i < first_width; ++i)
                slopes[i] += first_slopes_[sample][i];
        move(0, columns_[at] * first_width, slopes, scale);
    }
}

void Optimizer::move_layer(std::size_t layer, float scale) {
    std::vector<float> slopes(weights_.layers()[layer]->size());
    for (const Slice& slice : slices_)
        for (std::size_t i = 0; i < slopes.size(); ++i)
            slopes[i] += (*slice.slopes.layers()[layer])[i];
    move(layer, 0, slopes, scale);
}

// Moves the weights from `begin` on along the mean slope; `slopes` are sums over the batch.
void Optimizer::move(std::size_t layer, std::size_t begin, std::span<const float> slopes,
                     float scale) {
    constexpr float small = 1e-8f;
    const float largest = layer == 0 ? largest_first() : std::numeric_limits<float>::max();
    const auto count = static_cast<float>(first_slopes_.size());
    float* weight = weights_.layers()[layer]->data() + begin;
    float* first = moments_.first.layers()[layer]->data() + begin;
    float* second = moments_.second.layers()[layer]->data() + begin;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        const float slope = slopes[i] / count;
        first[i] = beta1 * first[i] + (1 - beta1) * slope;
        second[i] = beta2 * second[i] + (1 - beta2) * slope * slope;
        const float moved = weight[i] - scale * first[i] / (std::sqrt(second[i]) + small);
        weight[i] = std::min(std::max(moved, -largest), largest);
    }
}

} // namespace jaipur::bots::trainer
