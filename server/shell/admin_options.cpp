#include "server/shell/admin_options.hpp"

#include "server/admin/command.hpp"
#include "server/log/log.hpp"
#include "server/shell/serve_options.hpp"
#include "server/shell/whole_number.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
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
                                   "show the server's state: people, rooms, load");
    add_command<admin::ListRooms>(app, admin, "rooms", "list all rooms with their players");
    add_command<admin::ShowLimits>(app, admin, "limits", "show all limits in force");
    const auto [level, set] = add_command<admin::SetLogLevel>(
        app, admin, "log-level", "log more or less, until the server restarts or gets SIGHUP");
    level->add_option("LEVEL", set->level, "debug, info, warning, error or off")->required();
    const auto [backs_up, backup] = add_command<admin::MakeBackup>(
        app, admin, "backup", "let the server copy its database to a file");
    backs_up
        ->add_option_function<std::string>(
            "FILE",
            [command = backup](const std::string& file) {
                command->file = std::filesystem::absolute(file).string();
            },
            "file to write; must not exist yet. Never left incomplete")
        ->required()
        ->check(objection_to_path)
        ->check([](const std::string& text) -> std::string {
            return text != "-" ? ""
                               : "the server writes the file, so it needs a name; only "
                                 "`jaipur-server backup -` writes to standard output";
        });
}

// "90s", "30min", "2h", "7d" in seconds; nothing if it isn't one.
std::optional<std::int64_t> seconds_in(const std::string& text) {
    static const std::map<std::string, std::int64_t> units{
        {"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto unit = units.find(std::string(rest, text.data() + text.size()));
    if (error != std::errc{} || number < 1 || unit == units.end() ||
        number > admin::longest_time / unit->second)
        return std::nullopt;
    return number * unit->second;
}

// `target`: seconds, maybe optional.
template <class Target>
void add_time(CLI::App& app, Target& target, const std::string& help) {
    app.add_option_function<std::string>(
           "--for", [&target](const std::string& text) { target = *seconds_in(text); }, help)
        ->check([](const std::string& text) -> std::string {
            return seconds_in(text) ? ""
                                    : "expected a time of at most 3650d, such as 30min, 2h or 7d";
        })
        ->type_name("TIME");
}

template <class Command>
void add_person(CLI::App& app, Command& command) {
    app.add_option("WHO", command.who,
                   "an address, a network (ADDRESS/BITS), or the code of a room")
        ->required();
    add_whole_number(
        app, "SEAT", 0, 1,
        [&command](std::int64_t seat) { command.seat = seat == 0 ? Seat::Zero : Seat::One; },
        "with a room: the player's seat, 0 or 1, in the order of `rooms`");
}

void add_commands_about_players(CLI::App& app, Admin& admin) {
    const auto [ends, end] = add_command<admin::EndMatch>(
        app, admin, "end", "end the running match of a room, without a winner");
    ends->add_option("ROOM", end->room, "its code")->required();
    ends->add_option("--reason", end->reason, "the reason, shown to the players")
        ->type_name("TEXT");
    const auto [kicks, kick] = add_command<admin::Kick>(
        app, admin, "kick", "close the connections of an address or a player; seats are kept");
    add_person(*kicks, *kick);
    const auto [bans, ban] = add_command<admin::AddBan>(
        app, admin, "ban", "refuse connections from an address, and close open ones");
    add_person(*bans, *ban);
    add_time(*bans, ban->lasts_for, "how long; without it, until `unban`");
    const auto [unbans, unban] = add_command<admin::RemoveBan>(app, admin, "unban", "end a ban");
    unbans->add_option("ADDRESS", unban->address, "as `bans` lists it")->required();
    add_command<admin::ListBans>(app, admin, "bans", "list all bans");
}

void add_commands_about_guests(CLI::App& app, Admin& admin) {
    const auto [invites, invite] = add_command<admin::Invite>(
        app, admin, "invite", "make a link that lets people into a private server");
    add_whole_number(
        *invites, "--uses", 1, admin::most_uses,
        [command = invite](std::int64_t uses) { command->uses = uses; },
        "how many people it lets in; 1 by default");
    add_time(*invites, invite->lasts_for, "how long it can be used; 7d by default");
    invites->add_option("--note", invite->note, "shown in the list of `invitations`")
        ->type_name("TEXT");
    add_command<admin::ListInvitations>(app, admin, "invitations",
                                        "list all invitations to this private server");
    const auto [revokes, revoke] = add_command<admin::Revoke>(
        app, admin, "revoke", "end an invitation, and void the passes that came from it");
    revokes
        ->add_option_function<std::string>(
            "ID",
            [command = revoke](const std::string& text) {
                command->invitation = *whole_number(text);
            },
            "as `invitations` lists it")
        ->required()
        ->check([](const std::string& text) -> std::string {
            return whole_number(text).value_or(0) > 0
                       ? ""
                       : "expected a number, as `invitations` lists it";
        })
        ->type_name("NUMBER");
}

void add_commands_to_all(CLI::App& app, Admin& admin) {
    const auto [announces, announce] = add_command<admin::Announce>(
        app, admin, "announce", "show a text to everybody, until the server restarts");
    auto* const text =
        announces->add_option("TEXT", announce->text, "at most 200 characters, on one line");
    add_time(*announces, announce->lasts_for, "how long");
    const CLI::Option* const clear =
        announces->add_flag_callback("--clear", [] {}, "remove the announcement")->excludes(text);
    announces->callback([command = announce, &admin, text, clear] {
        if (text->empty() == clear->empty() || (clear->empty() && command->text.empty()))
            throw CLI::ValidationError("announce", "expected a TEXT or --clear");
        admin.command = *command;
    });
    const auto [drains, drain] = add_command<admin::Drain>(
        app, admin, "drain",
        "start no new matches, and stop the server once the running ones are over");
    drains->add_flag("--cancel", drain->cancel, "don't stop; allow new matches again");
}

} // namespace

void add_admin_socket(CLI::App& app, std::optional<std::filesystem::path>& target) {
    app.add_option("--admin-socket", target,
                   "Unix socket on which `jaipur-server admin` reaches this server; `none`: no "
                   "such socket. By default admin.sock in the data directory; none with "
                   "--in-memory")
        ->check(objection_to_path)
        ->type_name("PATH");
}

CLI::App* add_admin_command(CLI::App& app, Admin& admin) {
    auto* const command = app.add_subcommand("admin", "command a running server on this machine");
    add_data(*command, admin.data);
    command
        ->add_option("--socket", admin.socket,
                     "the server's --admin-socket, instead of the configured one")
        ->check(objection_to_path)
        ->type_name("PATH");
    command->add_flag("--json", admin.json, "print the answer as one line of JSON");
    add_commands_about_server(*command, admin);
    add_commands_about_players(*command, admin);
    add_commands_about_guests(*command, admin);
    add_commands_to_all(*command, admin);
    command->require_subcommand(1);
    return command;
}

std::string objection_to_admin_command(const CLI::App& admin) {
    if (!admin.parsed() || !admin.get_subcommands().empty())
        return "";
    const auto unknown = admin.remaining();
    return "admin: " + (unknown.empty() ? "expected a command" : "no such command: " + unknown[0]) +
           "; `jaipur-server admin --help` lists all\n";
}

} // namespace jaipur::server::shell
