#include "bots/trainer/learner.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace jaipur::bots::trainer {

namespace {

constexpr std::size_t batch_size = 128, pool_size = 400000;

} // namespace

Learner::Learner(Checkpoint checkpoint, const TrainingPlan& plan)
    : checkpoint_(std::move(checkpoint)), plan_(plan), team_(plan.threads),
      optimizer_(checkpoint_.weights, checkpoint_.moments, team_) {}

float Learner::rate() const {
    const float progress =
        std::min(1.0f, static_cast<float>(checkpoint_.rounds) / static_cast<float>(plan_.rounds));
    return plan_.first_rate * std::pow(plan_.last_rate / plan_.first_rate, progress);
}

double Learner::advance() {
    const auto samples = play();
    checkpoint_.rounds += plan_.rounds_at_a_time;
    keep(samples);
    Dice random = seeded(plan_.seed, checkpoint_.rounds, Purpose::Batch);
    std::vector<const Sample*> batch(batch_size);
    const std::size_t steps = samples.size() * static_cast<std::size_t>(plan_.passes) / batch_size;
    double loss = 0;
    for (std::size_t i = 0; i < steps; ++i) {
        for (const Sample*& each : batch)
            each = &pool_[below(pool_.size(), random)];
        loss += static_cast<double>(optimizer_.step(batch, rate()));
    }
    return loss / static_cast<double>(std::max<std::size_t>(steps, 1));
}

Line Learner::calibrate(std::uint64_t rounds) {
    return trainer::calibrate(checkpoint_.weights, rounds, plan_.seed, team_);
}

// Each round has its own random numbers, so it doesn't matter which thread plays it.
std::vector<Sample> Learner::play() {
    std::optional<Network> network; // as it is now
    if (plan_.habits.worlds > 0)
        network.emplace(Network::bytes(rounded(checkpoint_.weights)));
    std::vector<std::vector<Sample>> parts(plan_.rounds_at_a_time);
    team_.share(parts.size(), [&](std::size_t i) {
        Dice random = seeded(plan_.seed, checkpoint_.rounds + i, Purpose::Play);
        play_round(network, random, parts[i]);
    });
    std::vector<Sample> samples;
    for (const auto& part : parts)
        samples.insert(samples.end(), part.begin(), part.end());
    return samples;
}

void Learner::play_round(const std::optional<Network>& network, Dice& random,
                         std::vector<Sample>& samples) const {
    if (network)
        play_by_search(*network, plan_.habits, random, samples);
    else if (plan_.opponent != nullptr)
        play_against(*plan_.opponent, checkpoint_.weights, plan_.habits, random, samples);
    else
        self_play(checkpoint_.weights, plan_.habits, random, samples);
}

void Learner::keep(const std::vector<Sample>& samples) {
    for (const Sample& sample : samples)
        if (pool_.size() < pool_size) {
            pool_.push_back(sample);
        } else {
            pool_[oldest_] = sample;
            oldest_ = (oldest_ + 1) % pool_size;
        }
}

} // namespace jaipur::bots::trainer
