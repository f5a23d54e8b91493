#include "server/shell/store_options.hpp"

#include "server/shell/connection_string.hpp"
#include "server/shell/whole_number.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace jaipur::server::shell {

namespace {

constexpr std::int64_t shortest_lease = 3, longest_lease = 3600;

Serve::Database& in(std::optional<Serve::Database>& store) {
    if (!store)
        store = Serve::Database{};
    return *store;
}

Serve::Database::Cluster& cluster_in(std::optional<Serve::Database>& store) {
    auto& cluster = in(store).cluster;
    if (!cluster)
        cluster = Serve::Database::Cluster{};
    return *cluster;
}

// A host's name or address. Other servers resolve it.
std::string objection_to_address(const std::string& text) {
    const auto colon = text.rfind(':');
    const auto port = whole_number(colon == std::string::npos ? "" : text.substr(colon + 1));
    const std::string host = text.substr(0, colon);
    constexpr std::int64_t last_port = 65535;
    const bool is_v6 = host.starts_with('[') && host.ends_with(']');
    if (port && *port > 0 && *port <= last_port && !host.empty() &&
        (is_v6 || host.find_first_of(": /[]") == std::string::npos))
        return {};
    return "expected HOST:PORT, such as 10.0.0.1:7780 or [fd00::1]:7780";
}

std::string objection_to_name(const std::string& text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz"
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    constexpr std::size_t longest_name = 100;
    return !text.empty() && text.size() <= longest_name &&
                   text.find_first_not_of(allowed) == std::string::npos
               ? ""
               : "expected up to 100 letters, digits, dots, hyphens and underscores";
}

} // namespace

CLI::Option* add_store(CLI::App& app, std::optional<Serve::Database>& store) {
    return app
        .add_option_function<std::string>(
            "--store", [&store](const std::string& text) { in(store).connection = text; },
            "instead of --data: store everything in this PostgreSQL database, such as "
            "postgresql://USER@HOST/DATABASE, or words of libpq (docs/cluster.md). Other users of "
            "this machine can read a password on a command line")
        ->check([](const std::string& text) -> std::string {
            return is_connection_string(text)
                       ? ""
                       : "expected postgresql://USER@HOST/DATABASE or host=HOST dbname=DATABASE";
        })
        ->type_name("DATABASE");
}

void add_store_options(CLI::App& app, Serve& serve) {
    auto* const store = add_store(app, serve.store)
                            ->excludes(app.get_option("--data"))
                            ->excludes(app.get_option("--in-memory"));
    app.add_flag_callback(
           "--store-single-database", [&serve] { in(serve.store).single = true; },
           "accept a database without a synchronous standby: if its machine is lost, so are all "
           "rooms and replays")
        ->needs(store);
    add_whole_number(
        app, "--store-lease", shortest_lease, longest_lease,
        [&serve](std::int64_t lease) { in(serve.store).lease = std::chrono::seconds(lease); },
        "after a crash of this server, another one waits this long before it takes over. A server "
        "that can't reach the database for about as long ends, or with --cluster-address closes "
        "its rooms. A whole number; the default is 40, or 3.5 with --cluster-address")
        ->needs(store)
        ->type_name("SECONDS");
    auto* const address =
        app.add_option_function<std::string>(
               "--cluster-address",
               [&serve](const std::string& text) { cluster_in(serve.store).address = text; },
               "share the database with other servers: each serves a part of all rooms, and takes "
               "over those of a server that has failed. The others reach this one there "
               "(docs/cluster.md)")
            ->check(objection_to_address)
            ->type_name("HOST:PORT")
            ->needs(store);
    app.add_option_function<std::string>(
           "--cluster-name",
           [&serve](const std::string& text) { cluster_in(serve.store).name = text; },
           "this server's name to the others and in logs; no two running servers may have the "
           "same. Default: the host's name and the process's number")
        ->check(objection_to_name)
        ->type_name("NAME")
        ->needs(address);
    auto* const secret =
        app.add_option_function<std::string>(
               "--cluster-secret",
               [&serve](const std::string& file) { cluster_in(serve.store).secret_file = file; },
               "file whose first line (32 characters or more) is a secret that all servers of the "
               "cluster share; only the server's user may read it")
            ->type_name("FILE")
            ->needs(address);
    address->needs(secret);
    app.add_option_function<std::string>(
           "--cluster-listen",
           [&serve](const std::string& text) {
               cluster_in(serve.store).listen = parse_endpoint(text);
           },
           "listen for the other servers here instead of at --cluster-address; only in a private "
           "network")
        ->check([](const std::string& text) -> std::string {
            return parse_endpoint(text) ? ""
                                        : "expected an address and a port, such as 10.0.0.1:7780";
        })
        ->type_name("ADDRESS:PORT")
        ->needs(address);
}

} // namespace jaipur::server::shell
