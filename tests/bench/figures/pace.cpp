// A move at the pace at which people play, durable: CPU time, system calls, bytes written and
// latency by moves per second. At a low rate almost every move has its own commit; under full load
// dozens share one. A load generator that sleeps between moves is like clients elsewhere: each move
// wakes the server. One that spins keeps a processor awake.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/bench/statistics.hpp"
#include "tests/bench/syscalls.hpp"

namespace jaipur::bench {

namespace {

constexpr int rooms = 200;
constexpr std::array rates{100, 1000, 10000}; // moves per second
constexpr int usual = 1000;
constexpr double until_tidy = 2; // seconds until the store has removed what the matches before left

class Pace : public Figure {
  public:
    std::string_view name() const override { return "pace"; }

    void round(const Ground& ground, Results& results) const override {
        const auto data = ground.fresh_folder();
        {
            const Process server = ground.durable_server(data);
            Load load(server.port());
            load.open(rooms);
            load.spread();
            load.idle(until_tidy);
            for (const int rate : rates)
                measure(ground, server, load, rate, false, results);
            measure(ground, server, load, usual, true, results);
            half(ground, load, results);
        }
        std::filesystem::remove_all(data);
    }

  private:
    static void measure(const Ground& ground, const Process& server, Load& load, int rate,
                        bool spins, Results& results) {
        const std::string key = "pace/" + std::to_string(rate) + (spins ? "_generator_busy/" : "/");
        const std::string label =
            std::to_string(rate) + "/s, durable, generator " + (spins ? "busy, " : "sleeping, ");
        load.spin(spins);
        load.run(ground.warming(), rate);
        const double cpu = server.cpu_seconds(), written = server.written_bytes();
        const Numbers numbers = load.run(ground.seconds(), rate);
        const auto moves = static_cast<double>(numbers.moves);
        results.add({key + "cpu", label + "CPU per move", "µs", "pace/1000/cpu"},
                    1e6 * (server.cpu_seconds() - cpu) / moves);
        results.add({key + "written", label + "written per move, whole pages", "KB"},
                    (server.written_bytes() - written) / 1e3 / moves);
        results.add({key + "p50", label + "p50", "ms"}, quantile(numbers.view_ms, 0.5));
        results.add({key + "p99", label + "p99", "ms"}, quantile(numbers.view_ms, 0.99));
        if (!spins)
            count_calls(ground, server, load, rate,
                        {key + "calls", label + "system calls per move", ""}, results);
        load.spin(false);
    }

    // In another run: counting takes time.
    static void count_calls(const Ground& ground, const Process& server, Load& load, int rate,
                            const Measure& measure, Results& results) {
        SyscallCount count(server, ground.fresh_folder() / "perf");
        const Numbers numbers = load.run(ground.seconds() / 2, rate);
        if (const auto calls = count.stop())
            results.add(measure, *calls / static_cast<double>(numbers.moves));
        else
            results.missing("pace: perf can't count system calls here");
    }

    static void half(const Ground& ground, Load& load, Results& results) {
        const Numbers full = load.run(ground.seconds());
        const double rate = static_cast<double>(full.moves) / full.seconds / 2;
        load.run(ground.warming(), rate);
        const Numbers numbers = load.run(ground.seconds(), rate);
        const std::string label = "half of the maximum, durable, ";
        results.add({"pace/half/rate", label + "moves per second", "1/s"},
                    static_cast<double>(numbers.moves) / numbers.seconds);
        results.add({"pace/half/p50", label + "p50", "ms"}, quantile(numbers.view_ms, 0.5));
        results.add({"pace/half/p99", label + "p99", "ms"}, quantile(numbers.view_ms, 0.99));
    }
};

} // namespace

std::unique_ptr<Figure> make_pace() {
    return std::make_unique<Pace>();
}

} // namespace jaipur::bench
