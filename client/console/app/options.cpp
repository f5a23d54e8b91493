#include "client/console/app/options.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"
#include "protocol/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

namespace jaipur::client::app {

namespace {

std::string default_name() {
    for (const char* variable : {"JAIPUR_NAME", "USER"})
        if (const char* value = std::getenv(variable); value && protocol::is_name(value))
            return value;
    return "Trader";
}

std::string check_server(const std::string& text) {
    return parse_address(text) ? "" : "expected HOST:PORT, such as 127.0.0.1:7777";
}

std::string check_name(const std::string& text) {
    return protocol::is_name(text) ? "" : "expected a name of 1 to 20 printable characters";
}

std::string check_code(const std::string& text) {
    return protocol::room_code(text)
               ? ""
               : "expected a room code: " + std::string(words::room_code_form);
}

// What CLI11 fills in before a command's callback makes `Options` of it.
struct Raw {
    std::string room, bot{protocol::default_bot}, replay;
    std::optional<std::string> kept_room, save;
    bool plain = false;
};

constexpr const char* password_variable = "JAIPUR_PASSWORD";

void set_option(Options& options, const command::RoomOption& option, const std::string& value,
                const std::string& given_as) {
    if (!option.set(options.new_room, value))
        throw CLI::ValidationError(given_as, "expected " + option.expected);
}

// Only for a command that has a password: a wrong variable must not stop the others.
void take_password_from_environment(Options& options) {
    const char* value = std::getenv(password_variable);
    if (value && *value && !options.new_room.password)
        set_option(options, *command::room_option("password"), value, password_variable);
}

void add_room_option(CLI::App& app, Options& options, const command::RoomOption& option,
                     const std::string& help) {
    const std::string flag = "--" + std::string(option.word);
    const auto set = [&options, &option, flag](const std::string& value) {
        set_option(options, option, value, flag);
    };
    if (option.value.empty()) {
        app.add_flag_callback(flag, [set] { set(""); }, help);
        return;
    }
    CLI::Option* added = app.add_option_function<std::string>(flag, set, help);
    added->type_name(std::string(option.value))->default_str(option.initial);
    if (option.word == "password") // not `envname`, which is read whatever the command
        added->type_name(std::string(option.value) + " (Env:" + password_variable + ")");
}

void add_room_options(CLI::App& app, Options& options) {
    for (const command::RoomOption& option : command::room_options())
        add_room_option(app, options, option, option.help);
}

void add_code_and_password(CLI::App& app, Options& options, Raw& raw) {
    app.add_option("CODE", raw.room, "the room's code: six letters and digits")
        ->required()
        ->type_name("")
        ->check(check_code);
    add_room_option(app, options, *command::room_option("password"), "the room's password");
}

void add_commands(CLI::App& app, Options& options, Raw& raw) {
    app.require_subcommand(0, 1);
    const auto add = [&](const char* name, const char* help, std::function<void()> run) {
        CLI::App* command = app.add_subcommand(name, help);
        command->fallthrough(); // --server and the like may follow the command
        return command->callback(std::move(run));
    };
    const auto add_with_password = [&](const char* name, const char* help,
                                       std::function<void()> run) {
        return add(name, help, [&options, run = std::move(run)] {
            take_password_from_environment(options);
            run();
        });
    };
    const protocol::CreateOptions& room = options.new_room;
    CLI::App* create = add_with_password("new", "open a room for a friend",
                                         [&] { options.start = command::New{room}; });
    add_room_options(*create, options);
    create->add_option("--bot", options.new_room.bot, "play against a bot of this level: easy")
        ->type_name("LEVEL");
    CLI::App* bot = add_with_password("bot", "play against the computer", [&] {
        options.new_room.bot = raw.bot;
        options.start = command::New{room};
    });
    bot->add_option("LEVEL", raw.bot, "bot level: easy")->type_name("");
    add_room_options(*bot, options);
    CLI::App* join = add_with_password(
        "join", "join a room", [&] { options.start = command::Join{raw.room, room.password}; });
    add_code_and_password(*join, options, raw);
    CLI::App* watch = add_with_password(
        "watch", "watch a match", [&] { options.start = command::Watch{raw.room, room.password}; });
    add_code_and_password(*watch, options, raw);
    CLI::App* quick = add("quick", "play the next available opponent",
                          [&] { options.start = command::Quick{room.clock}; });
    add_room_option(*quick, options, *command::room_option("clock"),
                    "only match opponents who chose this clock, such as 300+5");
    add("resume", "return to a seat that you left",
        [&] { options.start = command::Resume{raw.kept_room}; })
        ->add_option("CODE", raw.kept_room, "the room's code; default: your most recent seat")
        ->type_name("")
        ->check(check_code);
    add("rooms", "list public rooms", [&] { options.start = command::Rooms{}; });
    CLI::App* replay = add("replay", "step through a finished match",
                           [&] { options.replay = replay::ReplayRequest{raw.replay, raw.save}; });
    replay->add_option("MATCH", raw.replay, "a file, or a match ID to fetch from the server")
        ->required()
        ->type_name("");
    replay->add_option("--save", raw.save, "save the replay to this file, which must not exist yet")
        ->type_name("FILE");
    add("verify", "check the shuffle, moves and scores of a saved replay", [] {})
        ->add_option("FILE", options.verify, "the replay; - reads standard input")
        ->required()
        ->type_name("");
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

} // namespace

std::variant<Options, int> read_options(int argc, const char* const* argv) {
    CLI::App app("Play Jaipur in the terminal, against a friend or the computer.", "jaipur-client");
    app.set_version_flag("--version", std::string("jaipur-client ") + JAIPUR_VERSION);
    Options options;
    Raw raw;
    options.server = "127.0.0.1:7777";
    options.name = default_name();
    app.add_option("--server", options.server, "address of the server")
        ->type_name("HOST:PORT")
        ->envname("JAIPUR_SERVER")
        ->capture_default_str()
        ->check(check_server);
    app.add_option("--name", options.name, "your name, 1 to 20 characters")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(check_name);
    app.add_flag("--plain", raw.plain, "use plain mode: short sentences and typed commands");
    app.add_flag("--ascii", options.ascii, "use ASCII characters only");
    add_commands(app, options, raw);
    // After the commands, which would inherit it.
    app.footer(
        "Without a command, it opens the start menu. In a terminal, the game fills the "
        "screen; with --plain, or if the output isn't a terminal, it uses plain mode.\n\n"
        "Exit codes: 0 ended normally, 1 couldn't connect, couldn't enter a room (commands from a "
        "pipe only), seat taken over elsewhere, or inconsistent replay, 2 invalid command line or "
        "unreadable replay.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return complain(app, error, argc, argv);
    }
    options.address = *parse_address(options.server);
    options.look = raw.plain ? Options::Look::Plain : Options::Look::Chosen;
    options.new_room.bot.reset(); // only for the first room
    return options;
}

} // namespace jaipur::client::app
