// The CPU time of a move in the server, and how many moves it makes per second under full load,
// compared with the cost of a message in an echo server and of a move of the same game on
// Node.js.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/echo_load.hpp"
#include "tests/bench/load/load.hpp"

namespace jaipur::bench {

namespace {

constexpr int connections = 100, rooms = 100, busy_rooms = 200;

struct Contestant {
    std::string key, who, unit; // of work: "message", "move"
};

class Cost : public Figure {
  public:
    std::string_view name() const override { return "cost"; }

    void round(const Ground& ground, Results& results) const override {
        const Process epoll = ground.epoll_echo();
        echo(ground, epoll, {"epoll_echo", "raw epoll echo, 100 connections", "message"}, results);
        const Process beast = ground.beast_echo();
        echo(ground, beast, {"beast_echo", "Beast echo, 100 connections", "message"}, results);
        const Process in_memory = ground.in_memory_server();
        const Numbers numbers = game(ground, in_memory, rooms,
                                     {"in_memory", "server in memory, 100 rooms", "move"}, results);
        results.add({"cost/view_bytes", "bytes per view", "B"},
                    static_cast<double>(numbers.view_bytes) / static_cast<double>(numbers.views));
        const auto data = ground.fresh_folder();
        {
            const Process durable = ground.durable_server(data);
            game(ground, durable, busy_rooms, {"durable", "server durable, 200 rooms", "move"},
                 results);
        }
        std::filesystem::remove_all(data);
        try {
            const Process node = ground.node();
            game(ground, node, rooms, {"node", "Node.js with ws, 100 rooms", "move"}, results);
        } catch (const Skipped& why) {
            results.missing(why.what());
        }
    }

  private:
    // Under full load, then at a rate that keeps no process busy.
    template <class AnyLoad>
    static Numbers measure(const Ground& ground, const Process& process, AnyLoad& load,
                           const Contestant& who, Results& results) {
        Numbers numbers = run(ground, process, load, who, 0, results);
        results.add({"cost/" + who.key + "/rate", who.unit + "s per second, " + who.who, "1/s",
                     "cost/epoll_echo/rate"},
                    static_cast<double>(numbers.moves) / numbers.seconds);
        run(ground, process, load, who, leisurely, results);
        return numbers;
    }

    template <class AnyLoad>
    static Numbers run(const Ground& ground, const Process& process, AnyLoad& load,
                       const Contestant& who, int rate, Results& results) {
        load.run(ground.warming(), rate);
        const double before = process.cpu_seconds();
        Numbers numbers = load.run(ground.seconds(), rate);
        const double spent = process.cpu_seconds() - before;
        const std::string key = rate == 0 ? "cpu" : "cpu_at_" + std::to_string(rate);
        const std::string label = rate == 0 ? "" : " at " + std::to_string(rate) + "/s";
        results.add({"cost/" + who.key + "/" + key, "CPU per " + who.unit + label + ", " + who.who,
                     "µs", "cost/epoll_echo/" + key},
                    1e6 * spent / static_cast<double>(numbers.moves));
        return numbers;
    }

    static void echo(const Ground& ground, const Process& process, const Contestant& who,
                     Results& results) {
        EchoLoad load(process.port(), connections);
        measure(ground, process, load, who, results);
    }

    static Numbers game(const Ground& ground, const Process& process, int count,
                        const Contestant& who, Results& results) {
        Load load(process.port());
        load.open(count);
        load.spread();
        return measure(ground, process, load, who, results);
    }
};

} // namespace

std::unique_ptr<Figure> make_cost() {
    return std::make_unique<Cost>();
}

} // namespace jaipur::bench
