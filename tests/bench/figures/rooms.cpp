// Rooms per second: opened, joined, shuffled, dealt, resigned and left by connections that stay;
// and their whole lives with two new connections each and a few moves.
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

    static void opened(const Ground& ground, const Process& server, const std::string& key,
                       const std::string& label, Results& results) {
        Lives lives(server.port(), {.plies = 0, .stay = true});
        lives.run(any, ground.warming());
        const double before = server.cpu_seconds();
        const auto told = lives.run(any, ground.seconds());
        const double spent = server.cpu_seconds() - before;
        const auto count = static_cast<double>(told.lives);
        results.add({"rooms/" + key + "/opened", "rooms opened per second, " + label, "1/s"},
                    count / told.seconds);
        results.add({"rooms/" + key + "/opened_cpu", "CPU per opened room, " + label, "µs"},
                    1e6 * spent / count);
    }

    static void measure(const Ground& ground, const Process& server, const std::string& key,
                        const std::string& label, Results& results) {
        opened(ground, server, key, label, results);
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
