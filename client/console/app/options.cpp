#include "client/console/app/options.hpp"

#include "client/console/app/environment.hpp"
#include "client/console/app/server_password.hpp"
#include "client/console/app/subcommands.hpp"
#include "client/console/app/usage.hpp"
#include "client/console/network/tls.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "protocol/text.hpp"

#include <CLI/CLI.hpp>

#include <utility>

namespace jaipur::client::app {

namespace {

std::string default_name(const Settings& settings) {
    for (const std::string& name :
         {variable("JAIPUR_NAME"), settings.name.value_or(""), variable("USER")})
        if (protocol::is_name(name))
            return name;
    return "Trader";
}

// A script that starts this program may know of a server.
std::string default_server(const Settings& settings) {
    const std::string known = variable("JAIPUR_DEFAULT_SERVER");
    return settings.server.value_or(parse_address(known) ? known : "127.0.0.1:7777");
}

std::string check_name(const std::string& text) {
    return protocol::is_name(text) ? "" : _("expected a name of 1 to 20 printable characters");
}

void add_common_options(CLI::App& app, Options& options, Raw& raw) {
    raw.server = app.add_option("--server", options.server,
                                _("address of the server, such as 192.168.1.20:7777 or "
                                  "https://jaipur.example, or an "
                                  "invitation link"))
                     ->type_name("HOST:PORT")
                     ->envname("JAIPUR_SERVER")
                     ->capture_default_str()
                     ->check(check_server);
    app.add_option("--ca", options.ca,
                   _("trust the certificates in this file, too, when a server's address is https"))
        ->type_name("FILE")
        ->envname("JAIPUR_CA")
        ->check(network::check_ca);
    app.add_option_function<std::string>(
           "--server-password-file",
           [&options](const std::string& file) {
               const auto password = read_server_password(file);
               if (!password)
                   throw CLI::ValidationError("--server-password-file", password.error());
               options.server_password = *password;
               options.server_password_file = file;
           },
           _("read a private server's password from the first line of this file"))
        ->type_name("FILE");
    raw.name = app.add_option("--name", options.name, _("your name, 1 to 20 characters"))
                   ->type_name("NAME")
                   ->capture_default_str()
                   ->check(check_name);
    app.add_flag("--plain", raw.plain, _("use plain mode: short sentences and typed commands"));
    app.add_flag("--full-screen", raw.full_screen,
                 _("fill the screen, even if the settings say plain"));
    app.add_flag("--ascii", options.ascii, _("use ASCII characters only"));
    add_choice(app, "--notify", options.notify, parse_notify,
               _("none, or some of bell, title and desktop"),
               _("how to call you when it's your turn, somebody joins or writes, or time runs out: "
                 "none, or some of bell, title and desktop, with commas between them"))
        ->type_name("KINDS")
        ->envname("JAIPUR_NOTIFY")
        ->default_str("bell,title,desktop");
    add_choice(app, "--theme", options.theme, parse_theme, _("auto, dark, light or none"),
               _("colours of the full screen: auto, dark, light or none"))
        ->type_name("THEME")
        ->envname("JAIPUR_THEME")
        ->default_str("auto");
    add_choice(app, "--language", raw.language, parse_language, _("auto, en, de, es or fr"),
               _("language: en, de, es or fr; auto takes it from LC_ALL, LC_MESSAGES or LANG"))
        ->type_name("CODE")
        ->envname("JAIPUR_LANGUAGE")
        ->default_str("auto");
    add_choice(app, "--mouse", options.mouse, parse_switch, _("on or off"),
               _("use the mouse in the full screen: on or off"))
        ->type_name("SWITCH")
        ->envname("JAIPUR_MOUSE")
        ->default_str("on");
}

void take_settings(Options& options, const Settings& settings) {
    options.server = default_server(settings);
    options.ca = settings.ca.value_or("");
    options.name = default_name(settings);
    options.notify = settings.notify;
    options.theme = settings.theme.value_or(options.theme);
    options.mouse = settings.mouse.value_or(options.mouse);
}

// The server may be given as a URL, even as the link to a room, or as an invitation.
void take_address(Options& options) {
    if (const auto link = parse_server_link(options.server))
        options.invitation = link->invitation;
    const auto link = parse_room_link(options.server);
    const bool is_free = !options.start && !options.replay && !options.verify && !options.games;
    if (const auto replay = parse_replay_link(options.server); replay && is_free)
        options.replay = {replay->match, {}};
    if (link && link->server && is_free) {
        if (link->purpose == RoomLink::Purpose::Watch)
            options.start = command::Watch{link->room, std::nullopt};
        else
            options.start = joining({link->room, link->server, link->key}, std::nullopt);
    }
    options.address = *parse_address(options.server);
    if (options.server.find_first_of("/#?") != std::string::npos)
        options.server = text_of(options.address);
}

} // namespace

std::variant<Options, int> read_options(int argc, const char* const* argv, const Settings& settings,
                                        const Ask& ask) {
    CLI::App app(_("Play Jaipur in the terminal, against a friend or the bot."), "jaipur-client");
    speak_in_help(app);
    Options options;
    options.started_as = argc > 0 ? argv[0] : "jaipur-client";
    Raw raw(options);
    take_settings(options, settings);
    add_common_options(app, options, raw);
    add_commands(app, options, raw, ask);
    add_notes_to_help(app); // after the commands, which would inherit them
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return complain(app, error, argc, argv);
    }
    take_address(options);
    options.ca_is_typed =
        options.ca != settings.ca.value_or("") && options.ca != variable("JAIPUR_CA");
    const bool plain = raw.plain || (settings.plain.value_or(false) && !raw.full_screen);
    options.look = plain ? Options::Look::Plain : Options::Look::Chosen;
    options.new_room.bot.reset(); // only for the first room
    return options;
}

} // namespace jaipur::client::app
