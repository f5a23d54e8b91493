// How long a start with rooms in mid-game takes after the server was killed, minus the time of a
// start without rooms.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"

namespace jaipur::bench {

namespace {

constexpr std::uint64_t middle = 20; // moves

class Restart : public Figure {
  public:
    std::string_view name() const override { return "restart"; }

    void round(const Ground& ground, Results& results) const override {
        const int count = ground.of(1000, 250);
        const auto data = ground.fresh_folder();
        { // creates its files
            const Process server = ground.durable_server(data);
        }
        double empty = 0;
        {
            const Process server = ground.durable_server(data);
            empty = server.seconds_to_listen();
            Load load(server.port());
            load.open(count);
            load.advance(middle);
        }
        {
            const Process server = ground.durable_server(data);
            results.add({"restart/empty", "start without rooms", "ms"}, 1e3 * empty);
            results.add({"restart/rooms", "restart per 1,000 rooms in mid-game", "ms"},
                        1e3 * (server.seconds_to_listen() - empty) * 1000 / count);
        }
        std::filesystem::remove_all(data);
    }
};

} // namespace

std::unique_ptr<Figure> make_restart() {
    return std::make_unique<Restart>();
}

} // namespace jaipur::bench
