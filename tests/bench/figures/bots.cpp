// Whether people's games notice bots that think: the time from a move to the opponent's view of it,
// with and without many games against the strongest bot beside them.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/bench/statistics.hpp"

namespace jaipur::bench {

namespace {

constexpr int rooms = 200, bot_games = 200;
constexpr double rate = 1000; // moves per second

class Bots : public Figure {
  public:
    std::string_view name() const override { return "bots"; }

    void round(const Ground& ground, Results& results) const override {
        measure(ground, 0, results);
        measure(ground, bot_games, results);
    }

  private:
    static void measure(const Ground& ground, int games, Results& results) {
        const Process server = ground.in_memory_server();
        Load load(server.port());
        load.open(rooms);
        load.spread();
        load.open_bot_games(games, "master");
        load.run(ground.warming(), rate, rooms);
        const Numbers numbers = load.run(ground.seconds(), rate, rooms);
        const std::string key = "bots/" + std::to_string(games) + "/";
        const std::string label =
            "1000/s beside " + std::to_string(games) + " games against bots, ";
        for (const auto& [name, share] : {std::pair{"p50", 0.5}, {"p99", 0.99}})
            results.add({key + name, label + name, "ms", std::string("bots/0/") + name},
                        quantile(numbers.view_ms, share));
    }
};

} // namespace

std::unique_ptr<Figure> make_bots() {
    return std::make_unique<Bots>();
}

} // namespace jaipur::bench
