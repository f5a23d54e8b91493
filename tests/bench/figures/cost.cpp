// The CPU time of a move in the server, and how many moves it makes per second under full load,
// next to the floor of a move: what the kernel takes to move the same bytes with the same wake-ups.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/floor_load.hpp"
#include "tests/bench/load/load.hpp"

#include <filesystem>

namespace jaipur::bench {

namespace {

struct Contest {
    std::string kind, label; // "in_memory", "in memory"
    int size, rooms;         // wanted, and possible

    std::string key() const { return "cost/" + kind + "/" + std::to_string(size) + "/"; }

    std::string who() const { return label + ", " + std::to_string(rooms) + " rooms"; }
};

class Cost : public Figure {
  public:
    std::string_view name() const override { return "cost"; }

    void round(const Ground& ground, Results& results) const override {
        for (const int size : cost_rooms_in_memory)
            if (const int rooms = fitting(ground, size, results); rooms > 0)
                in_memory(ground, {"in_memory", "in memory", size, rooms}, results);
        for (const int size : cost_rooms_durable)
            if (const int rooms = fitting(ground, size, results); rooms > 0)
                durable(ground, {"durable", "durable", size, rooms}, results);
    }

  private:
    int fitting(const Ground& ground, int size, Results& results) const {
        const bool too_long = ground.is_quick() && size > 1000;
        return too_long ? 0 : rooms_that_fit(ground, size, name(), results);
    }

    static void in_memory(const Ground& ground, const Contest& contest, Results& results) {
        const Numbers numbers = game(ground, ground.in_memory_server(), contest, results);
        floor(ground, ground.floor(view_bytes(numbers)), numbers, contest, results);
    }

    static void durable(const Ground& ground, const Contest& contest, Results& results) {
        const auto folder = ground.fresh_folder();
        const Numbers numbers = game(ground, ground.durable_server(folder), contest, results);
        floor(ground, ground.floor(view_bytes(numbers), folder), numbers, contest, results);
        std::filesystem::remove_all(folder);
    }

    static int view_bytes(const Numbers& numbers) {
        return static_cast<int>(numbers.view_bytes / numbers.views);
    }

    static Numbers game(const Ground& ground, const Process& server, const Contest& contest,
                        Results& results) {
        Load load(server.port());
        load.open(contest.rooms);
        load.spread();
        Numbers numbers = measure(ground, server, load, contest, false, results);
        results.add(
            {contest.key() + "view_bytes", "bytes per view, " + contest.who(), "B", {}, true},
            static_cast<double>(numbers.view_bytes) / static_cast<double>(numbers.views));
        return numbers;
    }

    static void floor(const Ground& ground, const Process& process, const Numbers& like,
                      const Contest& contest, Results& results) {
        FloorLoad load(process.port(), contest.rooms, like.request_bytes / like.moves);
        measure(ground, process, load, contest, true, results);
    }

    template <class AnyLoad>
    static Numbers measure(const Ground& ground, const Process& process, AnyLoad& load,
                           const Contest& contest, bool is_floor, Results& results) {
        load.run(ground.warming());
        const double before = process.cpu_seconds();
        Numbers numbers = load.run(ground.seconds());
        const double spent = process.cpu_seconds() - before;
        const auto moves = static_cast<double>(numbers.moves);
        const std::string key = contest.key(), which = is_floor ? "floor_" : "",
                          who = (is_floor ? "floor, " : "") + contest.who();
        results.add({key + which + "cpu", "CPU per move, " + who, "µs", key + "floor_cpu"},
                    1e6 * spent / moves);
        results.add({key + which + "rate", "moves per second, " + who, "1/s", key + "floor_rate"},
                    moves / numbers.seconds);
        return numbers;
    }
};

} // namespace

std::unique_ptr<Figure> make_cost() {
    return std::make_unique<Cost>();
}

} // namespace jaipur::bench
