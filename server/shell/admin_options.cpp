#include "server/shell/admin_options.hpp"

#include "server/admin/command.hpp"
#include "server/log/log.hpp"
#include "server/shell/serve_options.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace jaipur::server::shell {

namespace {

// A command whose options fill in `Command`. Returns it with its app.
template <class Command>
std::pair<CLI::App*, std::shared_ptr<Command>>
add_command(CLI::App& app, Admin& admin, const std::string& name, const std::string& what) {
    auto command = std::make_shared<Command>();
    auto* const added = app.add_subcommand(name, what);
    added->fallthrough(); // --json may come last
    added->callback([&admin, command] { admin.command = *command; });
    return {added, command};
}

void add_commands_about_server(CLI::App& app, Admin& admin) {
    add_command<admin::ShowStatus>(app, admin, "status",
                                   "show how the server is: people, rooms, load");
    add_command<admin::ListRooms>(app, admin, "rooms", "list all rooms with their players");
    add_command<admin::ShowLimits>(app, admin, "limits", "show all limits that are in force");
    const auto [level, set] = add_command<admin::SetLogLevel>(
        app, admin, "log-level", "log more or less, until the server restarts or gets SIGHUP");
    level->add_option("LEVEL", set->level, "debug, info, warning, error or off")->required();
    const auto [backs_up, backup] = add_command<admin::MakeBackup>(
        app, admin, "backup", "let the server copy its database to a file");
    backs_up
        ->add_option_function<std::string>(
            "FILE",
            [backup = backup](const std::string& file) {
                backup->file = std::filesystem::absolute(file).string();
            },
            "file to write; must not exist yet. Never left incomplete")
        ->required();
}

} // namespace

void add_admin_socket(CLI::App& app, std::optional<std::filesystem::path>& target) {
    app.add_option("--admin-socket", target,
                   "Unix socket on which `jaipur-server admin` reaches this server; `none`: no "
                   "such socket. By default admin.sock in the data directory; none with "
                   "--in-memory")
        ->type_name("PATH");
}

CLI::App* add_admin_command(CLI::App& app, Admin& admin) {
    auto* const command = app.add_subcommand("admin", "command a running server on this machine");
    add_data(*command, admin.data);
    command
        ->add_option("--socket", admin.socket,
                     "the server's --admin-socket, instead of the configured one")
        ->type_name("PATH");
    command->add_flag("--json", admin.json, "print the answer as one line of JSON");
    add_commands_about_server(*command, admin);
    command->require_subcommand(1);
    return command;
}

} // namespace jaipur::server::shell
