// Whether a move costs more if more rooms are open: ten rooms play at the same rate, and the others
// wait in mid-game with both connections open. Also the cost if all rooms wait.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"

#include <algorithm>

namespace jaipur::bench {

namespace {

constexpr std::size_t busy = 10;
constexpr double rate = 1000;             // moves per second
constexpr std::uint64_t middle = 10;      // moves
constexpr double time_between_pings = 15; // seconds, for each connection

class Growth : public Figure {
  public:
    std::string_view name() const override { return "growth"; }

    void round(const Ground& ground, Results& results) const override {
        for (const int size : growth_sizes) {
            if (ground.is_quick() && size > 1000)
                continue;
            if (const int rooms = rooms_that_fit(ground, size, name(), results); rooms > 0)
                measure(ground, size, rooms, results);
        }
    }

  private:
    // Reported as `size`, although there may be a few fewer.
    static void measure(const Ground& ground, int size, int rooms_open, Results& results) {
        const Process server = ground.in_memory_server();
        Load load(server.port());
        load.open(rooms_open);
        load.advance(middle);
        load.run(ground.warming(), rate, busy);
        // If pings count, each connection must get one.
        const bool pings_count = size >= 1000 && !ground.is_quick();
        const double seconds =
            pings_count ? std::max(ground.seconds(), time_between_pings) : ground.seconds();
        if (pings_count)
            load.idle(time_between_pings); // the first one reports a lag to everybody in the room
        const double idle = ground.is_quick() ? 0 : idle_part(server, load, seconds);
        const double before = server.cpu_seconds();
        const Numbers numbers = load.run(seconds, rate, busy);
        const double spent = server.cpu_seconds() - before;
        const auto moves = static_cast<double>(numbers.moves);

        const std::string key = "growth/" + std::to_string(size) + "/";
        const std::string rooms = std::to_string(rooms_open) + " rooms ";
        const std::string label = rooms + "open, 10 of them at 1000/s, CPU per move";
        results.add({key + "cpu", label, "µs", "growth/100/cpu"}, 1e6 * spent / moves);
        if (ground.is_quick())
            return; // too short for a ping
        results.add({key + "cpu_beyond_idle", label + " beyond that of idle rooms", "µs",
                     "growth/100/cpu_beyond_idle"},
                    1e6 * (spent - idle * numbers.seconds) / moves);
        results.add({key + "idle", rooms + "idle in mid-game, share of a core", "%"}, 100 * idle);
    }

    static double idle_part(const Process& server, Load& load, double seconds) {
        const double before = server.cpu_seconds();
        load.idle(seconds);
        return (server.cpu_seconds() - before) / seconds;
    }
};

} // namespace

std::unique_ptr<Figure> make_growth() {
    return std::make_unique<Growth>();
}

} // namespace jaipur::bench
