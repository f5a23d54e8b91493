#include "server/options.hpp"

#include "server/limit_options.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

namespace jaipur::server {

namespace {

constexpr std::string_view exit_codes = "Exit codes: 0 stopped as asked, 64 wrong command line, "
                                        "69 the address can't be listened on, 70 internal error,\n"
                                        "73 the data directory can't be used. `healthcheck`: 0 the "
                                        "server serves, 1 it does not.";

// "scheme://host" or "scheme://host:port" as browsers write it: no path, no slash at its end.
bool is_origin(std::string_view text) {
    const auto colon = text.find("://");
    if (colon == std::string_view::npos || colon == 0)
        return false;
    const auto host = text.substr(colon + 3);
    return !host.empty() && host.find_first_of("/?#@ \t,") == std::string_view::npos;
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
    LimitOptions limits(app);

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
    serve.limits = limits.limits();
    return serve;
}

} // namespace jaipur::server
