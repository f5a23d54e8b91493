// jaipur-ladder: lets bots play each other, and says how strong they are.
#include "bots/ladder/command_line.hpp"
#include "bots/ladder/parse.hpp"
#include "bots/ladder/report.hpp"
#include "bots/ladder/signals.hpp"
#include "bots/ladder/tournament.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace jaipur::bots;
using namespace jaipur::bots::ladder;

namespace {

struct Options {
    std::vector<std::string> players;
    Schedule schedule;
    std::string judge, plot;
    std::int64_t patience_ms = Patience{}.each.count();
    bool only_first = false, no_judge = false, calibration = false;
};

void add_to(CLI::App& app, Options& options) {
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    options.schedule.threads = cores;
    app.add_option("PLAYER", options.players, player_names())
        ->required()
        ->expected(2, 100)
        ->option_text("(2 or more)");
    app.add_option("--deals", options.schedule.deals,
                   "deals for each pair of players; each deal is played twice")
        ->check(at_least(1));
    app.add_option("--seed", options.schedule.seed, "seed of the deals")
        ->check(at_least(std::uint64_t{0}));
    app.add_option("--threads", options.schedule.threads, "threads that play at the same time")
        ->check(between(1, 1024));
    app.add_flag("--first", options.only_first, "play only the first player against the others");
    app.add_option("--plot", options.plot, "write a plot of the Elo ratings to this file, as SVG");
    app.add_option("--patience", options.patience_ms,
                   "how long a program may take for an answer, in ms; the first one may take 10 s "
                   "more")
        ->check(at_least(std::int64_t{1}));
    app.add_option("--judge", options.judge,
                   "weights that judge luck and decisions; choose them before you see results");
    auto* plain = app.add_flag("--plain", options.no_judge, "judge neither luck nor decisions");
    app.add_flag("--calibration", options.calibration,
                 "show how often positions are won that the judge gives a certain chance")
        ->excludes(plain);
}

std::vector<Encounter> play_all(const std::vector<Entrant>& players, const Options& options) {
    std::vector<Encounter> encounters;
    for (std::size_t one = 0; one < (options.only_first ? 1 : players.size()); ++one)
        for (std::size_t two = one + 1; two < players.size(); ++two) {
            Schedule schedule = options.schedule;
            if (isatty(STDERR_FILENO) != 0)
                schedule.progress = [&](int done, int all) {
                    std::fprintf(stderr, "\r%s against %s: %d of %d deals ",
                                 players[one].name.c_str(), players[two].name.c_str(), done, all);
                };
            Encounter encounter = play(players[one], players[two], schedule);
            encounter.one = one;
            encounter.two = two;
            if (encounter.rounds() > 0) // otherwise it was interrupted
                encounters.push_back(std::move(encounter));
            if (schedule.progress)
                std::fputs("\r\033[K", stderr);
        }
    return encounters;
}

int run(int count, const char* const* words) {
    Options options;
    CLI::App app("Measures the strength of bots. They play each deal twice, with swapped seats. "
                 "Ctrl-C stops and shows the results so far.",
                 "jaipur-ladder");
    app.option_defaults()->always_capture_default();
    add_to(app, options);
    if (const auto code = parse(app, count, words))
        return *code;

    Patience patience;
    patience.each = std::chrono::milliseconds(options.patience_ms);
    std::vector<Entrant> players;
    for (const std::string& name : options.players)
        players.push_back(parse_player(name, patience));
    SharedNetwork judge;
    if (!options.judge.empty())
        judge = read_network(options.judge);
    if (!options.no_judge)
        options.schedule.judge = judge ? judge.get() : &trained_network();
    const auto& interrupted = catch_signals();
    options.schedule.stop = &interrupted;
    const auto encounters = play_all(players, options);
    std::cout << table(players, encounters);
    if (options.calibration)
        std::cout << calibration_table(encounters);
    if (options.plot.empty() || interrupted)
        return 0;
    std::ofstream out(options.plot);
    out << elo_plot(players, encounters);
    out.close();
    if (!out)
        throw std::runtime_error("can't write " + options.plot);
    return 0;
}

} // namespace

int main(int count, char** words) {
    try {
        return run(count, words);
    } catch (const std::exception& error) {
        std::cerr << "jaipur-ladder: " << error.what() << '\n';
        return 1;
    }
}
