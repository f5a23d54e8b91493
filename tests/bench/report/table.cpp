// The tables, as Markdown that is readable as plain text.
#include "tests/bench/report/goals.hpp"
#include "tests/bench/report/report.hpp"
#include "tests/bench/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace jaipur::bench {

namespace {

using Line = std::vector<std::string>;

// Three significant digits, and all digits before the point.
std::string text_of(double value) {
    const int before =
        value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", std::clamp(3 - before, 0, 4), value);
    return text.data();
}

std::string range_of(const std::vector<double>& values) {
    const auto [least, most] = std::ranges::minmax(values);
    return text_of(least) + " – " + text_of(most);
}

std::size_t width(const std::string& text) { // of UTF-8
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// Left-aligns the first column, right-aligns the others.
std::string row_of(const Line& cells, const std::vector<std::size_t>& widths) {
    std::string text = "|";
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::string padding(widths[i] - width(cells[i]), ' ');
        text.append(" ").append(i == 0 ? cells[i] : padding);
        text.append(i == 0 ? padding : cells[i]).append(" |");
    }
    return text.append("\n");
}

std::string lay_out(const std::vector<Line>& lines) {
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const Line& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], width(line[i]));
    Line rule{std::string(widths[0], '-')};
    for (std::size_t i = 1; i < widths.size(); ++i)
        rule.push_back(std::string(widths[i] - 1, '-').append(":"));
    std::string text = row_of(lines.front(), widths) + row_of(rule, widths);
    for (std::size_t i = 1; i < lines.size(); ++i)
        text += row_of(lines[i], widths);
    return text;
}

std::string against(const Row& row, const Results& results) {
    const Row* const other = results.find(row.measure.against);
    if (other == nullptr || other == &row)
        return {};
    const auto values = ratios(row, *other);
    return values.empty() ? "" : text_of(median(values)) + " ×";
}

// The other build's median, and the ratio of the two.
Line compared(const Row& row) {
    if (row.by_round_against.empty())
        return {"", ""};
    const auto values = ratios(row.by_round, row.by_round_against);
    return {text_of(median(values_of(row.by_round_against))),
            values.empty() ? "" : text_of(median(values)) + " ×"};
}

std::string figures(const Results& results) {
    const bool compares = std::ranges::any_of(
        results.rows(), [](const Row& row) { return !row.by_round_against.empty(); });
    std::vector<Line> lines{{"figure", "median", "range", "unit", "ratio"}};
    if (compares)
        lines.front().insert(lines.front().end(), {"against", "ratio to it"});
    std::string last;
    for (const Row& row : results.rows()) {
        if (row.measure.aside)
            continue;
        const std::string group = row.measure.key.substr(0, row.measure.key.find('/'));
        if (!last.empty() && group != last)
            lines.emplace_back(lines.front().size());
        last = group;
        const auto values = row.values();
        if (values.empty())
            continue;
        lines.push_back({row.measure.label, text_of(median(values)), range_of(values),
                         row.measure.unit, against(row, results)});
        if (compares)
            std::ranges::copy(compared(row), std::back_inserter(lines.back()));
    }
    return lay_out(lines);
}

std::string goals(const Results& results) {
    std::vector<Line> lines{{"goal", "limit", "median", "range", "unit", ""}};
    for (const Goal& goal : judge(results)) {
        const bool measured = !goal.values.empty();
        lines.push_back({goal.text, (goal.at_least ? "≥ " : "≤ ") + text_of(goal.limit),
                         measured ? text_of(median(goal.values)) : "–",
                         measured ? range_of(goal.values) : "–", goal.unit,
                         !measured       ? "not measured"
                         : goal.is_met() ? "met"
                                         : "missed"});
    }
    return lay_out(lines);
}

} // namespace

std::string table(const About& about, const Results& results) {
    std::string text = "# Figures\n\n";
    for (const auto& [name, value] : about)
        text.append("* ").append(name).append(": ").append(value).append("\n");
    text += R"(
Medians of the rounds, with the least and the most. `ratio` is a figure as a multiple of another of
its round: a move's cost and rate of its floor's, those of reference programs of the server's, times
of the Beast echo's at that rate, the rest of the smallest of their kind. `against` is the other
build's figure.

)";
    text += figures(results) + "\n## Goals\n\n" + goals(results);
    if (!results.notes().empty())
        text += "\n## Not measured, or not as intended\n\n";
    for (const std::string& note : results.notes())
        text.append("* ").append(note).append("\n");
    return text;
}

} // namespace jaipur::bench
