// The CPU time of a move in memory next to that of the same game on Node.js, and of a message in
// echo servers, all under full load.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/echo_load.hpp"
#include "tests/bench/load/load.hpp"

namespace jaipur::bench {

namespace {

constexpr int connections = 100, rooms = 100;

struct Contestant {
    std::string key, who, unit; // of work: "message", "move"
};

class References : public Figure {
  public:
    std::string_view name() const override { return "references"; }

    bool depends_on_server() const override { return false; }

    void round(const Ground& ground, Results& results) const override {
        game(ground, ground.in_memory_server(), {"server", "server in memory, 100 rooms", "move"},
             results);
        try {
            game(ground, ground.node("jaipur.js"), {"node", "Node.js, 100 rooms", "move"}, results);
            game(ground, ground.node("lean.js"), {"lean_node", "lean Node.js, 100 rooms", "move"},
                 results);
        } catch (const Skipped& why) {
            results.missing(why.what());
        }
        echo(ground, ground.epoll_echo(),
             {"epoll_echo", "raw epoll echo, 100 connections", "message"}, results);
        echo(ground, ground.beast_echo(), {"beast_echo", "Beast echo, 100 connections", "message"},
             results);
    }

  private:
    static void game(const Ground& ground, const Process& process, const Contestant& who,
                     Results& results) {
        Load load(process.port());
        load.open(rooms);
        load.spread();
        measure(ground, process, load, who, results);
    }

    static void echo(const Ground& ground, const Process& process, const Contestant& who,
                     Results& results) {
        EchoLoad load(process.port(), connections);
        measure(ground, process, load, who, results);
    }

    template <class AnyLoad>
    static void measure(const Ground& ground, const Process& process, AnyLoad& load,
                        const Contestant& who, Results& results) {
        load.run(ground.warming());
        const double before = process.cpu_seconds();
        const Numbers numbers = load.run(ground.seconds());
        const double spent = process.cpu_seconds() - before;
        const auto count = static_cast<double>(numbers.moves);
        results.add({"references/" + who.key + "/cpu", "CPU per " + who.unit + ", " + who.who, "µs",
                     "references/server/cpu"},
                    1e6 * spent / count);
        results.add({"references/" + who.key + "/rate", who.unit + "s per second, " + who.who,
                     "1/s", "references/server/rate"},
                    count / numbers.seconds);
    }
};

} // namespace

std::unique_ptr<Figure> make_references() {
    return std::make_unique<References>();
}

} // namespace jaipur::bench
