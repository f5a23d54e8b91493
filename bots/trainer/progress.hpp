// What a training run tells people, and what it keeps beside the checkpoint `x.ck`: the network for
// the bots (`x.bin`), its strength over time (`x.tsv`), and a plot of that (`x.svg`).
#pragma once

#include "bots/ladder/player.hpp"
#include "bots/trainer/learner.hpp"
#include "bots/trainer/pace.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace jaipur::bots::trainer {

struct Goal {
    std::filesystem::path checkpoint;
    ladder::Entrant opponent; // strength is the share of rounds won against it
    std::uint64_t rounds = 0;
    int threads = 1;
    double seconds = 0; // until the run stops; 0: after all rounds
};

class Progress {
  public:
    Progress(const Learner& learner, Goal goal);

    // Call it after each step of the learner.
    void add(double loss, double seconds, std::uint64_t rounds);

    // Whether a minute is over.
    bool is_due() const;

    // Until the run's time is over; infinity if it has no limit.
    double seconds_left() const;

    // Saves the checkpoint and the network.
    void save() const;

    // The same; also measures the strength, for the table, the plot and a line that it prints.
    void save_and_tell();

  private:
    using Clock = std::chrono::steady_clock;

    struct Measured {
        std::uint64_t rounds = 0;
        double share = 0, error = 0, loss = 0;
    };

    void read_history();
    void measure();
    void write_history() const;
    void tell() const;
    std::filesystem::path file(const char* extension) const;

    const Learner& learner_;
    Goal goal_;
    Pace pace_;
    std::vector<Measured> history_;
    Clock::time_point began_ = Clock::now(), told_ = began_;
    double loss_ = 0;
    int steps_ = 0;
};

} // namespace jaipur::bots::trainer
