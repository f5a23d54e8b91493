// Moves per second by the number of the server's threads, under full load, next to those of as many
// servers with one thread each: what they do is all that this machine has to offer. Half of its
// cores are for load generators, which need less than the server.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::bench {

namespace {

constexpr int rooms_per_thread = 200;
constexpr int most = 8; // threads

int cores() {
    return static_cast<int>(std::thread::hardware_concurrency());
}

// Several load generators, each with its own thread and rooms. They take turns to choose a
// server.
class Crowd {
  public:
    Crowd(const std::vector<std::unique_ptr<Process>>& servers, int generators, int rooms) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(generators); ++i)
            loads_.push_back(std::make_unique<Load>(servers[i % servers.size()]->port()));
        at_once([&](Load& load) {
            load.open(rooms / generators);
            load.spread();
            return Numbers();
        });
    }

    // The moves per second of all.
    double run(double seconds) {
        double rate = 0;
        for (const Numbers& numbers : at_once([&](Load& load) { return load.run(seconds); }))
            rate += static_cast<double>(numbers.moves) / numbers.seconds;
        return rate;
    }

  private:
    std::vector<Numbers> at_once(const std::function<Numbers(Load&)>& work) {
        std::vector<std::future<Numbers>> running;
        running.reserve(loads_.size());
        for (const auto& load : loads_)
            running.push_back(
                std::async(std::launch::async, [&work, &load] { return work(*load); }));
        std::vector<Numbers> all;
        all.reserve(running.size());
        for (auto& one : running)
            all.push_back(one.get());
        return all;
    }

    std::vector<std::unique_ptr<Load>> loads_;
};

class Threads : public Figure {
  public:
    std::string_view name() const override { return "threads"; }

    void round(const Ground& ground, Results& results) const override {
        if (cores() < 4)
            return results.note("threads: that needs at least four cores");
        for (int threads = 1; threads <= std::min(most, cores() / 2); threads *= 2) {
            for (const bool durable : {false, true}) {
                measure(ground, {durable, 1, threads}, results);
                if (threads > 1)
                    measure(ground, {durable, threads, 1}, results);
            }
        }
    }

  private:
    struct Contest {
        bool durable;
        int servers, threads; // of each

        int all_threads() const { return servers * threads; }

        std::string group() const {
            return std::string("threads/") + (durable ? "durable/" : "in_memory/");
        }

        std::string key() const {
            return group() + (servers > 1 ? "servers_" : "") + std::to_string(all_threads()) + "/";
        }

        std::string label() const {
            return std::string(durable ? ", durable, " : ", in memory, ") +
                   (servers > 1 ? std::to_string(servers) + " servers"
                                : "threads: " + std::to_string(threads));
        }
    };

    static void measure(const Ground& ground, const Contest& contest, Results& results) {
        const auto folder = ground.fresh_folder();
        std::vector<std::unique_ptr<Process>> servers;
        for (int i = 0; i < contest.servers; ++i)
            servers.push_back(start(ground, contest, folder / std::to_string(i)));
        const int threads = contest.all_threads();
        Crowd crowd(servers, std::min(2 * threads, cores() / 2), rooms_per_thread * threads);
        crowd.run(ground.warming());
        const double before = cpu_seconds(servers);
        const auto start = Clock::now();
        const double rate = crowd.run(ground.seconds());
        const double spent = cpu_seconds(servers) - before, seconds = seconds_since(start);
        const std::string key = contest.key(), who = contest.label(), one = contest.group() + "1/";
        results.add({key + "rate", "moves per second" + who, "1/s", one + "rate"}, rate);
        results.add({key + "cpu", "CPU per move" + who, "µs", one + "cpu"},
                    1e6 * spent / (rate * seconds));
        results.add({key + "cores", "cores that the server used" + who, "", {}, true},
                    spent / seconds);
        servers.clear();
        std::filesystem::remove_all(folder);
    }

    static std::unique_ptr<Process> start(const Ground& ground, const Contest& contest,
                                          const std::filesystem::path& data) {
        if (contest.durable)
            return std::unique_ptr<Process>(
                new Process(ground.durable_server(data, contest.threads)));
        return std::unique_ptr<Process>(new Process(ground.in_memory_server(contest.threads)));
    }

    static double cpu_seconds(const std::vector<std::unique_ptr<Process>>& servers) {
        double sum = 0;
        for (const auto& server : servers)
            sum += server->cpu_seconds();
        return sum;
    }
};

} // namespace

std::unique_ptr<Figure> make_threads() {
    return std::make_unique<Threads>();
}

} // namespace jaipur::bench
