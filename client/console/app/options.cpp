#include "client/console/app/options.hpp"

#include "client/console/safe_text.hpp"
#include "protocol/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

namespace jaipur::client::app {

namespace {

constexpr std::string_view default_server = "127.0.0.1:7777";

std::string default_name() {
    for (const char* variable : {"JAIPUR_NAME", "USER"})
        if (const char* value = std::getenv(variable); value && protocol::is_name(value))
            return value;
    return "Trader";
}

std::string check_server(const std::string& text) {
    return address_meant(text) ? "" : "expected HOST:PORT, such as 127.0.0.1:7777";
}

std::string check_name(const std::string& text) {
    return protocol::is_name(text) ? "" : "expected a name of 1 to 20 printable characters";
}

// What CLI11 fills in before it becomes `Options`.
struct Raw {
    std::string server{default_server}, name = default_name();
    std::string room, bot = "easy";
    std::string replay, save, verify;
    bool plain = false, ascii = false;
    protocol::CreateOptions create;
};

void add_room_option(CLI::App& app, Raw& raw, const command::RoomOption& option,
                     const std::string& help) {
    const std::string flag = "--" + std::string(option.word);
    const auto set = [&raw, &option, flag](const std::string& value) {
        if (!option.set(raw.create, value))
            throw CLI::ValidationError(flag, "expected " + option.expected);
    };
    if (option.value.empty()) {
        app.add_flag_callback(flag, [set] { set(""); }, help);
        return;
    }
    CLI::Option* added = app.add_option_function<std::string>(flag, set, help);
    added->type_name(std::string(option.value))->default_str(option.initial);
    if (option.word == "password")
        added->envname("JAIPUR_PASSWORD");
}

void add_room_options(CLI::App& app, Raw& raw) {
    for (const command::RoomOption& option : command::room_options())
        add_room_option(app, raw, option, option.help);
}

void add_password(CLI::App& app, Raw& raw) {
    add_room_option(app, raw, *command::room_option("password"), "the room's password");
}

void add_commands(CLI::App& app, Raw& raw) {
    app.require_subcommand(0, 1);
    CLI::App* create = app.add_subcommand("new", "open a room for a friend");
    add_room_options(*create, raw);
    create->add_option("--bot", raw.create.bot, "play against a bot of this level: easy");
    CLI::App* bot = app.add_subcommand("bot", "play against the computer");
    bot->add_option("level", raw.bot, "bot level: easy");
    add_room_options(*bot, raw);
    CLI::App* join = app.add_subcommand("join", "join a room");
    join->add_option("code", raw.room, "the room's code, six characters")->required();
    add_password(*join, raw);
    CLI::App* watch = app.add_subcommand("watch", "watch a match");
    watch->add_option("code", raw.room, "the room's code, six characters")->required();
    add_password(*watch, raw);
    CLI::App* quick = app.add_subcommand("quick", "play the next available opponent");
    add_room_option(*quick, raw, *command::room_option("clock"),
                    "play with this clock, such as 300+5");
    CLI::App* resume = app.add_subcommand("resume", "return to a seat that you left");
    resume->add_option("code", raw.room, "the room's code; default: your most recent seat");
    app.add_subcommand("rooms", "list public rooms");
    CLI::App* replay = app.add_subcommand("replay", "step through a finished match");
    replay->add_option("match", raw.replay, "a file, or a match ID to fetch from the server")
        ->required();
    replay->add_option("--save", raw.save,
                       "save the replay to this file, which must not exist yet");
    CLI::App* verify = app.add_subcommand("verify", "check a replay offline");
    verify->add_option("file", raw.verify, "a file; - reads standard input")->required();
    for (CLI::App* command : app.get_subcommands({}))
        command->fallthrough(); // --server and the like may follow the command
}

// CLI11 lists unexpected words by command, not in the order they were typed.
std::string unexpected(int argc, const char* const* argv, std::vector<std::string> extras) {
    std::string result;
    for (int i = 1; i < argc; ++i)
        if (const auto extra = std::find(extras.begin(), extras.end(), argv[i]);
            extra != extras.end()) {
            result += " " + safe(*extra, 100);
            extras.erase(extra);
        }
    return "Unexpected:" + result;
}

int complain(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
    if (error.get_exit_code() == 0) // help, or the version
        return app.exit(error);
    const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    std::cerr << (extras ? unexpected(argc, argv, app.remaining(true)) : std::string(error.what()))
              << "\nRun jaipur-client --help for usage.\n";
    return 2;
}

std::optional<std::string> unless_empty(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<Options::Start> start_of(const CLI::App& app, const Raw& raw) {
    if (app.got_subcommand("new"))
        return command::New{raw.create};
    if (app.got_subcommand("bot")) {
        command::New create{raw.create};
        create.options.bot = raw.bot;
        return create;
    }
    if (app.got_subcommand("join"))
        return command::Join{raw.room, raw.create.password};
    if (app.got_subcommand("watch"))
        return command::Watch{raw.room, raw.create.password};
    if (app.got_subcommand("quick"))
        return command::Quick{raw.create.clock};
    if (app.got_subcommand("resume"))
        return command::Resume{unless_empty(raw.room)};
    if (app.got_subcommand("rooms"))
        return command::Rooms{command::Page::First};
    return std::nullopt;
}

} // namespace

std::variant<Options, int> read_options(int argc, const char* const* argv) {
    CLI::App app("Play Jaipur in the terminal, against a friend or the computer.", "jaipur-client");
    app.set_version_flag("--version", std::string("jaipur-client ") + JAIPUR_VERSION);
    Raw raw;
    app.add_option("--server", raw.server, "the server's HOST:PORT")
        ->envname("JAIPUR_SERVER")
        ->capture_default_str()
        ->check(check_server);
    app.add_option("--name", raw.name, "your name, 1 to 20 characters")
        ->capture_default_str()
        ->check(check_name);
    app.add_flag("--plain", raw.plain, "use plain sentences and typed commands");
    app.add_flag("--ascii", raw.ascii, "use ASCII characters only");
    add_commands(app, raw);
    // After the commands, which would inherit it.
    app.footer("Without a command, it opens the start menu. In a terminal, the game fills the "
               "screen; with --plain, or if the output isn't a terminal, it uses plain sentences.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return complain(app, error, argc, argv);
    }
    Options options;
    options.server = raw.server;
    options.address = *address_meant(raw.server);
    options.name = raw.name;
    options.look = raw.plain ? Options::Look::Plain : Options::Look::Chosen;
    options.ascii = raw.ascii;
    options.new_room = raw.create;
    options.start = start_of(app, raw);
    if (app.got_subcommand("replay"))
        options.replay = replay::ReplayRequest{raw.replay, unless_empty(raw.save)};
    if (app.got_subcommand("verify"))
        options.verify = raw.verify;
    options.new_room.bot.reset(); // once is enough
    return options;
}

} // namespace jaipur::client::app
