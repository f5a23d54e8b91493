// Times, how much is left, and when to say so.
#include "client/console/translation.hpp"
#include "client/console/words/games.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::words {

using std::to_string;

namespace {

using std::chrono::milliseconds, std::chrono::seconds, std::chrono::minutes, std::chrono::hours;

constexpr std::int64_t minute = 60, hour = 60 * minute, day = 24 * hour;
constexpr milliseconds last_minute = minutes(1);
// A warning comes only if at least as much time has passed before it. The last one comes whenever
// there was more time at first: a short clock with an increment would give it after each move.
constexpr std::array<milliseconds, 6> warnings{hours(24),   hours(1),    minutes(10),
                                               last_minute, seconds(30), seconds(10)};

// The largest unit of which there are at least two.
std::int64_t unit_of(std::int64_t whole) {
    std::int64_t unit = 1;
    for (const std::int64_t larger : {minute, hour, day})
        if (whole >= 2 * larger)
            unit = larger;
    return unit;
}

} // namespace

std::string clock(milliseconds time) {
    const auto whole = std::max<std::int64_t>(0, (time.count() + 999) / 1000);
    const auto two_digits = [](std::int64_t number) {
        return (number < 10 ? "0" : "") + to_string(number);
    };
    const std::string tail = ":" + two_digits(whole % 60);
    if (whole < hour)
        return to_string(whole / minute) + tail;
    return to_string(whole / hour) + ":" + two_digits(whole / minute % 60) + tail;
}

std::string clock(const protocol::ClockOptions& clock) {
    return to_string(clock.initial) + "+" + to_string(clock.increment);
}

std::string duration(std::int64_t whole) {
    if (whole % minute != 0 || whole == 0)
        return n_("{0} second", "{0} seconds", whole);
    if (whole % hour != 0)
        return n_("{0} minute", "{0} minutes", whole / minute);
    return whole % day != 0 ? n_("{0} hour", "{0} hours", whole / hour)
                            : n_("{0} day", "{0} days", whole / day);
}

std::string about(milliseconds time) {
    const std::int64_t whole =
        std::max<std::int64_t>(0, std::chrono::duration_cast<seconds>(time).count());
    const std::int64_t unit = unit_of(whole);
    return duration((whole + unit / 2) / unit * unit);
}

std::string remaining(milliseconds left) {
    const std::int64_t whole = std::max<std::int64_t>(0, std::chrono::ceil<seconds>(left).count());
    const std::int64_t unit = unit_of(whole);
    return duration((whole + unit - 1) / unit * unit);
}

bool is_low(const TimeLeft& left) {
    return left.time <= last_minute ||
           (left.of == TimeLeft::Of::Move && left.time * 2 < left.whole);
}

std::string time_warning(const TimeLeft& left, const std::string& name) {
    const std::string time = remaining(left.time);
    if (!name.empty())
        return _("{0} has {1} left on the clock.", name, time);
    return left.of == TimeLeft::Of::Clock
               ? _("You have {0} left on your clock.", time)
               : _("You have {0} left for this move. After that, your opponent can claim the win.",
                   time);
}

std::string time_in_words(const TimeLeft& left, Seat seat, const PlayerNames& names) {
    const std::string who = names.you == seat ? p_("a player", "You") : names.of[seat];
    const std::string time = clock(left.time);
    if (left.of == TimeLeft::Of::Move)
        return _("{0}: {1} left for this move.", who, time);
    return left.runs ? _("{0}: {1} left, running.", who, time) : _("{0}: {1} left.", who, time);
}

std::optional<milliseconds> next_warning(const TimeLeft& left) {
    for (const milliseconds warning : warnings)
        if (warning < left.time && warning < left.whole &&
            (warning == warnings.back() || warning * 2 <= left.whole))
            return warning;
    return std::nullopt;
}

std::optional<milliseconds> first_low_warning(TimeLeft left) {
    left.time = std::min<milliseconds>(left.whole, last_minute + milliseconds(1));
    return next_warning(left);
}

} // namespace jaipur::client::words
