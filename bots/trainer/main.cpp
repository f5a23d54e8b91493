// jaipur-train: trains the bots' value network by self-play, or a best response to a network that
// stays as it is.
#include "bots/ladder/command_line.hpp"
#include "bots/ladder/parse.hpp"
#include "bots/ladder/players.hpp"
#include "bots/ladder/signals.hpp"
#include "bots/trainer/learner.hpp"
#include "bots/trainer/progress.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <thread>
#include <utility>

using namespace jaipur::bots;
using namespace jaipur::bots::trainer;

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
    std::string checkpoint, from, against;
    TrainingPlan plan;
    double minutes = 0;
    std::uint64_t calibration = 0; // rounds
};

void add_to(CLI::App& app, Options& options) {
    TrainingPlan& plan = options.plan;
    plan.rounds = 4000000;
    plan.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    app.add_option("checkpoint", options.checkpoint,
                   "where the run is kept, a file ending in .ck; goes on from it if it exists")
        ->required();
    app.add_option("--rounds", plan.rounds, "to play in all, earlier runs included")
        ->check(ladder::at_least(std::uint64_t{1}));
    app.add_option("--minutes", options.minutes, "stop after this time; 0: after all rounds")
        ->check(ladder::at_least(0.0));
    app.add_option("--calibrate", options.calibration,
                   "at the end, play so many rounds and fit the chances to their results; "
                   "0: leave the chances as they are")
        ->check(ladder::between(0, 10000000));
    app.add_option(
        "--from", options.from,
        "begin a new run with this network (weights or a checkpoint); otherwise at random");
    auto* against =
        app.add_option("--against", options.against,
                       "train a best response to this network, from its own weights on");
    app.add_option("--threads", plan.threads, "for self-play")->check(ladder::between(1, 1024));
    app.add_option("--seed", plan.seed,
                   "of the weights of a new run, and of all rounds from now on")
        ->check(ladder::at_least(std::uint64_t{0}));
    app.add_option("--trace", plan.habits.trace, "how much later positions count (lambda)")
        ->check(ladder::between(0.0, 1.0));
    app.add_option("--exploration", plan.habits.exploration, "the share of random actions")
        ->check(ladder::between(0.0, 1.0));
    app.add_option("--search", plan.habits.worlds,
                   "play by search, in so many worlds per action, and learn from what it finds; "
                   "0: no search")
        ->check(ladder::between(0, 10000))
        ->excludes(against);
    app.add_option("--rate", plan.first_rate,
                   "of learning, at first; it falls to --last-rate over all --rounds, even if "
                   "--minutes ends the run sooner")
        ->check(ladder::above_zero<float>());
    app.add_option("--last-rate", plan.last_rate, "of learning, after all --rounds")
        ->check(ladder::above_zero<float>());
}

// Where a new run begins; empty: at random.
const std::string& source_of(const Options& options) {
    return options.from.empty() ? options.against : options.from;
}

Checkpoint beginning(const Options& options) {
    if (std::filesystem::exists(options.checkpoint))
        return load(options.checkpoint);
    const std::string& from = source_of(options);
    if (!from.empty())
        return {weights_of(ladder::read_network(from)->layers()), no_moments(), 0};
    return {random_weights(options.plan.seed), no_moments(), 0};
}

void calibrate(Learner& learner, Progress& progress, std::uint64_t rounds) {
    const Line line = learner.calibrate(rounds);
    std::printf("Calibrated: logits are now %.3f times what they were, plus %.3f.\n",
                double{line.slope}, double{line.constant});
    progress.save();
}

std::string rounds_of(const Learner& learner) {
    return std::to_string(learner.checkpoint().rounds) + " rounds";
}

// The first line; the next one takes a minute.
void tell_beginning(const Options& options, const Learner& learner, bool is_new) {
    if (is_new) {
        const std::string& from = source_of(options);
        std::cout << "A new run, from " << (from.empty() ? "random weights" : from);
    } else {
        std::cout << "Going on from " << options.checkpoint << " at " << rounds_of(learner);
        if (!options.from.empty())
            std::cout << "; --from is only for new runs";
    }
    std::cout << ". It is saved and measured every minute." << std::endl;
}

// Until all are played, the time is over, or somebody interrupts.
void play_rounds(Learner& learner, Progress& progress, const std::atomic<bool>& interrupted) {
    for (bool over = learner.is_done(); !over;) {
        const auto begin = Clock::now();
        const auto rounds = learner.checkpoint().rounds;
        const double loss = learner.advance();
        progress.add(loss, std::chrono::duration<double>(Clock::now() - begin).count(),
                     learner.checkpoint().rounds - rounds);
        // Asked once: a signal after this would end the loop without saving.
        over = learner.is_done() || interrupted || progress.seconds_left() <= 0;
        if (over || progress.is_due())
            progress.save_and_tell();
    }
}

void train(Options options) {
    const auto& interrupted = ladder::catch_signals();
    const Claim claim(options.checkpoint);
    ladder::SharedNetwork opponent;
    Goal goal{options.checkpoint,
              {"greedy", ladder::greedy()},
              options.plan.rounds,
              options.plan.threads,
              60 * options.minutes};
    if (!options.against.empty()) {
        opponent = ladder::read_network(options.against);
        options.plan.opponent = opponent.get();
        goal.opponent = {options.against, ladder::by_network(opponent)};
    }
    Learner learner(beginning(options), options.plan);
    if (learner.is_done() && options.calibration == 0) {
        std::puts("This run has played all its rounds; a larger --rounds continues it.");
        return;
    }
    const bool is_new = !std::filesystem::exists(options.checkpoint);
    Progress progress(learner, std::move(goal));
    progress.save(); // if the disk is full, that shows now, not after a minute
    tell_beginning(options, learner, is_new);
    play_rounds(learner, progress, interrupted);
    if (options.calibration > 0 && !interrupted)
        calibrate(learner, progress, options.calibration);
    std::cout << "Saved " << options.checkpoint << " at " << rounds_of(learner)
              << (learner.is_done() ? "; a larger --rounds continues it."
                                    : "; the same command goes on from there.")
              << std::endl;
}

int run(int count, const char* const* words) {
    Options options;
    CLI::App app("Trains the bots' value network. Ctrl-C saves the run and stops.", "jaipur-train");
    app.option_defaults()->always_capture_default();
    add_to(app, options);
    if (const auto code = ladder::parse(app, count, words))
        return *code;
    if (!options.checkpoint.ends_with(".ck")) {
        std::cerr << "jaipur-train: the checkpoint's name must end in .ck\n";
        return 2;
    }
    train(std::move(options));
    return 0;
}

} // namespace

int main(int count, char** words) {
    try {
        return run(count, words);
    } catch (const std::exception& error) {
        std::cerr << "jaipur-train: " << error.what() << '\n';
        return 1;
    }
}
