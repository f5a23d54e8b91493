// The load generator as a program: plays legal moves in many rooms of a running server, as fast as
// the server replies or at a given rate, and prints how many it made and how long they took.
#include "tests/bench/load/load.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace {

constexpr std::uint64_t middle = 10; // moves

using jaipur::bench::Load;
using jaipur::bench::Numbers;

void print(Numbers numbers) {
    auto& all = numbers.ok_ms;
    std::sort(all.begin(), all.end());
    const auto part = [&](double share) {
        return all.empty() ? 0.0
                           : static_cast<double>(all[static_cast<std::size_t>(
                                 static_cast<double>(all.size() - 1) * share)]);
    };
    std::printf(R"({"what":"load","moves":%zu,"seconds":%.2f,"p50":%.3f,"p99":%.3f,"max":%.3f})"
                "\n",
                all.size(), numbers.seconds, part(0.5), part(0.99), part(1.0));
    std::fflush(stdout);
}

} // namespace

// usage: load PORT ROOMS SECONDS [MOVES-PER-SECOND [BUSY-ROOMS]]: warms up for a second, prints
// `ready`, then the numbers. Rooms that are not busy wait in mid-game.
int main(int argc, char** argv) {
    try {
        if (argc < 4) {
            std::fputs("usage: load PORT ROOMS SECONDS [MOVES-PER-SECOND [BUSY-ROOMS]]\n", stderr);
            return 64;
        }
        const double rate = argc > 4 ? std::atof(argv[4]) : 0;
        const int rooms = std::atoi(argv[2]);
        const auto busy = argc > 5 ? static_cast<std::size_t>(std::atoi(argv[5])) : Load::all;
        Load load(static_cast<std::uint16_t>(std::atoi(argv[1])));
        load.open(rooms);
        if (busy != Load::all)
            load.advance(middle);
        else
            load.spread();
        load.run(1, rate, busy);
        std::puts("ready");
        std::fflush(stdout);
        print(load.run(std::atof(argv[3]), rate, busy));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "load: %s\n", error.what());
        return 1;
    }
}
