#include "server/shell/metrics_text.hpp"

#include <chrono>
#include <cstddef>

namespace jaipur::server::shell {

namespace {

// In seconds, exactly, without zeros at the end: "0.0025".
std::string in_seconds(std::chrono::nanoseconds duration) {
    constexpr std::size_t digits = 9;
    const auto whole = std::chrono::floor<std::chrono::seconds>(duration);
    std::string fraction = std::to_string((duration - whole).count());
    fraction.insert(0, digits - fraction.size(), '0');
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return std::to_string(whole.count()) + (fraction.empty() ? "" : "." + fraction);
}

void append_escaped(std::string& text, std::string_view raw, bool in_quotes) {
    for (const char c : raw) {
        if (c == '\\')
            text += "\\\\";
        else if (c == '\n')
            text += "\\n";
        else if (c == '"' && in_quotes)
            text += "\\\"";
        else
            text += c;
    }
}

// `more` is one more label, if it has a name.
std::string braces(MetricsText::Labels labels,
                   std::pair<std::string_view, std::string_view> more = {}) {
    std::string text;
    const auto add = [&](std::string_view name, std::string_view value) {
        text.append(text.empty() ? "{" : ",").append(name).append("=\"");
        append_escaped(text, value, true);
        text += '"';
    };
    for (const auto& [name, value] : labels)
        add(name, value);
    if (!more.first.empty())
        add(more.first, more.second);
    return text.empty() ? text : text + "}";
}

} // namespace

void MetricsText::begin(std::string_view name, std::string_view help, std::string_view kind) {
    text_.append("# HELP ").append(name).append(" ");
    append_escaped(text_, help, false);
    text_.append("\n# TYPE ").append(name).append(" ").append(kind).append("\n");
}

void MetricsText::value(std::string_view name, Labels labels, std::uint64_t value) {
    text_.append(name).append(braces(labels)).append(" ").append(std::to_string(value)) += '\n';
}

// Each bucket counts everything up to its bound.
void MetricsText::value(std::string_view name, Labels labels, const core::Histogram& histogram) {
    const std::string base(name);
    std::uint64_t count = 0;
    const auto bucket = [&](std::size_t i, const std::string& bound) {
        count += histogram.counts()[i];
        text_.append(base + "_bucket" + braces(labels, {"le", bound}) + " " +
                     std::to_string(count) + "\n");
    };
    for (std::size_t i = 0; i < core::Histogram::bounds.size(); ++i)
        bucket(i, in_seconds(core::Histogram::bounds[i]));
    bucket(core::Histogram::bounds.size(), "+Inf");
    text_.append(base + "_sum" + braces(labels) + " " + in_seconds(histogram.sum()) + "\n");
    value(base + "_count", labels, count);
}

void MetricsText::counter(std::string_view name, std::string_view help, std::uint64_t count) {
    begin(name, help, "counter");
    value(name, {}, count);
}

void MetricsText::gauge(std::string_view name, std::string_view help, std::uint64_t figure) {
    begin(name, help, "gauge");
    value(name, {}, figure);
}

void MetricsText::histogram(std::string_view name, std::string_view help,
                            const core::Histogram& durations) {
    begin(name, help, "histogram");
    value(name, {}, durations);
}

} // namespace jaipur::server::shell
