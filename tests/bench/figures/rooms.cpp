// Rooms per second: opened, joined, shuffled, dealt, resigned and left by connections that stay;
// and their whole lives with two new connections each and a few moves. A room waits for several
// commits in turn, so with few rooms at a time, the duration of commits limits the rate.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/lives.hpp"

#include <limits>

namespace jaipur::bench {

namespace {

class Rooms : public Figure {
  public:
    std::string_view name() const override { return "rooms"; }

    void round(const Ground& ground, Results& results) const override {
        const auto data = ground.fresh_folder();
        {
            const Process durable = ground.durable_server(data);
            measure(ground, durable, "durable", "durable", results);
        }
        std::filesystem::remove_all(data);
        const Process in_memory = ground.in_memory_server();
        measure(ground, in_memory, "in_memory", "in memory", results);
    }

  private:
    static constexpr auto any = std::numeric_limits<std::uint64_t>::max();

    static void opened(const Ground& ground, const Process& server, int at_once,
                       const std::string& key, const std::string& label, Results& results) {
        Lives lives(server.port(), {.at_once = at_once, .plies = 0, .stay = true});
        lives.run(any, ground.warming());
        const double before = server.cpu_seconds();
        const auto told = lives.run(any, ground.seconds());
        const double spent = server.cpu_seconds() - before;
        const auto count = static_cast<double>(told.lives);
        const std::string number = std::to_string(at_once);
        const std::string base = "rooms/" + key + "/opened/" + number;
        const std::string end = label + ", " + number + " at a time";
        results.add({base, "rooms opened per second, " + end, "1/s"}, count / told.seconds);
        results.add({base + "/cpu", "CPU per opened room, " + end, "µs"}, 1e6 * spent / count);
    }

    static void measure(const Ground& ground, const Process& server, const std::string& key,
                        const std::string& label, Results& results) {
        for (const int at_once : {32, 128})
            opened(ground, server, at_once, key, label, results);
        Lives lives(server.port(), {});
        lives.run(any, ground.warming());
        const double before = server.cpu_seconds();
        const auto told = lives.run(any, ground.seconds());
        const double spent = server.cpu_seconds() - before;
        const auto count = static_cast<double>(told.lives);
        results.add(
            {"rooms/" + key + "/rate", "rooms per second from opening to leaving, " + label, "1/s"},
            count / told.seconds);
        results.add(
            {"rooms/" + key + "/cpu", "CPU per room from opening to leaving, " + label, "µs"},
            1e6 * spent / count);
    }
};

} // namespace

std::unique_ptr<Figure> make_rooms() {
    return std::make_unique<Rooms>();
}

} // namespace jaipur::bench
