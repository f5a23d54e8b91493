// jaipur-ladder: lets players play each other, and says how strong they are.
#include "bots/ladder/parse.hpp"
#include "bots/ladder/report.hpp"
#include "bots/ladder/tournament.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
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

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free); // a signal handler sets it

struct Options {
    std::vector<std::string> players;
    Schedule schedule;
    std::string judge, plot;
    std::int64_t patience_ms = Patience{}.each.count();
    bool only_first = false, no_luck = false;
};

void add_to(CLI::App& app, Options& options) {
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    options.schedule.threads = cores;
    app.add_option("players", options.players, player_names)->required()->expected(2, 100);
    app.add_option("--deals", options.schedule.deals, "of each pair of players; two rounds each")
        ->check(CLI::PositiveNumber);
    app.add_option("--seed", options.schedule.seed, "of the deals");
    app.add_option("--threads", options.schedule.threads, "that play at the same time")
        ->check(CLI::Range(1, 1024));
    app.add_flag("--first", options.only_first, "only the first player plays each of the others");
    app.add_option("--plot", options.plot, "a file for the plot of Elo, as SVG");
    app.add_option("--patience", options.patience_ms, "how long a program may think, in ms")
        ->check(CLI::PositiveNumber);
    app.add_option("--judge", options.judge,
                   "weights that value luck; choose them before you see results");
    app.add_flag("--plain", options.no_luck, "don't count luck");
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
    CLI::App app("Measures the strength of computer players: on each deal, two players play two "
                 "rounds with swapped seats. Ctrl-C ends it and shows the results so far.",
                 "jaipur-ladder");
    app.option_defaults()->always_capture_default();
    add_to(app, options);
    CLI11_PARSE(app, count, words);

    Patience patience;
    patience.each = std::chrono::milliseconds(options.patience_ms);
    std::vector<Entrant> players;
    for (const std::string& name : options.players)
        players.push_back(parse_player(name, patience));
    SharedNetwork judge;
    if (!options.judge.empty())
        judge = read_network(options.judge);
    if (!options.no_luck)
        options.schedule.judge = judge ? judge.get() : &trained_network();
    options.schedule.stop = &interrupted;
    std::signal(SIGINT, [](int) { interrupted = true; });
    const auto encounters = play_all(players, options);
    std::cout << table(players, encounters);
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
