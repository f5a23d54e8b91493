#include "client/console/app/options.hpp"

#include "client/console/app/environment.hpp"
#include "client/console/app/named_room.hpp"
#include "client/console/app/room_flags.hpp"
#include "client/console/app/server_password.hpp"
#include "client/console/app/usage.hpp"
#include "client/console/network/tls.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/bots.hpp"
#include "protocol/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
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

template <class Value, class Parsed>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value,
                        std::optional<Parsed> (*parse)(std::string_view),
                        const std::string& expected, const std::string& help) {
    const auto set = [&value, parse, name, expected](const std::string& given) {
        const auto parsed = parse(given);
        if (!parsed)
            throw CLI::ValidationError(name, _("expected {0}", expected));
        value = *parsed;
    };
    return app.add_option_function<std::string>(name, set, help);
}

std::string check_name(const std::string& text) {
    return protocol::is_name(text) ? "" : _("expected a name of 1 to 20 printable characters");
}

// What CLI11 fills in before a command's callback makes `Options` of it.
struct Raw {
    explicit Raw(Options& options) : new_room(options.new_room) {}

    RoomFlags new_room;
    std::string room, room_server, replay, games;
    std::optional<std::string> kept_room, save, program;
    bool plain = false, full_screen = false;
    LanguageChoice language; // it is spoken already
    CLI::Option *server = nullptr, *name = nullptr;
};

CLI::Option* add_level(CLI::App& app, Options& options, const char* name, const std::string& help) {
    return add_choice(app, name, options.new_room.bot, words::parse_bot_level,
                      _("one of {0}", words::bot_levels()), help);
}

// Of the bot that the server plays.
CLI::Option* add_opponent(CLI::App& app, Options& options, const char* name) {
    return add_level(app, options, name,
                     _("play against a bot of this level: {0}", words::bot_levels()));
}

void add_code_and_password(CLI::App& app, Raw& raw) {
    app.add_option(
           "ROOM", raw.room,
           _("the room's code (six letters and digits) or link; asks for it if it is missing or -"))
        ->type_name("");
    app.add_option("SERVER", raw.room_server,
                   _("its server, HOST:PORT or https://HOST, if ROOM isn't a link"))
        ->type_name("");
    raw.new_room.add(app, "password", _("the room's password"));
}

// The room of `join` and `watch`; sets the server if they name one.
NamedRoom room_and_server(Options& options, const Raw& raw, const Ask& ask,
                          const std::string& verb) {
    const auto named = room_named(raw.room, raw.room_server, ask, verb);
    if (!named)
        throw CLI::ValidationError(verb, named.error());
    if (!named->server)
        return *named;
    const bool same = parse_address(*named->server) == parse_address(options.server);
    if (raw.server->count() > 0 && !same)
        throw CLI::ValidationError(verb, _("two different servers are named"));
    if (!same || !parse_server_link(options.server)) // keeps the invitation
        options.server = *named->server;
    return *named;
}

// Nothing: the room isn't named.
std::optional<Options::Start> joining(const NamedRoom& named,
                                      const std::optional<std::string>& password) {
    if (named.room.empty())
        return std::nullopt;
    if (named.key)
        return command::MoveHere{*named.key, named.room};
    return command::Join{named.room, password};
}

// The way into the room that the user named.
std::optional<Options::Start> seat_in(Options& options, const Raw& raw, const Ask& ask,
                                      const std::string& verb) {
    const NamedRoom named = room_and_server(options, raw, ask, verb);
    return joining(named, options.new_room.password);
}

// For `bot --join`: this program is the bot, and joins a room.
void add_bot_seat(CLI::App& app, Options& options, Raw& raw, CLI::Option* opponent) {
    CLI::Option* level =
        add_level(app, options, "--level",
                  _("with --join: the level of your bot (default: {0})", protocol::default_bot))
            ->type_name("LEVEL")
            ->excludes(opponent);
    CLI::Option* join =
        app.add_option("--join", raw.room,
                       _("let a bot on this computer join a friend's room, given by "
                         "its code or link"))
            ->type_name("ROOM");
    app.add_option("--program", raw.program,
                   _("with --join: let this program, a shell command, choose the moves; see "
                     "docs/bots.md"))
        ->type_name("COMMAND")
        ->needs(join)
        ->excludes(level)
        ->excludes(opponent);
}

// "Hard bot", as the server would call it.
std::string name_of(const Options::Bot& bot) {
    std::string name = bot.program ? "program" : bot.level;
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name + " bot";
}

void list_games(Options& options, const std::string& server) {
    const auto link = parse_server_link(server);
    if (link)
        options.server = server;
    options.games = link ? link->server : server;
}

void add_commands(CLI::App& app, Options& options, Raw& raw, const Ask& ask) {
    app.require_subcommand(0, 1);
    const auto add = [&](const char* name, const std::string& help, std::function<void()> run) {
        CLI::App* command = app.add_subcommand(name, help);
        command->group(_("Subcommands"))
            ->fallthrough(); // --server and the like may follow the command
        return command->callback(std::move(run));
    };
    const auto add_with_password = [&](const char* name, const std::string& help,
                                       std::function<void()> run) {
        return add(name, help, [&raw, run = std::move(run)] {
            raw.new_room.take_password_from_environment();
            run();
        });
    };
    const protocol::CreateOptions& room = options.new_room;
    CLI::App* create = add_with_password("new", _("open a room for a friend"),
                                         [&] { options.start = command::New{room}; });
    raw.new_room.add_all(*create);
    add_opponent(*create, options, "--bot")->type_name("LEVEL");
    CLI::App* bot = add_with_password("bot", _("play against the bot"), [&] {
        options.new_room.bot = room.bot.value_or(std::string(protocol::default_bot));
        options.start = command::New{room};
        if (raw.room.empty())
            return;
        options.start = seat_in(options, raw, ask, "bot");
        if (!options.start)
            throw CLI::ValidationError("--join", check_code(""));
        options.bot = {*options.new_room.bot, raw.program};
        if (raw.name->count() == 0)
            options.name = name_of(*options.bot);
    });
    CLI::Option* opponent = add_opponent(*bot, options, "LEVEL");
    opponent->type_name("")->default_str(std::string(protocol::default_bot));
    raw.new_room.add_all(*bot);
    add_bot_seat(*bot, options, raw, opponent);
    CLI::App* join = add_with_password("join", _("join a room"),
                                       [&] { options.start = seat_in(options, raw, ask, "join"); });
    add_code_and_password(*join, raw);
    CLI::App* watch = add_with_password("watch", _("watch a match"), [&] {
        if (const auto named = room_and_server(options, raw, ask, "watch"); !named.room.empty())
            options.start = command::Watch{named.room, room.password};
    });
    add_code_and_password(*watch, raw);
    CLI::App* quick = add("quick", _("play the next available opponent"),
                          [&] { options.start = command::Quick{room.clock}; });
    raw.new_room.add(*quick, "clock",
                     _("only match opponents who chose this clock, such as 300+5"));
    add("resume", _("return to a seat that you left"),
        [&] { options.start = command::Resume{raw.kept_room}; })
        ->add_option("CODE", raw.kept_room, _("the room's code; default: your most recent seat"))
        ->type_name("")
        ->check(check_code);
    add("rooms", _("list public rooms"), [&] { options.start = command::Rooms{}; });
    add("games", _("list your matches, those that wait for your move first"),
        [&] { list_games(options, raw.games); })
        ->add_option("SERVER", raw.games, _("only those on this server; default: on all servers"))
        ->type_name("")
        ->check(check_server);
    CLI::App* replay = add("replay", _("step through a finished match"),
                           [&] { options.replay = replay::ReplayRequest{raw.replay, raw.save}; });
    replay
        ->add_option("MATCH", raw.replay,
                     _("a file, a match ID to fetch from the server, or the page's link"))
        ->required()
        ->type_name("");
    replay
        ->add_option("--save", raw.save,
                     _("save the replay to this file, which must not exist yet"))
        ->type_name("FILE");
    add("verify", _("check the shuffle, moves and scores of a saved replay"), [] {})
        ->add_option("FILE", options.verify,
                     _("the replay: a file, - for standard input, or the page's link"))
        ->required()
        ->type_name("");
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
