#include "server/shell/store_options.hpp"

#include "server/shell/connection_string.hpp"
#include "server/shell/whole_number.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace jaipur::server::shell {

namespace {

constexpr std::int64_t shortest_lease = 3, longest_lease = 3600;

Serve::Database& in(std::optional<Serve::Database>& store) {
    return store ? *store : store.emplace();
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
        "after a crash of this server, another one waits this long before it takes over; this "
        "server ends if it can't reach the database for about as long")
        ->needs(store)
        ->type_name("SECONDS")
        ->default_str(std::to_string(Serve::Database{}.lease.count()));
}

} // namespace jaipur::server::shell
