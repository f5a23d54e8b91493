#include "tests/bench/figures/figure.hpp"

#include <algorithm>
#include <string>

namespace jaipur::bench {

// Each connection is a descriptor here, and one in the server.
int rooms_that_fit(const Ground& ground, int wanted, std::string_view figure, Results& results) {
    constexpr int others = 160;
    const auto descriptors =
        static_cast<int>(std::min<std::uint64_t>(ground.descriptors(), 1'000'000));
    const int rooms = std::min(wanted, std::max(0, descriptors - others) / 2);
    const std::string start(figure);
    if (rooms < wanted)
        results.note(start + ": descriptors (" + std::to_string(descriptors) + ") are enough for " +
                     std::to_string(rooms) + " rooms, not " + std::to_string(wanted));
    if (rooms >= wanted * 9 / 10)
        return rooms;
    results.missing(start + ": " + std::to_string(wanted) + " rooms");
    return 0;
}

} // namespace jaipur::bench
