// What spectators add to the cost of a move: a few rooms with fifty spectators each against the
// same rooms without any, at the same rate.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/bench/statistics.hpp"

#include <algorithm>

namespace jaipur::bench {

namespace {

constexpr int rooms = 4, watchers = 50;
constexpr double rate = 200; // moves per second

class Spectators : public Figure {
  public:
    std::string_view name() const override { return "spectators"; }

    void round(const Ground& ground, Results& results) const override {
        const double without = measure(ground, 0, results);
        const double with = measure(ground, watchers, results);
        results.add({"spectators/one_more", "CPU per move for one more spectator", "µs"},
                    (with - without) / watchers);
        crowd(ground, 0, results);
        crowd(ground, 1000, results);
    }

  private:
    // How late the opponent is if a crowd watches one room.
    static void crowd(const Ground& ground, int spectators, Results& results) {
        constexpr double moves_per_second = 20, shortest = 8;
        const Process server = ground.in_memory_server();
        Load load(server.port());
        load.open(1, {.spectators = spectators});
        load.run(1, moves_per_second);
        const double seconds = ground.is_quick() ? 1 : std::max(ground.seconds(), shortest);
        const Numbers numbers = load.run(seconds, moves_per_second);
        const std::string key = "spectators/crowd_of_" + std::to_string(spectators);
        results.add({key + "/p99",
                     "one room with " + std::to_string(spectators) +
                         " spectators, 20/s, p99 of a player's view",
                     "ms", "spectators/crowd_of_0/p99"},
                    quantile(numbers.view_ms, 0.99));
    }

    // CPU time per move in microseconds.
    static double measure(const Ground& ground, int spectators, Results& results) {
        const Process server = ground.in_memory_server();
        Load load(server.port());
        load.open(rooms, {.spectators = spectators});
        load.spread();
        load.run(ground.warming(), rate);
        const double before = server.cpu_seconds();
        const Numbers numbers = load.run(ground.seconds(), rate);
        load.idle(0.05); // the spectators' last views
        const double cpu =
            1e6 * (server.cpu_seconds() - before) / static_cast<double>(numbers.moves);
        const std::string key = "spectators/" + std::to_string(spectators) + "/";
        const std::string label =
            "4 rooms with " + std::to_string(spectators) + " spectators each, 200/s, ";
        results.add({key + "cpu", label + "CPU per move", "µs", "spectators/0/cpu"}, cpu);
        results.add({key + "p50", label + "p50 of a player's view", "ms", "spectators/0/p50"},
                    quantile(numbers.view_ms, 0.5));
        results.add({key + "p99", label + "p99 of a player's view", "ms", "spectators/0/p99"},
                    quantile(numbers.view_ms, 0.99));
        return cpu;
    }
};

} // namespace

std::unique_ptr<Figure> make_spectators() {
    return std::make_unique<Spectators>();
}

} // namespace jaipur::bench
