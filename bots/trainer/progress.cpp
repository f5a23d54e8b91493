#include "bots/trainer/progress.hpp"

#include "bots/ladder/players.hpp"
#include "bots/ladder/plot.hpp"
#include "bots/ladder/tournament.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace jaipur::bots::trainer {

namespace {

void replace_text(const std::filesystem::path& file, const std::string& text) {
    replace(file, std::as_bytes(std::span(text)));
}

} // namespace

Progress::Progress(const Learner& learner, Goal goal) : learner_(learner), goal_(std::move(goal)) {
    read_history();
}

std::filesystem::path Progress::file(const char* extension) const {
    auto file = goal_.checkpoint;
    return file.replace_extension(extension);
}

// Lines after the checkpoint's number of rounds belong to a run that was abandoned.
void Progress::read_history() {
    std::ifstream in(file(".tsv"));
    std::string head;
    std::getline(in, head);
    for (Measured each; in >> each.rounds >> each.share >> each.error >> each.loss;)
        if (each.rounds <= learner_.checkpoint().rounds)
            history_.push_back(each);
}

void Progress::add(double loss, double seconds, std::uint64_t rounds) {
    pace_.add(static_cast<double>(rounds), seconds);
    loss_ += loss;
    ++steps_;
}

bool Progress::is_due() const {
    return Clock::now() - told_ > std::chrono::minutes(1);
}

double Progress::seconds_left() const {
    return goal_.seconds > 0
               ? goal_.seconds - std::chrono::duration<double>(Clock::now() - began_).count()
               : std::numeric_limits<double>::infinity();
}

void Progress::save() const {
    trainer::save(learner_.checkpoint(), goal_.checkpoint);
    replace(file(".bin"), Network::bytes(rounded(learner_.checkpoint().weights)));
}

void Progress::save_and_tell() {
    save();
    measure();
    write_history();
    tell();
    loss_ = 0;
    steps_ = 0;
    told_ = Clock::now();
}

void Progress::measure() {
    const auto network =
        std::make_shared<const Network>(Network::bytes(rounded(learner_.checkpoint().weights)));
    ladder::Schedule schedule;
    schedule.deals = 500;
    schedule.threads = goal_.threads;
    const auto encounter =
        ladder::play({"network", ladder::by_network(network)}, goal_.opponent, schedule);
    history_.push_back({learner_.checkpoint().rounds, encounter.won.mean(), encounter.error(),
                        loss_ / std::max(steps_, 1)});
}

void Progress::write_history() const {
    std::string table = "rounds\tshare\terror\tloss\n";
    ladder::Plot plot{"Strength over training",
                      "million rounds of training",
                      "% of rounds won against " + goal_.opponent.name,
                      {},
                      ladder::Plot::Style::Line};
    for (const Measured& each : history_) {
        std::array<char, 100> line{};
        std::snprintf(line.data(), line.size(), "%llu\t%.4f\t%.4f\t%.4f\n",
                      static_cast<unsigned long long>(each.rounds), each.share, each.error,
                      each.loss);
        table += line.data();
        plot.points.push_back(
            {static_cast<double>(each.rounds) / 1e6, 100 * each.share, 100 * each.error, {}});
    }
    replace_text(file(".tsv"), table);
    replace_text(file(".svg"), ladder::svg(plot));
}

void Progress::tell() const {
    const Measured& last = history_.back();
    const double left = static_cast<double>(goal_.rounds - std::min(last.rounds, goal_.rounds));
    const double speed = pace_.speed();
    const double seconds = std::min(speed > 0 ? left / speed : 0, std::max(seconds_left(), 0.0));
    std::printf("%9llu rounds, %4.0f per second, %3.0f min left; loss %.4f; against %s %.1f ± %.1f "
                "%%\n",
                static_cast<unsigned long long>(last.rounds), speed, seconds / 60, last.loss,
                goal_.opponent.name.c_str(), 100 * last.share, 100 * last.error);
    std::fflush(stdout);
}

} // namespace jaipur::bots::trainer
