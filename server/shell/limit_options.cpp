#include "server/shell/limit_options.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace jaipur::server {

namespace {

using std::chrono::milliseconds;

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

std::string to_text(milliseconds duration) {
    const auto ms = duration.count();
    if (ms % 3600000 == 0 && ms != 0)
        return std::to_string(ms / 3600000) + "h";
    if (ms % 60000 == 0 && ms != 0)
        return std::to_string(ms / 60000) + "min";
    return ms % 1000 == 0 ? std::to_string(ms / 1000) + "s" : std::to_string(ms) + "ms";
}

enum class Zero { LiftsIt, IsFine, IsRefused };

} // namespace

class LimitOptions::Adder {
  public:
    using Given = std::vector<std::function<void(Limits&)>>;

    Adder(CLI::App& app, Given& given) : app_(app), given_(given) {}

    void by_connection();
    void by_address();
    void in_all();

  private:
    template <class Number>
    void count(const std::string& name, Number Limits::* limit, const std::string& help, Zero zero,
               double most = 1e9) {
        const double least = zero == Zero::IsRefused ? 1 : 0;
        app_.add_option_function<Number>(
                name,
                [&given = given_, limit](const Number& value) {
                    given.push_back([=](Limits& limits) { limits.*limit = value; });
                },
                with_zero(help, zero))
            ->check(
                [least, most](const std::string& text) { return not_between(text, least, most); })
            ->type_name("N")
            ->default_str(number_text(defaults_.*limit))
            ->group("Limits");
    }

    template <class Duration>
    void time(const std::string& name, Duration Limits::* limit, const std::string& help,
              Zero zero) {
        app_.add_option_function<std::string>(
                name,
                [&given = given_, limit](const std::string& text) {
                    const auto value = std::chrono::duration_cast<Duration>(*parse_duration(text));
                    given.push_back([=](Limits& limits) { limits.*limit = value; });
                },
                with_zero(help, zero))
            ->check([zero](const std::string& text) -> std::string {
                const auto value = parse_duration(text);
                if (!value)
                    return "a duration is wanted, such as 500ms, 10s, 5min";
                if (std::chrono::duration_cast<Duration>(*value).count() == 0 &&
                    (value->count() != 0 || zero == Zero::IsRefused))
                    return "too short";
                return {};
            })
            ->type_name("TIME")
            ->default_str(to_text(defaults_.*limit))
            ->group("Limits");
    }

    static std::string not_between(const std::string& text, double least, double most) {
        double number = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] =
            std::from_chars(text.data(), end, number, std::chars_format::fixed);
        if (error == std::errc{} && rest == end && number >= least && number <= most)
            return {};
        return "a number from " + number_text(least) + " to " + number_text(most) + " is wanted";
    }

    static std::string with_zero(const std::string& help, Zero zero) {
        return zero == Zero::LiftsIt ? help + "; 0: no limit" : help;
    }

    template <class Number>
    static std::string number_text(Number number) {
        std::ostringstream text;
        text << std::setprecision(12) << number;
        return text.str();
    }

    CLI::App& app_;
    Given& given_;
    const Limits defaults_;
};

void LimitOptions::Adder::by_connection() {
    using enum Zero;
    count("--request-burst", &Limits::request_burst, "requests of a connection at once", LiftsIt);
    count("--request-rate", &Limits::request_rate,
          "requests of a connection in a second, over time", LiftsIt);
    count("--refusals-until-closed", &Limits::refusals_until_closed,
          "rate_limited answers before the connection is closed", LiftsIt);
    count("--control-frames", &Limits::control_frames,
          "pings and unasked pongs of a connection in the window below", LiftsIt);
    time("--control-window", &Limits::control_window, "window for control frames, in whole seconds",
         IsRefused);
    count("--message-bytes", &Limits::message_bytes, "bytes of a client's message", IsRefused,
          4096);
    count("--outbox-messages", &Limits::outbox_messages,
          "messages waiting to be sent to a connection", LiftsIt);
    count("--outbox-bytes", &Limits::outbox_bytes, "bytes waiting to be sent to a connection",
          LiftsIt);
    count("--header-bytes", &Limits::header_bytes, "bytes of an HTTP request", IsRefused, 65536);
    time("--upgrade-timeout", &Limits::upgrade_timeout, "for a whole HTTP request or upgrade",
         LiftsIt);
    time("--write-timeout", &Limits::write_timeout, "for a write that is blocked", LiftsIt);
    time("--message-timeout", &Limits::message_timeout,
         "for a message, from its first byte to its last", LiftsIt);
    time("--ping-interval", &Limits::ping_interval, "between pings; 0: no pings", IsFine);
    time("--silence-timeout", &Limits::silence_timeout, "until a silent connection is dropped",
         LiftsIt);
    time("--closing-timeout", &Limits::closing_timeout, "for a closing handshake", IsRefused);
    count("--backlog", &Limits::backlog, "unanswered requests of a connection before reading waits",
          IsRefused);
}

void LimitOptions::Adder::by_address() {
    using enum Zero;
    count("--connections-per-address", &Limits::connections_per_address,
          "connections of an address (an IPv4 one, or an IPv6 /64) at once; programs on this "
          "machine are free of this and of all by address but the last two",
          LiftsIt);
    count("--new-connections-per-address", &Limits::new_connections_per_address,
          "new connections of an address in the window below", LiftsIt);
    time("--new-connections-window", &Limits::new_connections_window, "window for new connections",
         IsRefused);
    count("--address-request-burst", &Limits::address_request_burst,
          "requests of an address at once", LiftsIt);
    count("--address-request-rate", &Limits::address_request_rate,
          "requests of an address in a second, over time", LiftsIt);
    count("--waiting-rooms-per-address", &Limits::waiting_rooms_per_address,
          "rooms that an address opened and in which nobody plays", LiftsIt);
    count("--wrong-joins", &Limits::wrong_joins,
          "joins of an address with a wrong code or password in the window below, this machine's "
          "as well",
          LiftsIt);
    time("--wrong-joins-window", &Limits::wrong_joins_window, "window for wrong joins", IsRefused);
}

void LimitOptions::Adder::in_all() {
    using enum Zero;
    count("--connections", &Limits::connections, "connections", LiftsIt);
    count("--rooms", &Limits::rooms, "rooms", LiftsIt);
    count("--spectators", &Limits::spectators, "spectators of a room", LiftsIt);
    count("--finished-replays", &Limits::finished_replays,
          "finished matches kept in memory by --in-memory", LiftsIt);
    time("--seat-freed-after", &Limits::seat_freed_after,
         "until the seat of an absent player is freed in a room that waits", LiftsIt);
    time("--empty-room-dies-after", &Limits::empty_room_dies_after,
         "until a room without anybody and without a running match dies", LiftsIt);
    time("--reveal-timeout", &Limits::reveal_timeout, "for the reveal of a fair shuffle's nonce",
         LiftsIt);
    time("--ready-taken-after", &Limits::ready_taken_after,
         "until players count as ready for the next round", LiftsIt);
    time("--abandoned-after", &Limits::abandoned_after,
         "until a match without its players is abandoned", LiftsIt);
    time("--shutdown-timeout", &Limits::shutdown_timeout, "for stopping", IsRefused);
}

LimitOptions::LimitOptions(CLI::App& app) {
    app.add_flag("--no-limits", no_limits_,
                 "for load tests: lifts the limits on requests, refusals, control frames, "
                 "connections, rooms and spectators, and all by address; what is given beside it "
                 "holds");
    Adder add(app, given_);
    add.by_connection();
    add.by_address();
    add.in_all();
}

Limits LimitOptions::limits() const {
    Limits limits = no_limits_ ? without_limits({}) : Limits{};
    for (const auto& set : given_)
        set(limits);
    return limits;
}

} // namespace jaipur::server
