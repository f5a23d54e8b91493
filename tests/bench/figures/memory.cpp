// The server's memory for an idle connection and for a room in mid-game, and its disk space for a
// finished match. Doesn't include the kernel's memory for sockets.
#include "tests/bench/figures/figure.hpp"
#include "tests/bench/load/lives.hpp"
#include "tests/bench/load/load.hpp"

#include <chrono>
#include <limits>
#include <thread>

namespace jaipur::bench {

namespace {

constexpr double kibibyte = 1024;

class Memory : public Figure {
  public:
    std::string_view name() const override { return "memory"; }

    void round(const Ground& ground, Results& results) const override {
        connections(ground, results);
        rooms(ground, results);
        matches(ground, results);
    }

  private:
    static void connections(const Ground& ground, Results& results) {
        const int count = ground.of(2000, 400);
        const Process server = ground.in_memory_server();
        Load load(server.port());
        load.open_idle_connections(20); // allocates what is kept afterwards
        const double before = server.heap_bytes();
        load.open_idle_connections(count);
        load.idle(0.2);
        results.add({"memory/connection", "memory of a connection in no room", "KiB"},
                    (server.heap_bytes() - before) / count / kibibyte);
    }

    static void rooms(const Ground& ground, Results& results) {
        constexpr std::uint64_t middle = 20; // moves
        const int count = ground.of(1000, 200);
        const auto data = ground.fresh_folder();
        {
            const Process server = ground.durable_server(data);
            Load load(server.port());
            load.open(20);
            load.advance(middle);
            const double before = server.heap_bytes();
            load.open(count);
            load.advance(middle);
            load.idle(0.5);
            results.add({"memory/room",
                         "memory of a room in mid-game, including its two connections", "KiB"},
                        (server.heap_bytes() - before) / count / kibibyte);
        }
        std::filesystem::remove_all(data);
    }

    // The size of a backup, which has no gaps.
    static void matches(const Ground& ground, Results& results) {
        const auto data = ground.fresh_folder();
        {
            const Process server = ground.durable_server(data);
            const double before = disk_bytes(ground, data);
            Lives lives(server.port(),
                        {.at_once = 20, .plies = std::numeric_limits<std::uint64_t>::max()});
            const auto told = lives.run(static_cast<std::uint64_t>(ground.of(400, 100)), 3600);
            std::this_thread::sleep_for(std::chrono::seconds(2)); // until its rooms are closed
            const auto count = static_cast<double>(told.lives);
            results.add({"memory/match", "disk space of a finished match", "KiB"},
                        (disk_bytes(ground, data) - before) / count / kibibyte);
            results.add({"memory/moves", "moves in such a match", ""},
                        static_cast<double>(told.moves) / count);
        }
        std::filesystem::remove_all(data);
    }

    static double disk_bytes(const Ground& ground, const std::filesystem::path& data) {
        const auto copy = data / "copy.db";
        ground.back_up(data, copy);
        const auto size = static_cast<double>(std::filesystem::file_size(copy));
        std::filesystem::remove(copy);
        return size;
    }
};

} // namespace

std::unique_ptr<Figure> make_memory() {
    return std::make_unique<Memory>();
}

} // namespace jaipur::bench
