// The time from when a move is due to the opponent's view of it, at several rates, in an open loop;
// and how much of it the sockets (an echo) and the disk (a commit) take.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/echo_load.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/bench/reference/commits.hpp"
#include "tests/bench/statistics.hpp"

namespace jaipur::bench {

namespace {

constexpr int rooms = 200;

class Latency : public Figure {
  public:
    std::string_view name() const override { return "latency"; }

    void round(const Ground& ground, Results& results) const override {
        for (const int rate : latency_rates) {
            const auto data = ground.fresh_folder();
            {
                const Process durable = ground.durable_server(data);
                Load load(durable.port());
                load.open(rooms);
                load.spread();
                measure(ground, load, rate, {"durable", "durable"}, results);
            }
            tell(rate, {"commit", "only a disk commit"},
                 time_commits(data, rate, ground.seconds() / 2), results);
            {
                const Process in_memory = ground.in_memory_server();
                Load load(in_memory.port());
                load.open(rooms);
                load.spread();
                measure(ground, load, rate, {"in_memory", "in memory"}, results);
            }
            const Process echo = ground.beast_echo();
            EchoLoad load(echo.port(), rooms);
            measure(ground, load, rate, {"beast_echo", "Beast echo"}, results);
            std::filesystem::remove_all(data);
        }
    }

  private:
    struct Contestant {
        std::string key, label;
    };

    template <class AnyLoad>
    static void measure(const Ground& ground, AnyLoad& load, int rate, const Contestant& who,
                        Results& results) {
        load.run(ground.warming(), rate);
        const Numbers numbers = load.run(ground.seconds(), rate);
        tell(rate, who, numbers.view_ms, results);
        const double reached = static_cast<double>(numbers.moves) / numbers.seconds;
        if (reached < 0.9 * rate)
            results.note(std::to_string(rate) + " moves per second, " + who.label + ": only " +
                         std::to_string(static_cast<int>(reached)) + " were reached");
        results.add({"latency/" + std::to_string(rate) + "/" + who.key + "/late",
                     at(rate) + who.label + ": the generator itself was late, p99",
                     "ms",
                     {},
                     true},
                    quantile(numbers.late_ms, 0.99));
    }

    static std::string at(int rate) { return std::to_string(rate) + "/s, "; }

    static void tell(int rate, const Contestant& who, const std::vector<float>& milliseconds,
                     Results& results) {
        const std::string start = "latency/" + std::to_string(rate) + "/";
        for (const auto& [name, share] : {std::pair{"p50", 0.5}, {"p99", 0.99}, {"p99.9", 0.999}})
            results.add({start + who.key + "/" + name, at(rate) + who.label + ", " + name, "ms",
                         start + "beast_echo/" + name},
                        quantile(milliseconds, share));
    }
};

} // namespace

std::unique_ptr<Figure> make_latency() {
    return std::make_unique<Latency>();
}

} // namespace jaipur::bench
