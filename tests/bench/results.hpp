// The measurements: for each figure one number per round, its name, its unit, and what to compare
// it with.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::bench {

struct Measure {
    std::string key;   // "cost/in_memory/cpu"
    std::string label; // for the table
    std::string unit;
    // The key of the figure that this one is compared with; optional.
    std::string against = {}; // NOLINT: callers may omit it
    bool aside = false;       // only in the file, not in the table
};

std::vector<double> values_of(const std::map<int, double>& by_round);

struct Row {
    Measure measure;
    std::map<int, double> by_round;
    std::map<int, double> by_round_against; // of the build that it is compared with, if any

    std::vector<double> values() const { return values_of(by_round); }
};

class Results {
  public:
    enum class Build : std::uint8_t { Measured, Against };

    // From now on, figures are of this round and build.
    void begin(int round, Build build = Build::Measured) {
        round_ = round;
        build_ = build;
    }

    void add(const Measure& measure, double value);

    // Remarks on the figures; each is printed once.
    void note(const std::string& text);

    // What could not be measured, and why.
    void missing(const std::string& text);

    const std::vector<Row>& rows() const { return rows_; } // in the order of arrival

    const Row* find(std::string_view key) const;

    const std::vector<std::string>& notes() const { return notes_; } // of both kinds

    bool are_whole() const { return whole_; }

  private:
    int round_ = 0;
    Build build_ = Build::Measured;
    bool whole_ = true;
    std::vector<Row> rows_;
    std::vector<std::string> notes_;
};

// a / b of each round that has both.
std::vector<double> ratios(const std::map<int, double>& a, const std::map<int, double>& b);

inline std::vector<double> ratios(const Row& a, const Row& b) {
    return ratios(a.by_round, b.by_round);
}

} // namespace jaipur::bench
