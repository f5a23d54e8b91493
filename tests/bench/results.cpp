#include "tests/bench/results.hpp"

#include <algorithm>

namespace jaipur::bench {

std::vector<double> values_of(const std::map<int, double>& by_round) {
    std::vector<double> result;
    result.reserve(by_round.size());
    for (const auto& [round, value] : by_round)
        result.push_back(value);
    return result;
}

void Results::add(const Measure& measure, double value) {
    const auto at =
        std::ranges::find(rows_, measure.key, [](const Row& r) { return r.measure.key; });
    Row& row = at != rows_.end() ? *at : rows_.emplace_back(Row{measure, {}, {}});
    (build_ == Build::Measured ? row.by_round : row.by_round_against)[round_] = value;
}

void Results::note(const std::string& text) {
    if (std::ranges::find(notes_, text) == notes_.end())
        notes_.push_back(text);
}

void Results::missing(const std::string& text) {
    whole_ = false;
    note(text);
}

const Row* Results::find(std::string_view key) const {
    const auto at =
        std::ranges::find(rows_, key, [](const Row& r) { return std::string_view(r.measure.key); });
    return at == rows_.end() ? nullptr : &*at;
}

std::vector<double> ratios(const std::map<int, double>& a, const std::map<int, double>& b) {
    std::vector<double> result;
    for (const auto& [round, value] : a)
        if (const auto other = b.find(round); other != b.end() && other->second != 0)
            result.push_back(value / other->second);
    return result;
}

} // namespace jaipur::bench
