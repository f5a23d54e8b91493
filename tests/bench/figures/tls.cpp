// What TLS costs: the server's CPU time of a move, and its memory for a connection, next to plain
// connections. Also at a rate below full load: then most messages wake the process, and each needs
// its own record.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"

#include <string>

namespace jaipur::bench {

namespace {

constexpr int rooms = 40;
constexpr double kibibyte = 1024;

class Tls : public Figure {
  public:
    std::string_view name() const override { return "tls"; }

    void round(const Ground& ground, Results& results) const override {
        measure(ground, ground.in_memory_server(), false, results);
        measure(ground, ground.tls_server(), true, results);
    }

  private:
    static void measure(const Ground& ground, const Process& server, bool tls, Results& results) {
        const std::string kind = tls ? "tls" : "plain";
        const std::string over = tls ? "over TLS" : "over plain connections";
        const auto against = [&](const char* what) {
            return tls ? "tls/plain/" + std::string(what) : std::string();
        };
        Load load({server.port(), tls});
        load.open_idle_connections(20); // allocates what is kept afterwards
        const double before = server.heap_bytes();
        const int idle = ground.of(1000, 200);
        load.open_idle_connections(idle);
        load.idle(0.2);
        results.add({"tls/" + kind + "/connection", "memory of a connection " + over, "KiB",
                     against("connection")},
                    (server.heap_bytes() - before) / idle / kibibyte);
        load.open(rooms);
        load.spread();
        for (const int rate : {leisurely, 0}) {
            const std::string what = rate == 0 ? "cpu" : "cpu_at_" + std::to_string(rate);
            const std::string at = rate == 0 ? "" : " at " + std::to_string(rate) + "/s";
            results.add({"tls/" + kind + "/" + what,
                         "CPU per move" + at + ", in memory, 40 rooms, " + over, "µs",
                         against(what.c_str())},
                        cpu_of_a_move(ground, server, load, rate));
        }
    }

    // In µs.
    static double cpu_of_a_move(const Ground& ground, const Process& server, Load& load, int rate) {
        load.run(ground.warming(), rate);
        const double before = server.cpu_seconds();
        const Numbers numbers = load.run(ground.seconds(), rate);
        return 1e6 * (server.cpu_seconds() - before) / static_cast<double>(numbers.moves);
    }
};

} // namespace

std::unique_ptr<Figure> make_tls() {
    return std::make_unique<Tls>();
}

} // namespace jaipur::bench
