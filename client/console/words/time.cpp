// How much time is left, and when to say so.
#include "client/console/words/words.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::words {

namespace {

using std::chrono::milliseconds, std::chrono::seconds, std::chrono::minutes, std::chrono::hours;

constexpr milliseconds last_minute = minutes(1);
// A warning comes only if at least as much time has passed before it.
constexpr std::array<milliseconds, 6> warnings{hours(24),   hours(1),    minutes(10),
                                               last_minute, seconds(30), seconds(10)};

} // namespace

std::string remaining(milliseconds left) {
    const auto whole = std::max<std::int64_t>(0, std::chrono::ceil<seconds>(left).count());
    constexpr std::int64_t minute = 60, hour = 60 * minute, day = 24 * hour;
    std::int64_t unit = 1;
    for (const std::int64_t larger : {minute, hour, day})
        if (whole >= 2 * larger)
            unit = larger;
    return duration(static_cast<int>((whole + unit - 1) / unit * unit));
}

bool is_low(const TimeLeft& left) {
    return left.time <= last_minute ||
           (left.of == TimeLeft::Of::Move && left.time * 2 < left.whole);
}

std::string time_warning(const TimeLeft& left, const std::string& name) {
    const std::string time = remaining(left.time);
    if (!name.empty())
        return name + " has " + time + " left on the clock.";
    return left.of == TimeLeft::Of::Clock
               ? "You have " + time + " left on your clock."
               : "You have " + time +
                     " left for this move. After that, your opponent can claim the win.";
}

std::string time_in_words(const TimeLeft& left, Seat seat, const PlayerNames& names) {
    const std::string line = names.begin(seat) + ": " + clock(left.time);
    if (left.of == TimeLeft::Of::Move)
        return line + " left for this move.";
    return line + (left.runs ? " left, running." : " left.");
}

std::optional<milliseconds> next_warning(const TimeLeft& left) {
    for (const milliseconds warning : warnings)
        if (warning < left.time && warning * 2 <= left.whole)
            return warning;
    return std::nullopt;
}

} // namespace jaipur::client::words
