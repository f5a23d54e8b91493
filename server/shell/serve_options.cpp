#include "server/shell/serve_options.hpp"

#include "server/core/slots.hpp"
#include "server/net/http.hpp"
#include "server/push/vapid.hpp"
#include "server/shell/admin_options.hpp"
#include "server/shell/whole_number.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::server::shell {

namespace {

// "scheme://host" or "scheme://host:port" as browsers write it: no path, no slash at its end.
bool is_origin(std::string_view text) {
    const auto colon = text.find("://");
    if (colon == std::string_view::npos || colon == 0)
        return false;
    const auto host = text.substr(colon + 3);
    return is_host_and_port(host) && host.find_first_of("/?#@ \t,") == std::string_view::npos;
}

// Each needs a slot.
constexpr std::int64_t most_threads = core::all_slots.size();

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

} // namespace

std::string objection_to_path(const std::string& text) {
    return text.empty() ? "expected a path" : "";
}

CLI::Option* add_endpoint(CLI::App& app, const std::string& name, const std::string& help,
                          std::function<void(const Endpoint&)> set) {
    return app
        .add_option_function<std::string>(
            name, [set = std::move(set)](const std::string& text) { set(*parse_endpoint(text)); },
            help)
        ->check([](const std::string& text) -> std::string {
            return parse_endpoint(text)
                       ? ""
                       : "expected an address and a port, such as 127.0.0.1:7777 or [::1]:7777";
        })
        ->type_name("ADDRESS:PORT");
}

CLI::Option* add_data(CLI::App& app, std::optional<std::filesystem::path>& data) {
    return app
        .add_option(
            "--data", data,
            "directory for rooms, matches and replays, accessible only to its owner; created if "
            "missing")
        ->check(objection_to_path)
        ->type_name("DIRECTORY")
        ->default_str("$XDG_STATE_HOME/jaipur/server, else ~/.local/state/jaipur/server");
}

void add_serve_options(CLI::App& app, Serve& serve) {
    add_endpoint(app, "--listen",
                 "address to listen on; port 0 picks a free one, [::] also listens on IPv4",
                 [&serve](const Endpoint& endpoint) { serve.listen = endpoint; })
        ->default_str(to_string(serve.listen));
    auto* const data = add_data(app, serve.data);
    app.add_flag("--in-memory", serve.in_memory,
                 "store nothing on disk: rooms and replays are lost when the server stops")
        ->excludes(data);
    add_whole_number(
        app, "--retain", 0, 36500,
        [&serve](std::int64_t days) { serve.retain = std::chrono::days(days); },
        "delete replays once the server has run this many days since the match; 0 keeps all")
        ->type_name("DAYS")
        ->default_str("0");
    add_whole_number(
        app, "--threads", 1, most_threads,
        [&serve](std::int64_t threads) { serve.threads = static_cast<int>(threads); },
        "threads that serve clients, each with its share of all rooms; not with --store or on a "
        "private server (docs/scaling.md)")
        ->default_str("1");
    add_whole_number(
        app, "--bot-threads", 1, 256,
        [&serve](std::int64_t threads) { serve.bot_threads = static_cast<int>(threads); },
        "threads that think for bots, per thread of --threads, at a low priority; if many bots "
        "think at once, each gets less time")
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
    add_admin_socket(app, serve.admin_socket);
    app.add_flag("--core-dumps", serve.core_dumps,
                 "for developers: allow a crash to write a core dump, which contains every secret");
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

} // namespace jaipur::server::shell
