// A move at the pace at which people play, durable: CPU time, system calls, bytes written and
// latency by moves per second. At a low rate almost every move has its own commit; under full load
// dozens share one. A load generator that sleeps between moves is like clients elsewhere: each move
// wakes the server. One that spins keeps a processor awake.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/floor_load.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/bench/statistics.hpp"
#include "tests/bench/syscalls.hpp"

#include <optional>

namespace jaipur::bench {

namespace {

constexpr int rooms = 200;
constexpr std::array rates{100, 1000, 10000}; // moves per second
constexpr int usual = 1000;
constexpr std::size_t move_bytes = 86;
constexpr double until_tidy = 2; // seconds until the store has removed what the matches before left

class Pace : public Figure {
  public:
    std::string_view name() const override { return "pace"; }

    void round(const Ground& ground, Results& results) const override {
        const auto data = ground.fresh_folder();
        game(ground, data, results);
        const Process floor = ground.floor(Ground::view_bytes, data);
        FloorLoad load(floor.port(), rooms, move_bytes);
        measure(ground, floor, load, usual,
                {"pace/floor/", "1000/s, durable, floor, generator sleeping, "}, results);
        std::filesystem::remove_all(data);
    }

  private:
    struct Contestant {
        std::string key, label;
    };

    static void game(const Ground& ground, const std::filesystem::path& data, Results& results) {
        const Process server = ground.durable_server(data);
        Load load(server.port());
        load.open(rooms);
        load.spread();
        load.idle(until_tidy);
        for (const int rate : rates) {
            const std::string words = std::to_string(rate);
            measure(ground, server, load, rate,
                    {"pace/" + words + "/", words + "/s, durable, generator sleeping, "}, results);
        }
        load.spin(true);
        measure(ground, server, load, usual,
                {"pace/generator_busy/", "1000/s, durable, generator busy, "}, results);
        load.spin(false);
        half(ground, load, results);
    }

    template <class AnyLoad>
    static void measure(const Ground& ground, const Process& process, AnyLoad& load, int rate,
                        const Contestant& who, Results& results) {
        load.run(ground.warming(), rate);
        const double cpu = process.cpu_seconds(), written = process.written_bytes();
        const Numbers numbers = load.run(ground.seconds(), rate);
        const auto moves = static_cast<double>(numbers.moves);
        const auto add = [&](const std::string& key, const std::string& label, const char* unit,
                             double value) {
            const std::string against = rate == usual ? "pace/floor/" + key : "";
            results.add({who.key + key, who.label + label, unit, against}, value);
        };
        add("cpu", "CPU per move", "µs", 1e6 * (process.cpu_seconds() - cpu) / moves);
        add("written", "written per move, whole pages", "KB",
            (process.written_bytes() - written) / 1e3 / moves);
        add("p50", "p50", "ms", quantile(numbers.view_ms, 0.5));
        add("p99", "p99", "ms", quantile(numbers.view_ms, 0.99));
        if (const auto calls = calls_of_a_move(ground, process, load, rate))
            add("calls", "system calls per move", "", *calls);
        else
            results.note("pace: system calls weren't counted: that needs perf and root");
    }

    // In another run: counting takes time.
    template <class AnyLoad>
    static std::optional<double> calls_of_a_move(const Ground& ground, const Process& process,
                                                 AnyLoad& load, int rate) {
        SyscallCount count(process, ground.fresh_folder() / "perf");
        const Numbers numbers = load.run(ground.seconds() / 2, rate);
        const auto calls = count.stop();
        return calls ? std::optional(*calls / static_cast<double>(numbers.moves)) : std::nullopt;
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
