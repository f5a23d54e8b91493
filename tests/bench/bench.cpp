// `bench`: measures the server and the reference programs in turn, in rounds, and prints one table.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/ground.hpp"
#include "tests/bench/load/epoll.hpp"
#include "tests/bench/options.hpp"
#include "tests/bench/report/report.hpp"
#include "tests/bench/results.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using namespace jaipur::bench;

constexpr int measured = 0, not_all = 1, misused = 2;

// For what the programs write: on the report's disk, and removed at the end.
class Scratch {
  public:
    explicit Scratch(const fs::path& output) {
        fs::create_directories(output);
        std::string name = (output / "run-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("can't write to " + output.string());
        folder_ = fs::absolute(name);
    }

    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const fs::path& folder() const { return folder_; }

  private:
    fs::path folder_;
};

std::vector<std::unique_ptr<Figure>> all_figures() {
    std::vector<std::unique_ptr<Figure>> figures;
    for (const auto make : {make_mix, make_cost, make_pace, make_threads, make_references, make_tls,
                            make_latency, make_spectators, make_bots, make_rooms, make_memory,
                            make_restart, make_growth, make_rules, make_codec})
        figures.push_back(make());
    return figures;
}

void run(const Figure& figure, const Ground& ground, Results& results) {
    const auto start = Clock::now();
    try {
        figure.round(ground, results);
        std::fprintf(stderr, "  %-12s %5.1f s\n", std::string(figure.name()).c_str(),
                     seconds_since(start));
    } catch (const std::exception& error) {
        const std::string text = std::string(figure.name()) + ": " + error.what();
        std::fprintf(stderr, "  %s\n", text.c_str());
        results.missing(text);
    }
}

// A round of one figure, of all builds that take turns. Each build is first in every second round.
void run(const Figure& figure, const std::vector<Ground>& builds, int round, Results& results) {
    const std::size_t count = figure.depends_on_server() ? builds.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t build = round % 2 == 0 ? count - 1 - i : i;
        results.begin(round, build == 0 ? Results::Build::Measured : Results::Build::Against);
        run(figure, builds[build], results);
    }
}

std::vector<Ground> builds_of(const Options& options, const fs::path& scratch) {
    std::vector<Ground> builds;
    for (const fs::path& server : {options.server, options.against})
        if (!server.empty())
            builds.emplace_back(Ground::Plan{fs::absolute(server), scratch, options.server_options,
                                             options.seconds, options.quick});
    return builds;
}

About about(const Options& options) {
    About about = about_this_machine();
    about.emplace_back("rounds", std::to_string(options.rounds) + " of " +
                                     std::to_string(options.seconds).substr(0, 4) +
                                     " s per measurement" +
                                     (options.quick ? ", quick: no verdict" : ""));
    if (!options.against.empty())
        about.emplace_back("against", fs::absolute(options.against).string());
    return about;
}

int run(const Options& options, const std::vector<std::unique_ptr<Figure>>& figures) {
    const About described = about(options);
    const Scratch scratch(options.output);
    const auto builds = builds_of(options, scratch.folder());
    Results results;
    for (int round = 1; round <= options.rounds; ++round) {
        std::fprintf(stderr, "round %d of %d\n", round, options.rounds);
        for (const auto& figure : figures)
            if (options.only.empty() ||
                std::ranges::find(options.only, figure->name()) != options.only.end())
                run(*figure, builds, round, results);
    }
    write_report(options.output, described, results);
    std::fputs(table(described, results).c_str(), stdout);
    std::printf("\nThe report is in %s\n", fs::absolute(options.output).lexically_normal().c_str());
    return results.are_whole() ? measured : not_all;
}

} // namespace

int main(int argc, char** argv) {
    try {
        const auto figures = all_figures();
        std::vector<std::string> names;
        names.reserve(figures.size());
        for (const auto& figure : figures)
            names.emplace_back(figure->name());
        try {
            const Options options = parse({argv + 1, argv + argc}, names,
                                          fs::read_symlink("/proc/self/exe").parent_path());
            if (options.help)
                return std::fputs(usage(names).c_str(), stdout) < 0 ? not_all : measured;
            return run(options, figures);
        } catch (const Misuse& misuse) {
            std::fprintf(stderr, "bench: %s\n%s", misuse.what(), usage(names).c_str());
            return misused;
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench: %s\n", error.what());
        return not_all;
    }
}
