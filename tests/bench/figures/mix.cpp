// What the load generator plays: the share of each kind of move, and the requests between moves.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/load.hpp"

namespace jaipur::bench {

namespace {

constexpr int rooms = 200;

class Mix : public Figure {
  public:
    std::string_view name() const override { return "mix"; }

    void round(const Ground& ground, Results& results) const override {
        const Process server = ground.in_memory_server();
        Load load(server.port());
        load.open(rooms);
        load.spread();
        const Numbers numbers = load.run(ground.seconds());
        const auto moves = static_cast<double>(numbers.moves);
        for (const auto& [kind, key, label] : {std::tuple{Kind::Take, "take", "takes"},
                                               {Kind::TakeCamels, "camels", "takes of camels"},
                                               {Kind::Exchange, "exchange", "exchanges"},
                                               {Kind::Sell, "sell", "sales"}}) {
            const auto count = numbers.moves_of[static_cast<std::size_t>(kind)];
            results.add({std::string("mix/") + key, std::string("moves that are ") + label, "%"},
                        100 * static_cast<double>(count) / moves);
        }
        results.add({"mix/others", "other requests per 100 moves (ready, reveal, rematch, …)", ""},
                    100 * static_cast<double>(numbers.other_requests) / moves);
        results.add({"mix/match", "moves per match that ends", ""},
                    moves / static_cast<double>(numbers.matches));
        results.add({"mix/room", "moves per room that is opened and closed", ""},
                    moves / static_cast<double>(numbers.rooms));
        results.add({"mix/move_bytes", "bytes of a move", "B"},
                    static_cast<double>(numbers.request_bytes) / moves);
        results.add({"mix/view_bytes", "bytes of a view", "B"},
                    static_cast<double>(numbers.view_bytes) / static_cast<double>(numbers.views));
    }
};

} // namespace

std::unique_ptr<Figure> make_mix() {
    return std::make_unique<Mix>();
}

} // namespace jaipur::bench
