#include "server/shell/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace jaipur::server::shell {

std::size_t distance(std::string_view from, std::string_view to) {
    // The last three rows of a table: its cell (i, j) is the distance of the first i and j letters.
    std::vector<std::size_t> earlier, last(to.size() + 1), row(to.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row.front() = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[j] = std::min(row[j], earlier[j - 2] + 1);
        }
        earlier = std::exchange(last, row);
    }
    return last.back();
}

std::optional<std::string> nearest(std::string_view to, const std::vector<std::string>& names,
                                   std::size_t most) {
    std::optional<std::string> best;
    for (const std::string& name : names)
        if (const std::size_t changes = distance(to, name); changes <= most) {
            best = name;
            if (changes == 0)
                break;
            most = changes - 1;
        }
    return best;
}

} // namespace jaipur::server::shell
