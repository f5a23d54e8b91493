#include "server/shell/limit_options.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <chrono>
#include <cmath>
#include <functional>
#include <iomanip>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <variant>

namespace jaipur::server::shell {

using core::Limits;
using std::chrono::milliseconds;

namespace {

// What 0 means.
enum class Zero { NoLimit, IsFine, IsRefused };

// What `--no-limits` does to it.
enum class WhenLifted { Lifted, Kept };

using Member = std::variant<int Limits::*, double Limits::*, std::size_t Limits::*,
                            std::chrono::seconds Limits::*, milliseconds Limits::*>;

struct Limit {
    const char* option;
    Member member;
    Zero zero;
    WhenLifted when_lifted;
    std::string_view help;
    double most = 1e9; // if it is a number
};

using enum Zero;
using enum WhenLifted;

// The core counts KiB.
constexpr double most_mib = 1e6;

constexpr Limit all_limits[]{
    // ---- by connection
    {"--request-burst", &Limits::request_burst, NoLimit, Lifted,
     "requests a connection may send at once"},
    {"--request-rate", &Limits::request_rate, NoLimit, Lifted,
     "requests per second per connection, sustained"},
    {"--refusals-until-closed", &Limits::refusals_until_closed, NoLimit, Lifted,
     "close the connection after this many rate_limited replies"},
    {"--control-frames", &Limits::control_frames, NoLimit, Lifted,
     "pings and unsolicited pongs per connection within --control-window"},
    {"--control-window", &Limits::control_window, IsRefused, Kept,
     "window for --control-frames, in whole seconds"},
    {"--message-bytes", &Limits::message_bytes, IsRefused, Kept, "largest client message, in bytes",
     4096},
    {"--outbox-messages", &Limits::outbox_messages, NoLimit, Kept,
     "close a connection with more queued messages than this"},
    {"--outbox-bytes", &Limits::outbox_bytes, NoLimit, Kept,
     "close a connection with more queued bytes than this"},
    {"--header-bytes", &Limits::header_bytes, IsRefused, Kept, "largest HTTP request, in bytes",
     65536},
    {"--upgrade-timeout", &Limits::upgrade_timeout, NoLimit, Kept,
     "time to receive a complete HTTP request or upgrade"},
    {"--write-timeout", &Limits::write_timeout, NoLimit, Kept, "how long a write may block"},
    {"--message-timeout", &Limits::message_timeout, NoLimit, Kept,
     "time to receive a complete message"},
    {"--ping-interval", &Limits::ping_interval, IsFine, Kept, "time between pings; 0: no pings"},
    {"--silence-timeout", &Limits::silence_timeout, NoLimit, Kept,
     "drop a connection after this long without data"},
    {"--closing-timeout", &Limits::closing_timeout, IsRefused, Kept,
     "time for the closing handshake"},
    {"--backlog", &Limits::backlog, IsRefused, Kept,
     "unanswered requests per connection before the server stops reading from it"},

    // ---- by address
    {"--connections-per-address", &Limits::connections_per_address, NoLimit, Lifted,
     "open connections per address (an IPv4 address or an IPv6 /64). Loopback clients are exempt "
     "from all per-address limits except --waiting-passwords-per-address and --wrong-joins"},
    {"--new-connections-per-address", &Limits::new_connections_per_address, NoLimit, Lifted,
     "new connections per address within --new-connections-window"},
    {"--new-connections-window", &Limits::new_connections_window, IsRefused, Kept,
     "window for --new-connections-per-address"},
    {"--address-request-burst", &Limits::address_request_burst, NoLimit, Lifted,
     "requests an address may send at once"},
    {"--address-request-rate", &Limits::address_request_rate, NoLimit, Lifted,
     "requests per second per address, sustained"},
    {"--waiting-rooms-per-address", &Limits::waiting_rooms_per_address, NoLimit, Lifted,
     "rooms without a running match, per address that opened them"},
    {"--waiting-seats-per-address", &Limits::waiting_seats_per_address, NoLimit, Lifted,
     "seats that an address may hold in rooms that others opened, until the match begins"},
    {"--spectators-per-address", &Limits::spectators_per_address, NoLimit, Lifted,
     "spectators from an address in one room"},
    {"--waiting-passwords-per-address", &Limits::waiting_passwords_per_address, NoLimit, Lifted,
     "passwords per address that wait to be hashed; applies to loopback clients too"},
    {"--wrong-joins", &Limits::wrong_joins, NoLimit, Lifted,
     "joins per address with a wrong code or password within --wrong-joins-window; later ones take "
     "the slow lane. Applies to loopback clients too; 0 lifts the next limits as well"},
    {"--wrong-joins-window", &Limits::wrong_joins_window, IsRefused, Kept,
     "window for --wrong-joins"},
    {"--wrong-joins-per-56", &Limits::wrong_joins_per_56, NoLimit, Lifted,
     "wrong joins an hour from an IPv6 /56, sustained"},
    {"--wrong-joins-per-48", &Limits::wrong_joins_per_48, NoLimit, Lifted,
     "wrong joins an hour from an IPv6 /48, sustained"},
    {"--replay-space-per-address", &Limits::replay_space_per_address, NoLimit, Lifted,
     "MiB a day, sustained, for the replays of players from an address; once it is used up, they "
     "can't begin new matches for a while",
     most_mib},
    {"--replay-space-per-56", &Limits::replay_space_per_56, NoLimit, Lifted,
     "the same from an IPv6 /56", most_mib},
    {"--replay-space-per-48", &Limits::replay_space_per_48, NoLimit, Lifted,
     "the same from an IPv6 /48", most_mib},

    {"--passes-per-address", &Limits::passes_per_address, NoLimit, Lifted,
     "passes to a private server that an address can get with its password, at once and per day"},

    // ---- in total, and timers of rooms
    {"--connections", &Limits::connections, NoLimit, Lifted, "open connections"},
    {"--rooms", &Limits::rooms, NoLimit, Lifted, "open rooms"},
    {"--rooms-over-days", &Limits::rooms_over_days, NoLimit, Lifted,
     "open rooms without a clock that allow a day or more for each move"},
    {"--spectators", &Limits::spectators, NoLimit, Lifted, "spectators per room"},
    {"--waiting-passwords", &Limits::waiting_passwords, IsRefused, Kept,
     "passwords that wait to be hashed"},
    {"--wrong-joins-in-total", &Limits::wrong_joins_in_total, NoLimit, Lifted,
     "wrong joins an hour from all addresses together, sustained"},
    {"--passes", &Limits::passes, NoLimit, Kept,
     "passes to a private server; beyond that, the oldest ones from its password become void"},
    {"--invitations", &Limits::invitations, NoLimit, Kept,
     "invitations to a private server that are still usable or have valid passes"},
    {"--finished-replays", &Limits::finished_replays, NoLimit, Kept,
     "finished matches that --in-memory keeps"},
    {"--push-messages", &Limits::push_messages, NoLimit, Kept,
     "push messages that may wait to be sent; more are dropped"},
    {"--push-timeout", &Limits::push_timeout, IsRefused, Kept,
     "time for one attempt to send a push message"},
    {"--push-pause", &Limits::push_pause, IsFine, Kept,
     "minimum time between two push messages for a seat"},
    {"--push-retry", &Limits::push_retry, IsRefused, Kept,
     "wait before resending a push message after a temporary failure; four times as long after "
     "each of five attempts"},
    {"--seat-freed-after", &Limits::seat_freed_after, NoLimit, Kept,
     "time until an absent player's seat in a waiting room is freed"},
    {"--empty-room-dies-after", &Limits::empty_room_dies_after, NoLimit, Kept,
     "time until an empty room without a running match is closed"},
    {"--reveal-timeout", &Limits::reveal_timeout, NoLimit, Kept,
     "time a player's client has to reveal its nonce"},
    {"--ready-taken-after", &Limits::ready_taken_after, NoLimit, Kept,
     "time until players count as ready for the next round"},
    {"--abandoned-after", &Limits::abandoned_after, NoLimit, Kept,
     "time until a match with both players away is abandoned"},
    {"--seat-key-lifetime", &Limits::seat_key_lifetime, IsRefused, Kept,
     "how long the link that moves a seat to another device works"},
    {"--longest-move", &Limits::longest_move, NoLimit, Kept,
     "longest time per move in new rooms without a clock, in whole seconds"},
    {"--bot-time", &Limits::bot_time, IsFine, Kept,
     "average time that the bot takes for a move; 0: it moves at once"},
    {"--shutdown-timeout", &Limits::shutdown_timeout, IsRefused, Kept,
     "longest time a clean shutdown may take"},
};

// ---- values as text ----------------------------------------------------------------------------

template <class Number>
    requires std::is_arithmetic_v<Number>
std::string text_of(Number number) {
    std::ostringstream text;
    text << std::setprecision(12) << number;
    return text.str();
}

std::string text_of(milliseconds duration) {
    const auto ms = duration.count();
    if (ms % 3600000 == 0 && ms != 0)
        return std::to_string(ms / 3600000) + "h";
    if (ms % 60000 == 0 && ms != 0)
        return std::to_string(ms / 60000) + "min";
    return ms % 1000 == 0 ? std::to_string(ms / 1000) + "s" : std::to_string(ms) + "ms";
}

// "500ms", "1.5s", "2min", "1h"; a plain number counts seconds.
std::optional<milliseconds> parse_duration(const std::string& text) {
    static const std::map<std::string, double, std::less<>> units{
        {"", 1e3}, {"ms", 1}, {"s", 1e3}, {"min", 6e4}, {"h", 3.6e6}};
    double number = 0;
    const auto [rest, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    const auto unit = units.find(std::string_view(rest, text.data() + text.size()));
    if (error != std::errc{} || unit == units.end())
        return std::nullopt;
    const double ms = std::round(number * unit->second);
    constexpr double year = 365.0 * 24 * 3.6e6;
    if (!(ms >= 0 && ms <= year) || (ms == 0 && number > 0))
        return std::nullopt;
    return milliseconds(static_cast<milliseconds::rep>(ms));
}

[[noreturn]] void refuse(const Limit& limit, const std::string& why) {
    throw CLI::ValidationError(limit.option, why);
}

template <class Number>
void parse(const Limit& limit, const std::string& text, Number& out) {
    const double least = limit.zero == IsRefused ? 1 : 0;
    const char* const end = text.data() + text.size();
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    const bool in_range =
        error == std::errc{} && rest == end && number >= least && number <= limit.most;
    if (in_range)
        out = static_cast<Number>(number);
    if (!in_range || static_cast<double>(out) != number) // a fraction of a whole number
        refuse(limit, "expected a number from " + text_of(least) + " to " + text_of(limit.most));
}

template <class Rep, class Period>
void parse(const Limit& limit, const std::string& text, std::chrono::duration<Rep, Period>& out) {
    const auto value = parse_duration(text);
    if (!value)
        refuse(limit, "expected a duration, such as 500ms, 10s or 5min");
    out = std::chrono::duration_cast<std::chrono::duration<Rep, Period>>(*value);
    if (out.count() == 0 && (value->count() != 0 || limit.zero == IsRefused))
        refuse(limit, "too short");
}

void lift(Limits& limits) {
    for (const Limit& limit : all_limits)
        if (limit.when_lifted == Lifted)
            std::visit([&](auto member) { limits.*member = {}; }, limit.member);
}

} // namespace

void add_limit_options(CLI::App& app, Limits& limits) {
    // First, because options take effect in the order in which they are added here.
    app.add_flag_callback(
        "--no-limits",
        [&app, &limits] {
            lift(limits);
            for (const Limit& limit : all_limits) // for --print-config
                if (limit.when_lifted == Lifted)
                    app.get_option(limit.option)->default_str("0");
        },
        "for load tests: lift the limits on requests, refusals, control frames, "
        "connections, rooms and spectators, and every per-address limit; limits "
        "set explicitly still apply");
    const auto add = [&]<class Value>(const Limit& limit, Value Limits::* member) {
        const auto set = [&limits, &limit, member](const std::string& text) {
            parse(limit, text, limits.*member);
        };
        const std::string help(limit.help);
        app.add_option_function<std::string>(limit.option, set,
                                             limit.zero == NoLimit ? help + "; 0: no limit" : help)
            ->type_name(std::is_arithmetic_v<Value> ? "N" : "TIME")
            ->default_str(text_of(limits.*member))
            ->group("Limits");
    };
    for (const Limit& limit : all_limits)
        std::visit([&](auto member) { add(limit, member); }, limit.member);
}

bool limit_changes_while_running(std::string_view name) {
    const auto changes = [](auto member) {
        const Limits running{};
        Limits wanted;
        ++(wanted.*member);
        return core::changed_limits(running, wanted).*member != running.*member;
    };
    for (const Limit& limit : all_limits)
        if (std::string_view(limit.option).substr(2) == name)
            return std::visit(changes, limit.member);
    return false;
}

std::vector<std::pair<std::string, std::string>> limit_texts(const Limits& limits) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const Limit& limit : all_limits)
        std::visit(
            [&](auto member) {
                texts.emplace_back(std::string_view(limit.option).substr(2),
                                   text_of(limits.*member));
            },
            limit.member);
    return texts;
}

} // namespace jaipur::server::shell
