#include "server/shell/options.hpp"

#include "server/shell/limit_options.hpp"
#include "server/shell/serve_options.hpp"

#include <CLI/CLI.hpp>

#include <sstream>
#include <string_view>

namespace jaipur::server::shell {

namespace {

constexpr std::string_view exit_codes =
    "Exit codes: 0 stopped on request, 64 invalid command line, 65 not a Jaipur database, or "
    "damaged,\n69 can't listen on the address, 70 internal error, 73 can't use the data "
    "directory or\na file, 74 disk I/O error, or disk full at startup, 78 database written by a "
    "newer server.\n`healthcheck`: 0 the server is healthy, 1 it is not.";

template <class Command>
CLI::App* add_file_command(CLI::App& app, const std::string& name, Command& command,
                           const std::string& what, const std::string& file) {
    auto* const added = app.add_subcommand(name, what);
    added->add_option("FILE", command.file, file)->required();
    add_data(*added, command.data);
    return added;
}

} // namespace

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
    add_endpoint(*check, "--connect", "address that the server listens on",
                 [&health](const Endpoint& endpoint) { health.connect = endpoint; })
        ->default_str(to_string(health.connect));
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
