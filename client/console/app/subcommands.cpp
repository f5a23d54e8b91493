#include "client/console/app/subcommands.hpp"

#include "client/console/address.hpp"
#include "client/console/app/named_room.hpp"
#include "client/console/words/bots.hpp"

#include <cctype>
#include <functional>

namespace jaipur::client::app {

std::optional<Options::Start> joining(const NamedRoom& named,
                                      const std::optional<std::string>& password) {
    if (named.room.empty())
        return std::nullopt;
    if (named.key)
        return command::MoveHere{*named.key, named.room};
    return command::Join{named.room, password};
}

namespace {

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

} // namespace

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

} // namespace jaipur::client::app
