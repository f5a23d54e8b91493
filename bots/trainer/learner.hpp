// A training run: rounds of self-play, and steps of the optimizer, in turn.
#pragma once

#include "bots/trainer/calibrate.hpp"
#include "bots/trainer/checkpoint.hpp"
#include "bots/trainer/optimizer.hpp"
#include "bots/trainer/self_play.hpp"
#include "bots/trainer/team.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace jaipur::bots::trainer {

struct TrainingPlan {
    std::uint64_t rounds = 0; // at the end of the run, earlier runs included
    std::uint64_t seed = 1;
    std::size_t rounds_at_a_time = 256; // between steps of the optimizer
    int threads = 1;
    Habits habits{.exploration = 0.04, .trace = 0.85};
    float first_rate = 1e-3f, last_rate = 5e-5f; // of learning; falls by the same factor each round
    int passes = 2;                              // how often each sample is learnt from, on average
    const Network* opponent = nullptr;           // if not, the network plays against itself
};

class Learner {
  public:
    // Goes on from a checkpoint. The same plan makes the same weights, on any number of threads, as
    // long as it isn't interrupted: a checkpoint doesn't have the latest samples, so the first
    // steps after it learn from fewer.
    Learner(Checkpoint checkpoint, const TrainingPlan& plan);

    bool is_done() const { return checkpoint_.rounds >= plan_.rounds; }

    // Plays some rounds and learns from them; returns the mean loss.
    double advance();

    // See `calibrate`.
    Line calibrate(std::uint64_t rounds);

    const Checkpoint& checkpoint() const { return checkpoint_; }

    float rate() const;

  private:
    std::vector<Sample> play();
    // `network`: the one that searches, if one does.
    void play_round(const std::optional<Network>& network, Dice& random,
                    std::vector<Sample>& samples) const;
    void keep(const std::vector<Sample>& samples);

    Checkpoint checkpoint_;
    TrainingPlan plan_;
    Team team_;
    Optimizer optimizer_;
    std::vector<Sample> pool_; // the latest samples
    std::size_t oldest_ = 0;   // where the next one goes, once the pool is full
};

} // namespace jaipur::bots::trainer
