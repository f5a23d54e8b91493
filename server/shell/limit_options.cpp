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

namespace jaipur::server::shell {

using core::Limits;
using std::chrono::milliseconds;

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
    using Given = std::vector<std::function<void(core::Limits&)>>;

    Adder(CLI::App& app, Given& given) : app_(app), given_(given) {}

    void by_connection();
    void by_address();
    void in_all();

  private:
    template <class Number>
    void count(const std::string& name, Number core::Limits::* limit, const std::string& help,
               Zero zero, double most = 1e9) {
        const double least = zero == Zero::IsRefused ? 1 : 0;
        app_.add_option_function<Number>(
                name,
                [&given = given_, limit](const Number& value) {
                    given.push_back([=](core::Limits& limits) { limits.*limit = value; });
                },
                with_zero(help, zero))
            ->check(
                [least, most](const std::string& text) { return not_between(text, least, most); })
            ->type_name("N")
            ->default_str(number_text(defaults_.*limit))
            ->group("Limits");
    }

    template <class Duration>
    void time(const std::string& name, Duration core::Limits::* limit, const std::string& help,
              Zero zero) {
        app_.add_option_function<std::string>(
                name,
                [&given = given_, limit](const std::string& text) {
                    const auto value = std::chrono::duration_cast<Duration>(*parse_duration(text));
                    given.push_back([=](core::Limits& limits) { limits.*limit = value; });
                },
                with_zero(help, zero))
            ->check([zero](const std::string& text) -> std::string {
                const auto value = parse_duration(text);
                if (!value)
                    return "expected a duration, such as 500ms, 10s or 5min";
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
        return "expected a number from " + number_text(least) + " to " + number_text(most);
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
    const core::Limits defaults_;
};

void LimitOptions::Adder::by_connection() {
    using enum Zero;
    count("--request-burst", &core::Limits::request_burst, "requests a connection may send at once",
          LiftsIt);
    count("--request-rate", &core::Limits::request_rate,
          "requests per second per connection, sustained", LiftsIt);
    count("--refusals-until-closed", &core::Limits::refusals_until_closed,
          "rate_limited replies before the connection is closed", LiftsIt);
    count("--control-frames", &core::Limits::control_frames,
          "pings and unsolicited pongs per connection within --control-window", LiftsIt);
    time("--control-window", &core::Limits::control_window,
         "window for --control-frames, in whole seconds", IsRefused);
    count("--message-bytes", &core::Limits::message_bytes, "largest client message, in bytes",
          IsRefused, 4096);
    count("--outbox-messages", &core::Limits::outbox_messages,
          "messages queued for a connection before it is closed", LiftsIt);
    count("--outbox-bytes", &core::Limits::outbox_bytes,
          "bytes queued for a connection before it is closed", LiftsIt);
    count("--header-bytes", &core::Limits::header_bytes, "largest HTTP request, in bytes",
          IsRefused, 65536);
    time("--upgrade-timeout", &core::Limits::upgrade_timeout,
         "time to receive a complete HTTP request or upgrade", LiftsIt);
    time("--write-timeout", &core::Limits::write_timeout, "time a write may stay blocked", LiftsIt);
    time("--message-timeout", &core::Limits::message_timeout, "time to receive a complete message",
         LiftsIt);
    time("--ping-interval", &core::Limits::ping_interval, "time between pings; 0: no pings",
         IsFine);
    time("--silence-timeout", &core::Limits::silence_timeout,
         "time until a silent connection is dropped", LiftsIt);
    time("--closing-timeout", &core::Limits::closing_timeout, "time for the closing handshake",
         IsRefused);
    count("--backlog", &core::Limits::backlog,
          "unanswered requests per connection before the server stops reading from it", IsRefused);
}

void LimitOptions::Adder::by_address() {
    using enum Zero;
    count("--connections-per-address", &core::Limits::connections_per_address,
          "open connections per address (one IPv4 address or one IPv6 /64); loopback clients are "
          "exempt from per-address limits except the last two",
          LiftsIt);
    count("--new-connections-per-address", &core::Limits::new_connections_per_address,
          "new connections per address within --new-connections-window", LiftsIt);
    time("--new-connections-window", &core::Limits::new_connections_window,
         "window for --new-connections-per-address", IsRefused);
    count("--address-request-burst", &core::Limits::address_request_burst,
          "requests an address may send at once", LiftsIt);
    count("--address-request-rate", &core::Limits::address_request_rate,
          "requests per second per address, sustained", LiftsIt);
    count("--waiting-rooms-per-address", &core::Limits::waiting_rooms_per_address,
          "rooms opened by one address in which no match is running", LiftsIt);
    count("--wrong-joins", &core::Limits::wrong_joins,
          "joins per address with a wrong code or password within --wrong-joins-window; applies "
          "to loopback clients too",
          LiftsIt);
    time("--wrong-joins-window", &core::Limits::wrong_joins_window, "window for --wrong-joins",
         IsRefused);
}

void LimitOptions::Adder::in_all() {
    using enum Zero;
    count("--connections", &core::Limits::connections, "open connections", LiftsIt);
    count("--rooms", &core::Limits::rooms, "open rooms", LiftsIt);
    count("--spectators", &core::Limits::spectators, "spectators per room", LiftsIt);
    count("--finished-replays", &core::Limits::finished_replays,
          "finished matches that --in-memory keeps", LiftsIt);
    time("--seat-freed-after", &core::Limits::seat_freed_after,
         "time until an absent player's seat in a waiting room is freed", LiftsIt);
    time("--empty-room-dies-after", &core::Limits::empty_room_dies_after,
         "time until an empty room without a running match is closed", LiftsIt);
    time("--reveal-timeout", &core::Limits::reveal_timeout, "time to reveal a fair shuffle's nonce",
         LiftsIt);
    time("--ready-taken-after", &core::Limits::ready_taken_after,
         "time until players count as ready for the next round", LiftsIt);
    time("--abandoned-after", &core::Limits::abandoned_after,
         "time until a match with both players away is abandoned", LiftsIt);
    time("--shutdown-timeout", &core::Limits::shutdown_timeout, "time to shut down", IsRefused);
}

LimitOptions::LimitOptions(CLI::App& app) {
    app.add_flag("--no-limits", no_limits_,
                 "for load tests: lift the limits on requests, refusals, control frames, "
                 "connections, rooms and spectators, and every per-address limit; limits given "
                 "explicitly still apply");
    Adder add(app, given_);
    add.by_connection();
    add.by_address();
    add.in_all();
}

core::Limits LimitOptions::limits() const {
    core::Limits limits = no_limits_ ? core::without_limits({}) : core::Limits{};
    for (const auto& set : given_)
        set(limits);
    return limits;
}

} // namespace jaipur::server::shell
