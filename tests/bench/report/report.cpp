#include "tests/bench/report/report.hpp"

#include "tests/bench/figures/figure.hpp"
#include "tests/bench/report/chart.hpp"
#include "tests/bench/report/goals.hpp"
#include "tests/bench/statistics.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>
#include <sys/utsname.h>
#include <thread>

namespace jaipur::bench {

namespace {

using Json = nlohmann::ordered_json;

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            return line.substr(line.find(':') + 2);
    return "unknown";
}

void put(const std::filesystem::path& file, const std::string& text) {
    std::ofstream out(file);
    out << text;
    if (!out.flush())
        throw std::runtime_error("can't write " + file.string());
}

Json spread(const std::vector<double>& values) {
    const auto [least, most] = std::ranges::minmax(values);
    return {{"median", median(values)}, {"least", least}, {"most", most}, {"values", values}};
}

Json to_json(const About& about, const Results& results) {
    Json json{{"about", Json::object()}, {"figures", Json::object()}, {"goals", Json::object()}};
    for (const auto& [name, value] : about)
        json["about"][name] = value;
    for (const Row& row : results.rows()) {
        if (row.by_round.empty())
            continue;
        Json& figure = json["figures"][row.measure.key] = spread(row.values());
        if (!row.by_round_against.empty())
            figure["against"] = spread(values_of(row.by_round_against));
        figure["label"] = row.measure.label;
        figure["unit"] = row.measure.unit;
    }
    for (const Goal& goal : judge(results)) {
        Json& told = json["goals"][goal.key] =
            goal.values.empty() ? Json::object() : spread(goal.values);
        told["label"] = goal.text;
        told["unit"] = goal.unit;
        told[goal.at_least ? "at_least" : "at_most"] = goal.limit;
        told["met"] = goal.values.empty() ? Json() : Json(goal.is_met());
    }
    json["notes"] = results.notes();
    return json;
}

// One line of the points that were measured.
template <class Numbers, class Key>
void add_curve(Chart& chart, const Results& results, const std::string& name, bool dashed,
               const Numbers& at, const Key& key) {
    Curve curve{name, {}, dashed};
    for (const int x : at) {
        const Row* const row = results.find(key(std::to_string(x)));
        if (row == nullptr)
            continue;
        const auto values = row->values();
        const auto [least, most] = std::ranges::minmax(values);
        curve.points.push_back({static_cast<double>(x), least, median(values), most});
    }
    if (!curve.points.empty())
        chart.curves.push_back(std::move(curve));
}

Chart latency_chart(const Results& results) {
    Chart chart{"Time from a move to the opponent's view of it",
                "moves per second, in an open loop",
                "milliseconds",
                true,
                {}};
    const auto add = [&](const std::string& who, const std::string& part, const std::string& name,
                         bool dashed) {
        add_curve(chart, results, name, dashed, latency_rates, [&](const std::string& rate) {
            return "latency/" + rate + "/" + who + "/" + part;
        });
    };
    add("durable", "p99", "durable, p99", false);
    add("durable", "p50", "durable, p50", false);
    add("in_memory", "p99", "in memory, p99", false);
    add("in_memory", "p50", "in memory, p50", false);
    add("beast_echo", "p99", "Beast echo, p99", true);
    add("commit", "p99", "a disk commit, p99", true);
    return chart;
}

Chart cost_chart(const Results& results) {
    Chart chart{"Cost of a move if many rooms are open",
                "open rooms, of which 10 play",
                "µs of CPU per move",
                false,
                {}};
    add_curve(chart, results, "a move", false, growth_sizes,
              [](const std::string& size) { return "growth/" + size + "/cpu"; });
    add_curve(chart, results, "beyond what idle rooms cost", false, growth_sizes,
              [](const std::string& size) { return "growth/" + size + "/cpu_beyond_idle"; });
    if (const Row* const usual = results.find("growth/100/cpu"); usual != nullptr) {
        const double limit = 1.3 * median(usual->values());
        Curve curve{"1.3 × that of 100 rooms", {}, true};
        for (const int size : growth_sizes)
            curve.points.push_back({static_cast<double>(size), limit, limit, limit});
        chart.curves.push_back(curve);
    }
    return chart;
}

// Removes the chart of an earlier run if there is no data.
void put_chart(const std::filesystem::path& file, const Chart& chart) {
    if (chart.curves.empty())
        std::filesystem::remove(file);
    else
        put(file, to_svg(chart));
}

} // namespace

About about_this_machine() {
    utsname system{};
    uname(&system);
    double load[3]{};
    getloadavg(load, 3);
    std::array<char, 32> date{};
    const std::time_t now = std::time(nullptr);
    std::strftime(date.data(), date.size(), "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
    return {{"date", date.data()},
            {"processor", processor() + ", " + std::to_string(std::thread::hardware_concurrency()) +
                              " processors"},
            {"system", std::string(system.sysname) + " " + system.release},
            {"compiler", "g++ or clang " __VERSION__},
            {"load of the machine beforehand", std::to_string(load[0]).substr(0, 4)}};
}

void write_report(const std::filesystem::path& folder, const About& about, const Results& results) {
    std::filesystem::create_directories(folder);
    put(folder / "table.md", table(about, results));
    put(folder / "figures.json", to_json(about, results).dump(2) + "\n");
    put_chart(folder / "latency.svg", latency_chart(results));
    put_chart(folder / "cost.svg", cost_chart(results));
}

} // namespace jaipur::bench
