#include "server/shell/options.hpp"

#include "server/net/http.hpp"
#include "server/push/vapid.hpp"
#include "server/shell/limit_options.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <system_error>
#include <utility>

namespace jaipur::server::shell {

namespace {

constexpr std::string_view exit_codes =
    "Exit codes: 0 stopped on request, 64 invalid command line, 65 not a Jaipur database, or "
    "damaged,\n69 can't listen on the address, 70 internal error, 73 can't use the data "
    "directory or\na file, 74 disk I/O error, or disk full at startup, 78 database written by a "
    "newer server.\n`healthcheck`: 0 the server is healthy, 1 it is not.";

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
                       : "expected an address and a port, such as 127.0.0.1:7777 or [::1]:7777";
        })
        ->type_name("ADDRESS:PORT")
        ->default_str(to_string(target));
}

// Calls `add` for each value; `wrong` returns what it expected instead, or nothing.
CLI::Option* add_repeatable(CLI::App& app, const std::string& name, const std::string& type,
                            const std::string& help, std::function<void(const std::string&)> add,
                            std::function<std::string(const std::string&)> wrong) {
    return app
        .add_option_function<std::vector<std::string>>(
            name,
            [add = std::move(add)](const std::vector<std::string>& texts) {
                std::ranges::for_each(texts, add);
            },
            help + "; repeatable")
        ->check(std::move(wrong))
        ->expected(1)
        ->take_all()
        ->type_name(type);
}

void add_network_options(CLI::App& app, Serve& serve) {
    add_repeatable(
        app, "--allow-origin", "ORIGIN",
        "allow web pages from this origin to connect, besides the server's own",
        [&serve](const std::string& text) { serve.allowed_origins.push_back(net::lowered(text)); },
        [](const std::string& text) -> std::string {
            return is_origin(text) ? "" : "expected an origin, such as https://example.org:8443";
        });
    add_repeatable(
        app, "--trusted-proxy", "ADDRESS[/BITS]",
        "trust X-Forwarded-For from this proxy or network of proxies",
        [&serve](const std::string& text) {
            serve.trusted_proxies.push_back(*net::parse_network(text));
        },
        [](const std::string& text) -> std::string {
            return net::parse_network(text) ? ""
                                            : "expected an address or a network, such as "
                                              "127.0.0.1, 10.0.0.0/8 or fd00::/8";
        });
    app.add_option_function<std::string>(
           "--metrics",
           [&serve](const std::string& text) { serve.metrics = *parse_endpoint(text); },
           "serve Prometheus metrics at http://ADDRESS:PORT/metrics (loopback only)")
        ->check([](const std::string& text) -> std::string {
            const auto endpoint = parse_endpoint(text);
            return endpoint && endpoint->address().is_loopback()
                       ? ""
                       : "expected a loopback address and a port, such as 127.0.0.1:9100";
        })
        ->type_name("ADDRESS:PORT");
}

void add_push_options(CLI::App& app, Serve& serve) {
    const auto push = [&serve]() -> Serve::Push& {
        return serve.push ? *serve.push : serve.push.emplace();
    };
    auto* const subject =
        app.add_option_function<std::string>(
               "--push-subject", [push](const std::string& text) { push().subject = text; },
               "send push messages to players who aren't connected, in rooms played over days; "
               "URI (mailto: or https:) is where push services can reach you")
            ->check([](const std::string& text) -> std::string {
                return push::is_subject(text)
                           ? ""
                           : "expected a mailto: or https: address, such as mailto:me@example.org";
            })
            ->type_name("URI");
    add_repeatable(
        app, "--push-allow", "ADDRESS[/BITS]",
        "for tests and closed networks: also connect to push services in this network, on any "
        "port. Without it only public addresses and port 443 are allowed",
        [push](const std::string& text) { push().allowed.push_back(*net::parse_network(text)); },
        [](const std::string& text) -> std::string {
            return net::parse_network(text) ? "" : "expected an address or a network";
        })
        ->needs(subject);
    app.add_option_function<std::string>(
           "--push-certificates", [push](const std::string& file) { push().certificates = file; },
           "trust these certificate authorities (PEM), besides the system's, for push services")
        ->type_name("FILE")
        ->needs(subject);
}

CLI::Option* add_data(CLI::App& app, std::optional<std::filesystem::path>& data) {
    return app
        .add_option(
            "--data", data,
            "directory for rooms, matches and replays, accessible only to its owner; created if "
            "missing")
        ->type_name("DIRECTORY")
        ->default_str("$XDG_STATE_HOME/jaipur/server, else ~/.local/state/jaipur/server");
}

template <class Command>
CLI::App* add_file_command(CLI::App& app, const std::string& name, Command& command,
                           const std::string& what, const std::string& file) {
    auto* const added = app.add_subcommand(name, what);
    added->add_option("FILE", command.file, file)->required();
    add_data(*added, command.data);
    return added;
}

void add_serve_options(CLI::App& app, Serve& serve) {
    add_endpoint(app, "--listen", serve.listen,
                 "address to listen on; port 0 picks a free one, [::] also listens on IPv4");
    auto* const data = add_data(app, serve.data);
    app.add_flag("--in-memory", serve.in_memory,
                 "store nothing on disk: rooms and replays are lost when the server stops")
        ->excludes(data);
    app.add_option_function<int>(
           "--retain", [&serve](int days) { serve.retain = std::chrono::days(days); },
           "delete replays once the server has run this many days since the match; 0 keeps all")
        ->check(CLI::Range(0, 36500).description(""))
        ->type_name("DAYS")
        ->default_str("0");
    app.add_option("--bot-threads", serve.bot_threads,
                   "threads that think for bots, at a low priority; if many bots think at once, "
                   "each gets less time")
        ->check(CLI::Range(1, 256).description(""))
        ->type_name("NUMBER")
        ->default_str("1");
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
    app.add_flag("--core-dumps", serve.core_dumps,
                 "for developers: allow a crash to write a core dump, which contains every secret");
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
    std::uint16_t number = 0;
    const auto [rest, error] = std::from_chars(port.data(), port.data() + port.size(), number);
    if (error != std::errc{} || rest != port.data() + port.size())
        return std::nullopt;
    return Endpoint(parsed, number);
}

std::string to_string(const Endpoint& endpoint) {
    std::ostringstream text;
    text << endpoint;
    return text.str();
}

Options parse_options(int argc, const char* const* argv) {
    CLI::App app{"Server for Jaipur online."};
    app.name("jaipur-server");
    app.set_version_flag("--version", std::string("jaipur-server ") + JAIPUR_VERSION);
    Serve serve;
    add_serve_options(app, serve);
    add_network_options(app, serve);
    add_push_options(app, serve);
    add_limit_options(app, serve.limits);

    HealthCheck health;
    auto* check =
        app.add_subcommand("healthcheck", "check whether a server on this machine is healthy");
    add_endpoint(*check, "--connect", health.connect, "address that the server listens on");
    Backup backup;
    auto* const backs_up = add_file_command(
        app, "backup", backup, "copy the database to a file; safe while a server is running",
        "file to write; must not exist yet. Never left incomplete");
    Restore restore;
    auto* const restores =
        add_file_command(app, "restore", restore, "restore a backup into an empty data directory",
                         "file to restore; it is verified first");
    Check checks;
    auto* const check_data = app.add_subcommand(
        "check", "look for damage in the data directory, or in a backup; changes nothing");
    check_data->add_option("FILE", checks.file,
                           "database or backup to check instead of the data directory");
    add_data(*check_data, checks.data);
    Salvage salvage;
    auto* const salvages =
        add_file_command(app, "salvage", salvage, "copy everything intact to a file for `restore`",
                         "file to write; must not exist yet");
    salvages
        ->add_option("--from", salvage.from,
                     "damaged database or backup, instead of the data directory")
        ->type_name("FILE");
    app.require_subcommand(0, 1);        // in `check backup`, `backup` is a file
    app.footer(std::string(exit_codes)); // after the commands, which would inherit it
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& stopped) {
        std::ostringstream out, error;
        const bool asked = app.exit(stopped, out, error) == 0;
        return ExitWith{asked ? 0 : exit_code::usage, out.str() + error.str()};
    }
    if (check->parsed())
        return health;
    // --data may also come before the command.
    if (backs_up->parsed())
        return Backup{backup.file, backup.data ? backup.data : serve.data};
    if (restores->parsed())
        return Restore{restore.file, restore.data ? restore.data : serve.data};
    if (check_data->parsed())
        return Check{checks.file, checks.data ? checks.data : serve.data};
    if (salvages->parsed())
        return Salvage{salvage.file, salvage.from, salvage.data ? salvage.data : serve.data};
    return serve;
}

} // namespace jaipur::server::shell
