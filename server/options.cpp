#include "server/options.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <functional>
#include <iomanip>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

namespace jaipur::server {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view exit_codes = "Exit codes: 0 stopped as asked, 64 wrong command line, "
                                        "69 the address can't be listened on, 70 internal error,\n"
                                        "73 the data directory can't be used. `healthcheck`: 0 the "
                                        "server serves, 1 it does not.";

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

// "scheme://host" or "scheme://host:port" as browsers write it: no path, no slash at its end.
bool is_origin(std::string_view text) {
    const auto colon = text.find("://");
    if (colon == std::string_view::npos || colon == 0)
        return false;
    const auto host = text.substr(colon + 3);
    return !host.empty() && host.find_first_of("/?#@ \t,") == std::string_view::npos;
}

enum class Zero { LiftsIt, IsFine, IsRefused };

// One option for each limit. What was given holds even under `--no-limits`, wherever that stands.
class LimitOptions {
  public:
    explicit LimitOptions(CLI::App& app) : app_(app) {}

    template <class Number>
    void count(const std::string& name, Number Limits::* limit, const std::string& help, Zero zero,
               double most = 1e9) {
        const double least = zero == Zero::IsRefused ? 1 : 0;
        app_.add_option_function<Number>(
                name,
                [this, limit](const Number& value) {
                    given_.push_back([=](Limits& limits) { limits.*limit = value; });
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
                [this, limit](const std::string& text) {
                    const auto value = std::chrono::duration_cast<Duration>(*parse_duration(text));
                    given_.push_back([=](Limits& limits) { limits.*limit = value; });
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

    Limits applied(Limits limits) const {
        for (const auto& set : given_)
            set(limits);
        return limits;
    }

  private:
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
    const Limits defaults_;
    std::vector<std::function<void(Limits&)>> given_;
};

void add_limits_by_connection(LimitOptions& add) {
    using enum Zero;
    add.count("--request-burst", &Limits::request_burst, "requests of a connection at once",
              LiftsIt);
    add.count("--request-rate", &Limits::request_rate,
              "requests of a connection in a second, over time", LiftsIt);
    add.count("--refusals-until-closed", &Limits::refusals_until_closed,
              "rate_limited answers before the connection is closed", LiftsIt);
    add.count("--control-frames", &Limits::control_frames,
              "pings and unasked pongs of a connection in the window below", LiftsIt);
    add.time("--control-window", &Limits::control_window,
             "window for control frames, in whole seconds", IsRefused);
    add.count("--message-bytes", &Limits::message_bytes, "bytes of a client's message", IsRefused,
              4096);
    add.count("--outbox-messages", &Limits::outbox_messages,
              "messages waiting to be sent to a connection", LiftsIt);
    add.count("--outbox-bytes", &Limits::outbox_bytes, "bytes waiting to be sent to a connection",
              LiftsIt);
    add.count("--header-bytes", &Limits::header_bytes, "bytes of an HTTP request", IsRefused,
              65536);
    add.time("--upgrade-timeout", &Limits::upgrade_timeout, "for a whole HTTP request or upgrade",
             LiftsIt);
    add.time("--write-timeout", &Limits::write_timeout, "for a write that is blocked", LiftsIt);
    add.time("--message-timeout", &Limits::message_timeout,
             "for a message, from its first byte to its last", LiftsIt);
    add.time("--ping-interval", &Limits::ping_interval, "between pings; 0: no pings", IsFine);
    add.time("--silence-timeout", &Limits::silence_timeout, "until a silent connection is dropped",
             LiftsIt);
    add.time("--closing-timeout", &Limits::closing_timeout, "for a closing handshake", IsRefused);
    add.count("--backlog", &Limits::backlog,
              "unanswered requests of a connection before reading waits", IsRefused);
}

void add_limits_in_all(LimitOptions& add) {
    using enum Zero;
    add.count("--connections", &Limits::connections, "connections", LiftsIt);
    add.count("--rooms", &Limits::rooms, "rooms", LiftsIt);
    add.count("--spectators", &Limits::spectators, "spectators of a room", LiftsIt);
    add.count("--finished-replays", &Limits::finished_replays, "finished matches kept", LiftsIt);
    add.time("--seat-freed-after", &Limits::seat_freed_after,
             "until the seat of an absent player is freed in a room that waits", LiftsIt);
    add.time("--empty-room-dies-after", &Limits::empty_room_dies_after,
             "until a room without anybody and without a running match dies", LiftsIt);
    add.time("--reveal-timeout", &Limits::reveal_timeout,
             "for the reveal of a fair shuffle's nonce", LiftsIt);
    add.time("--ready-taken-after", &Limits::ready_taken_after,
             "until players count as ready for the next round", LiftsIt);
    add.time("--abandoned-after", &Limits::abandoned_after,
             "until a match without its players is abandoned", LiftsIt);
    add.time("--shutdown-timeout", &Limits::shutdown_timeout, "for stopping", IsRefused);
}

template <class Target>
void add_endpoint(CLI::App& app, const std::string& name, Target& target, const std::string& help) {
    app.add_option_function<std::string>(
           name, [&target](const std::string& text) { target = *parse_endpoint(text); }, help)
        ->check([](const std::string& text) -> std::string {
            return parse_endpoint(text)
                       ? ""
                       : "an address and a port are wanted, such as 127.0.0.1:7777 or [::1]:7777";
        })
        ->type_name("ADDRESS:PORT")
        ->default_str(to_string(Endpoint{}));
}

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

void add_serve_options(CLI::App& app, Serve& serve) {
    add_endpoint(app, "--listen", serve.listen,
                 "where to listen; port 0 takes any free one, [::] listens on IPv4 as well");
    app.add_option("--data", serve.data,
                   "directory for what has to outlive the server, made with mode 0700 where it is "
                   "missing. Nothing lies there yet: rooms live in memory. The database will")
        ->type_name("DIRECTORY");
    app.add_option_function<std::vector<std::string>>(
           "--allow-origin",
           [&serve](const std::vector<std::string>& origins) {
               for (const auto& origin : origins)
                   serve.allowed_origins.push_back(lowered(origin));
           },
           "web pages of this origin may connect, beside the server's own; repeatable")
        ->check([](const std::string& text) -> std::string {
            return is_origin(text) ? "" : "an origin is wanted, such as https://example.org:8443";
        })
        ->expected(1)
        ->take_all()
        ->type_name("ORIGIN");
    static const std::map<std::string, log::Level> levels{{"debug", log::Level::Debug},
                                                          {"info", log::Level::Info},
                                                          {"warning", log::Level::Warning},
                                                          {"error", log::Level::Error},
                                                          {"off", log::Level::Off}};
    app.add_option_function<std::string>(
           "--log-level", [&serve](const std::string& name) { serve.log_level = levels.at(name); },
           "debug, info, warning, error or off")
        ->check(CLI::IsMember(levels).description(""))
        ->type_name("LEVEL")
        ->default_str("info");
}

} // namespace

std::optional<Endpoint> parse_endpoint(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    std::string_view address = text.substr(0, colon);
    const std::string_view port = text.substr(colon + 1);
    const bool bracketed = address.starts_with('[') && address.ends_with(']');
    if (bracketed)
        address = address.substr(1, address.size() - 2);
    boost::system::error_code wrong;
    const auto parsed = boost::asio::ip::make_address(std::string(address), wrong);
    if (wrong || parsed.is_v6() != bracketed)
        return std::nullopt;
    Endpoint endpoint{std::string(address), 0};
    const auto [rest, error] =
        std::from_chars(port.data(), port.data() + port.size(), endpoint.port);
    if (error != std::errc{} || rest != port.data() + port.size())
        return std::nullopt;
    return endpoint;
}

std::string to_string(const Endpoint& endpoint) {
    const bool v6 = endpoint.address.find(':') != std::string::npos;
    return (v6 ? "[" + endpoint.address + "]" : endpoint.address) + ":" +
           std::to_string(endpoint.port);
}

std::variant<Serve, HealthCheck, Leave> parse_options(int argc, const char* const* argv) {
    CLI::App app{"The server of Jaipur online."};
    app.name("jaipur-server");
    app.footer(std::string(exit_codes));
    app.set_version_flag("--version", JAIPUR_VERSION);
    Serve serve;
    add_serve_options(app, serve);
    bool no_limits = false;
    app.add_flag("--no-limits", no_limits,
                 "for load tests: lifts the limits on requests, refusals, control frames, "
                 "connections, rooms and spectators; what is given beside it holds");
    LimitOptions limits(app);
    add_limits_by_connection(limits);
    add_limits_in_all(limits);

    HealthCheck health;
    auto* check =
        app.add_subcommand("healthcheck", "asks a server on this machine whether it serves");
    add_endpoint(*check, "--connect", health.connect, "where the server listens");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& stopped) {
        std::ostringstream out, error;
        const bool asked = app.exit(stopped, out, error) == 0;
        return Leave{asked ? 0 : exit_code::usage, out.str() + error.str()};
    }
    if (check->parsed())
        return health;
    serve.limits = limits.applied(no_limits ? without_limits({}) : Limits{});
    return serve;
}

} // namespace jaipur::server
