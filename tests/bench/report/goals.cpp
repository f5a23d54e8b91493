#include "tests/bench/report/goals.hpp"

#include "tests/bench/figures/figure.hpp"
#include "tests/bench/statistics.hpp"

namespace jaipur::bench {

namespace {

std::vector<double> ratio(const Results& results, std::string_view a, std::string_view b) {
    const Row* const above = results.find(a);
    const Row* const below = results.find(b);
    return above == nullptr || below == nullptr ? std::vector<double>{} : ratios(*above, *below);
}

std::vector<double> plain(const Results& results, const char* key) {
    const Row* const row = results.find(key);
    return row == nullptr ? std::vector<double>{} : row->values();
}

std::vector<double> difference(const Results& results, const char* with, const char* without) {
    const Row* const more = results.find(with);
    const Row* const less = results.find(without);
    std::vector<double> values;
    if (more == nullptr || less == nullptr)
        return values;
    for (const auto& [round, value] : more->by_round)
        if (less->by_round.contains(round))
            values.push_back(value - less->by_round.at(round));
    return values;
}

Goal floor(const Results& results, const std::string& kind, const std::string& label, int rooms,
           double limit) {
    const std::string key = "cost/" + kind + "/" + std::to_string(rooms) + "/";
    return {"floor_" + kind + "_" + std::to_string(rooms),
            "CPU per move, " + label + ", " + std::to_string(rooms) + " rooms : its floor",
            "×",
            limit,
            false,
            ratio(results, key + "cpu", key + "floor_cpu")};
}

} // namespace

bool Goal::is_met() const {
    const double value = median(values);
    return !values.empty() && (at_least ? value >= limit : value <= limit);
}

std::vector<Goal> judge(const Results& results) {
    std::vector<Goal> goals;
    for (const int rooms : cost_rooms_in_memory)
        goals.push_back(floor(results, "in_memory", "in memory", rooms, 1.25));
    for (const int rooms : cost_rooms_durable)
        goals.push_back(floor(results, "durable", "durable", rooms, 1.6));
    const std::vector<Goal> more{
        {"cpu_node", "CPU per move, in memory, 100 rooms : the same game on Node.js", "×", 0.6,
         false, ratio(results, "references/server/cpu", "references/node/cpu")},
        {"cpu_lean_node", "CPU per move, in memory, 100 rooms : as lean as Node.js allows", "×",
         0.6, false, ratio(results, "references/server/cpu", "references/lean_node/cpu")},
        {"cpu_tls", "CPU per move over TLS : over plain connections", "×", 1.35, false,
         ratio(results, "tls/tls/cpu", "tls/plain/cpu")},
        {"memory_tls", "memory that TLS adds to a connection", "KiB", 30, false,
         difference(results, "tls/tls/connection", "tls/plain/connection")},
        {"latency", "p99 from move to view at 1000/s, durable : later than that of a commit by",
         "ms", 0.5, false,
         difference(results, "latency/1000/durable/p99", "latency/1000/commit/p99")},
        {"latency_half", "p50 from move to view at half of the maximum, durable", "ms", 1, false,
         plain(results, "pace/half/p50")},
        {"pace_cpu", "CPU per move at 1000/s, durable", "µs", 90, false,
         plain(results, "pace/1000/cpu")},
        {"pace_written", "written per move at 1000/s", "KB", 5, false,
         plain(results, "pace/1000/written")},
        {"rooms", "rooms opened per second, durable, 128 at a time", "1/s", 4000, true,
         plain(results, "rooms/durable/opened/128")},
        {"restart", "restart per 1,000 rooms in mid-game", "ms", 60, false,
         plain(results, "restart/rooms")},
        {"growth", "CPU per move with 10000 rooms open, beyond that of idle rooms : with 100", "×",
         1.3, false, ratio(results, "growth/10000/cpu_beyond_idle", "growth/100/cpu_beyond_idle")},
        {"memory", "memory of a room in mid-game with its two connections, without the kernel's",
         "KiB", 24, false, plain(results, "memory/room")},
        {"idle", "10000 rooms idle in mid-game, share of a core", "%", 0.7, false,
         plain(results, "growth/10000/idle")},
        {"rules", "random rounds per second on one core, all legal actions listed", "1/s", 35000,
         true, plain(results, "rules/any/rounds")},
        {"rules_by_kind", "the same, if the kind of action is drawn first", "1/s", 26000, true,
         plain(results, "rules/any_kind/rounds")},
        {"spectator", "CPU per move for one more spectator", "µs", 5, false,
         plain(results, "spectators/one_more")},
        {"crowd", "p99 of a player's view with 1,000 spectators : later by", "ms", 1, false,
         difference(results, "spectators/crowd_of_1000/p99", "spectators/crowd_of_0/p99")},
        {"bots", "p99 from move to view at 1000/s beside 200 games against bots : later by", "ms",
         5, false, difference(results, "bots/200/p99", "bots/0/p99")},
    };
    goals.insert(goals.end(), more.begin(), more.end());
    return goals;
}

} // namespace jaipur::bench
