#include "client/console/app/options.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace jaipur::client::test {

using namespace app;

namespace {

std::variant<Options, int> read(std::vector<const char*> words, const Settings& settings = {},
                                const Ask& ask = {}) {
    words.insert(words.begin(), "jaipur-client");
    return read_options(static_cast<int>(words.size()), words.data(), settings, ask);
}

Options good(std::vector<const char*> words) {
    auto result = read(std::move(words));
    REQUIRE(std::holds_alternative<Options>(result));
    return std::get<Options>(result);
}

int bad(std::vector<const char*> words) {
    const auto result = read(std::move(words));
    REQUIRE(std::holds_alternative<int>(result));
    return std::get<int>(result);
}

// Captures standard error.
std::string complaint(std::vector<const char*> words) {
    const std::ostringstream written;
    std::streambuf* const before = std::cerr.rdbuf(written.rdbuf());
    const int code = bad(std::move(words));
    std::cerr.rdbuf(before);
    CHECK(code == 2);
    return written.str();
}

template <class Command>
Command start(std::vector<const char*> words) {
    const Options options = good(std::move(words));
    REQUIRE(options.start);
    REQUIRE(std::holds_alternative<Command>(*options.start));
    return std::get<Command>(*options.start);
}

} // namespace

TEST_CASE("without anything: the local server and the start menu") {
    ::unsetenv("JAIPUR_SERVER");
    const Options options = good({});
    CHECK(options.server == "127.0.0.1:7777");
    CHECK(options.address.port == "7777");
    CHECK_FALSE(options.start);
    CHECK(options.look == Options::Look::Chosen);
    CHECK_FALSE(options.ascii);
    CHECK(options.new_room == protocol::CreateOptions{});
    CHECK_FALSE(options.name.empty());
}

TEST_CASE("the server can come from the environment") {
    ::setenv("JAIPUR_SERVER", "example.org:1234", 1);
    CHECK(good({}).server == "example.org:1234");
    CHECK(good({"--server", "other:1"}).server == "other:1");
    ::unsetenv("JAIPUR_SERVER");
}

TEST_CASE("a password can come from the environment, for the commands that have one") {
    ::setenv("JAIPUR_PASSWORD", "from outside", 1);
    CHECK(start<command::New>({"new"}).options.password == "from outside");
    CHECK(start<command::New>({"bot"}).options.password == "from outside");
    CHECK(start<command::Join>({"join", "K7QX2M"}).password == "from outside");
    CHECK(start<command::Watch>({"watch", "K7QX2M"}).password == "from outside");
    CHECK(start<command::Join>({"join", "K7QX2M", "--password", "pw"}).password == "pw");
    const std::string too_long(1000, 'x');
    ::setenv("JAIPUR_PASSWORD", too_long.c_str(), 1);
    CHECK(good({"verify", "x.json"}).verify == "x.json");
    CHECK(good({"replay", "x.json"}).replay);
    start<command::Rooms>({"rooms"});
    start<command::Resume>({"resume"});
    CHECK_FALSE(start<command::Quick>({"quick"}).clock);
    CHECK_FALSE(good({}).start);
    CHECK(start<command::Join>({"join", "K7QX2M", "--password", "pw"}).password == "pw");
    CHECK(complaint({"join", "K7QX2M"}).find("JAIPUR_PASSWORD: expected a password") == 0);
    ::unsetenv("JAIPUR_PASSWORD");
}

TEST_CASE("games lists the matches of all servers, or of one") {
    CHECK_FALSE(good({}).games);
    CHECK(good({"games"}).games == "");
    CHECK(good({"games", "example.org:1234"}).games == "example.org:1234");
    CHECK(complaint({"games", "a:b"}).find("expected HOST:PORT") != std::string::npos);
}

TEST_CASE("commands and their options") {
    const auto create =
        start<command::New>({"new", "--public", "--password", "x y", "--spectators", "open",
                             "--delay", "6", "--seals", "1", "--grace", "60", "--patience", "3d"});
    CHECK(create.options.is_public);
    CHECK(create.options.password == "x y");
    CHECK(create.options.spectators == protocol::SpectatorMode::Open);
    CHECK(create.options.delay == 6);
    CHECK(start<command::New>({"new", "--clock", "300+5"}).options.clock ==
          protocol::ClockOptions{300, 5});
    CHECK(create.options.seals == 1);
    CHECK(create.options.grace == 60);
    CHECK(create.options.patience == 259200);
    CHECK_FALSE(create.options.bot);
    CHECK(start<command::New>({"new", "--bot", "easy"}).options.bot == "easy");
    CHECK(start<command::New>({"bot"}).options.bot == "easy");
    CHECK(start<command::New>({"bot", "easy", "--seals", "1"}).options.seals == 1);
    CHECK(start<command::New>({"bot", "Hard"}).options.bot == "hard");
    for (const std::string& wrong : {complaint({"bot", "hrad"}), complaint({"new", "--bot", ""})})
        CHECK(wrong.find("expected one of beginner, easy, medium, hard, master") !=
              std::string::npos);
    CHECK_FALSE(complaint({"bot", "hard", "--join", "K7QX2M", "--level", "easy"}).empty());
    CHECK_FALSE(
        complaint({"bot", "--join", "K7QX2M", "--level", "easy", "--program", "x"}).empty());
    CHECK_FALSE(good({"bot"}).new_room.bot); // only this once
    CHECK(start<command::Join>({"join", "K7QX2M"}).room == "K7QX2M");
    CHECK(start<command::Join>({"join", "K7QX2M", "--password", "pw"}).password == "pw");
    CHECK(start<command::Watch>({"watch", "K7QX2M"}).room == "K7QX2M");
    CHECK(start<command::Quick>({"quick", "--clock", "60"}).clock == protocol::ClockOptions{60, 0});
    CHECK_FALSE(start<command::Quick>({"quick"}).clock);
    CHECK_FALSE(start<command::Resume>({"resume"}).room);
    CHECK(start<command::Resume>({"resume", "K7QX2M"}).room == "K7QX2M");
    start<command::Rooms>({"rooms"});
    const Options options = good({"join", "K7QX2M", "--server", "a:1", "--name", "Asha", "--plain",
                                  "--ascii"}); // behind the command, too
    CHECK(options.server == "a:1");
    CHECK(options.name == "Asha");
    CHECK(options.look == Options::Look::Plain);
    CHECK(options.ascii);
}

TEST_CASE("a room's link, or its code and server in any order, and options anywhere") {
    for (const std::vector<const char*>& words :
         {std::vector{"join", "http://a:1/#/K7QX2M"}, std::vector{"join", "http://a:1/K7QX2M"},
          std::vector{"join", "K7QX2M", "a:1"}, std::vector{"join", "a:1", "K7QX2M"},
          std::vector{"join", "--plain", "K7QX2M", "a:1"},
          std::vector{"--name", "Asha", "join", "K7QX2M", "http://a:1/", "--plain"},
          std::vector{"--server", "a:1", "join", "http://a:1/K7QX2M"},
          std::vector{"--server", "http://a:1/#/K7QX2M"}}) {
        const Options options = good(words);
        CHECK(options.server == "a:1");
        CHECK(options.address == Address{"a", "1"});
        REQUIRE(options.start);
        CHECK(std::get<command::Join>(*options.start).room == "K7QX2M");
    }
    const std::string seat = "http://a:1/K7QX2M#" + std::string(42, 'A') + "E";
    for (const std::vector<const char*>& words :
         {std::vector{"join", seat.c_str()}, std::vector{"join", "a:1", seat.c_str()},
          std::vector{"--server", seat.c_str()}}) {
        const Options options = good(words);
        CHECK(options.server == "a:1"); // without the key
        REQUIRE(options.start);
        CHECK(std::get<command::MoveHere>(*options.start).key[31] == 1);
    }
    const Options watch = good({"watch", "http://a:1/watch/K7QX2M"});
    CHECK(std::get<command::Watch>(*watch.start).room == "K7QX2M");
    CHECK(std::holds_alternative<command::Watch>(
        *good({"--server", "http://a:1/#/watch/K7QX2M"}).start));
    CHECK(good({"--server", "http://example.org/"}).server == "example.org:80");
    CHECK(good({"--server", "example.org"}).server == "example.org"); // kept seats know it so
    CHECK(complaint({"join", "a:1"}).find("which room?") != std::string::npos);
    CHECK(complaint({"join", "K7QX2M", "a:b"}).find("expected HOST:PORT") != std::string::npos);
    CHECK(
        complaint({"--server", "b:2", "join", "http://a:1/K7QX2M"}).find("two different servers") !=
        std::string::npos);
}

TEST_CASE("encrypted addresses and links, in any place") {
    for (const std::vector<const char*>& words :
         {std::vector{"join", "https://a/K7QX2M"}, std::vector{"join", "K7QX2M", "wss://a:443/"},
          std::vector{"join", "https://a", "K7QX2M"}, std::vector{"--server", "https://a/K7QX2M"},
          std::vector{"--server", "wss://a", "join", "https://a/K7QX2M"}}) {
        const Options options = good(words);
        CHECK(options.server == "https://a"); // which kept seats are filed under
        CHECK(options.address == Address{"a", "443", true});
        REQUIRE(options.start);
        CHECK(std::get<command::Join>(*options.start).room == "K7QX2M");
    }
    for (const char* server : {"a", "a:443", "http://a:443", "https://a:8443"})
        CHECK(complaint({"--server", server, "join", "https://a/K7QX2M"})
                  .find("two different servers") != std::string::npos);
    const std::string id(32, '7'), link = "https://a/replay/" + id;
    const Options replay = good({"--server", link.c_str()});
    CHECK(replay.server == "https://a");
    REQUIRE(replay.replay);
    CHECK(replay.replay->source == id);
    CHECK(good({"replay", link.c_str()}).replay->source == link);
    CHECK(good({"verify", link.c_str()}).verify == link);
    CHECK(good({"games", "https://a"}).games == "https://a");
}

TEST_CASE("an invitation to a server, instead of any address") {
    protocol::Secret secret{};
    secret[0] = 0xA5;
    const char* link = "https://a.example/enter#pQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const auto is_invited = [&](const Options& options) {
        return options.invitation == secret && options.server == "https://a.example" &&
               options.address == Address{"a.example", "443", true};
    };
    CHECK(is_invited(good({"--server", link})));
    for (const char* verb : {"join", "watch"}) { // to the start menu
        const Options alone = good({verb, link});
        CHECK(is_invited(alone));
        CHECK_FALSE(alone.start);
        for (const auto& words :
             {std::vector{verb, "K7QX2M", link}, std::vector{verb, link, "K7QX2M"},
              std::vector{verb, "K7QX2M", "--server", link},
              std::vector{verb, "https://a.example/K7QX2M", "--server", link}}) {
            CHECK(is_invited(good(words)));
            CHECK(good(words).start);
        }
    }
    CHECK(is_invited(good({"bot", "--join", "K7QX2M", "--server", link})));
    CHECK(is_invited(good({"quick", "--server", link})));
    const Options games = good({"games", link});
    CHECK(is_invited(games));
    CHECK(games.games == "https://a.example");
    CHECK_FALSE(good({"join", "K7QX2M", "https://a.example"}).invitation);
    const auto typed = read({"join"}, {}, [&](auto) { return std::optional<std::string>(link); });
    CHECK(is_invited(std::get<Options>(typed)));

    const std::string cut = std::string(link).substr(0, 60);
    for (const auto& words :
         {std::vector{"--server", cut.c_str()}, std::vector{"join", cut.c_str()},
          std::vector{"games", cut.c_str()}, std::vector{"watch", "K7QX2M", cut.c_str()}}) {
        const std::string said = complaint(words);
        CHECK(said.find("part of this invitation link is missing") != std::string::npos);
        CHECK(said.find("pQAA") == std::string::npos);
    }
    CHECK(complaint({"join", "K7QX2M", link, "--server", "b:2"}).find("two different servers") !=
          std::string::npos);
    CHECK(bad({"bot", "--join", link}) == 2);
}

TEST_CASE("the password of a private server is the first line of a file") {
    const test::TemporaryDirectory directory;
    const std::string file = (directory.path() / "password").string();
    const auto write = [&](std::string_view text) { std::ofstream(file) << text; };
    for (const char* text :
         {"open sesame", "open sesame\n", "open sesame\r\nmore\n", "\xEF\xBB\xBFopen sesame\n"}) {
        write(text);
        CHECK(good({"--server-password-file", file.c_str()}).server_password == "open sesame");
    }
    write("\nopen sesame\n");
    CHECK(complaint({"--server-password-file", file.c_str()}).find("the first line of ") !=
          std::string::npos);
    write(std::string(65, 'x'));
    CHECK(complaint({"--server-password-file", file.c_str()}).find("xx") == std::string::npos);
    CHECK(complaint({"rooms", "--server-password-file", "/none"}).find("/none can't be read: No") !=
          std::string::npos);
}

TEST_CASE("certificates to trust, from the options, the environment or the settings") {
    Settings settings;
    CHECK(good({}).ca.empty());
    settings.ca = "/nowhere/ca.pem"; // noticed when it is needed
    CHECK(std::get<Options>(read({}, settings)).ca == "/nowhere/ca.pem");
    CHECK_FALSE(std::get<Options>(read({}, settings)).ca_is_typed);
    CHECK(complaint({"--ca", "/nowhere/ca.pem"}).find("/nowhere/ca.pem can't be read") !=
          std::string::npos);
    CHECK(complaint({"--ca", "/dev/zero"}).find("can't be read") != std::string::npos);
    CHECK(complaint({"--ca", "/proc/self/status"}).find("no readable certificate") !=
          std::string::npos);
    ::setenv("JAIPUR_CA", "/nowhere/else.pem", 1);
    CHECK(complaint({}).find("/nowhere/else.pem can't be read") != std::string::npos);
    ::unsetenv("JAIPUR_CA");
}

TEST_CASE("a missing room is asked for, if there is somebody to ask") {
    const auto answer = [](const char* text) {
        return [text](std::string_view) { return std::optional<std::string>(text); };
    };
    const auto joined = read({"join"}, {}, answer("http://a:1/#/K7QX2M"));
    REQUIRE(std::holds_alternative<Options>(joined));
    CHECK(std::get<Options>(joined).server == "a:1");
    CHECK(std::get<int>(read({"join"}, {}, answer("nonsense"))) == 2);
    const auto dash = read({"join", "-"}, {}, answer("http://a:1/K7QX2M"));
    REQUIRE(std::holds_alternative<Options>(dash));
    CHECK(std::get<Options>(dash).server == "a:1");
    CHECK(complaint({"join", "-"}).find("which room?") != std::string::npos); // nobody to ask
}

TEST_CASE("options win over the environment, and the environment over the settings") {
    Settings settings;
    settings.name = "Olga";
    settings.server = "file:1";
    settings.plain = true;
    settings.notify = Notify{true, false, false};
    settings.theme = Theme::Light;
    settings.mouse = false;
    const auto with = [&](std::vector<const char*> words) {
        return std::get<Options>(read(std::move(words), settings));
    };
    for (const char* name : {"JAIPUR_SERVER", "JAIPUR_NAME", "JAIPUR_NOTIFY", "JAIPUR_THEME"})
        ::unsetenv(name);
    const Options file = with({});
    CHECK(file.name == "Olga");
    CHECK(file.server == "file:1");
    CHECK(file.look == Options::Look::Plain);
    CHECK(file.notify == Notify{true, false, false});
    CHECK(file.theme == Theme::Light);
    CHECK_FALSE(file.mouse);
    ::setenv("JAIPUR_NAME", "Asha", 1);
    ::setenv("JAIPUR_SERVER", "env:2", 1);
    ::setenv("JAIPUR_NOTIFY", "title", 1);
    ::setenv("JAIPUR_THEME", "dark", 1);
    const Options environment = with({});
    CHECK(environment.name == "Asha");
    CHECK(environment.server == "env:2");
    CHECK(environment.notify == Notify{false, true, false});
    CHECK(environment.theme == Theme::Dark);
    const Options option = with({"--name", "Ravi", "--server", "opt:3", "--notify", "none",
                                 "--theme", "auto", "--full-screen", "--mouse", "on"});
    CHECK(option.name == "Ravi");
    CHECK(option.server == "opt:3");
    CHECK(option.notify == Notify{false, false, false});
    CHECK(option.theme == Theme::Auto);
    CHECK(option.look == Options::Look::Chosen);
    CHECK(option.mouse);
    for (const char* name : {"JAIPUR_SERVER", "JAIPUR_NAME", "JAIPUR_NOTIFY", "JAIPUR_THEME"})
        ::unsetenv(name);
    ::setenv("JAIPUR_DEFAULT_SERVER", "known:4", 1); // after the settings
    CHECK(with({}).server == "file:1");
    CHECK(good({}).server == "known:4");
    ::unsetenv("JAIPUR_DEFAULT_SERVER");
    CHECK(complaint({"--notify", "drums"}).find("bell, title and desktop") != std::string::npos);
    CHECK(complaint({"--mouse", "maybe"}).find("on or off") != std::string::npos);
}

TEST_CASE("wrong options exit with code 2, help with 0") {
    CHECK(bad({"--help"}) == 0);
    CHECK(bad({"--version"}) == 0);
    CHECK(bad({"dance"}) == 2);
    CHECK(bad({"join"}) == 2);
    CHECK(complaint({"join", "XX"}).find("expected a room code") != std::string::npos);
    CHECK(complaint({"watch", "K7QX0M"}).find("expected a room code") != std::string::npos);
    CHECK(bad({"--server", "a:b"}) == 2);
    CHECK(bad({"--name", ""}) == 2);
    CHECK(bad({"--name", "a name that is much too long"}) == 2);
    CHECK(bad({"--name", "\x1B[2J"}) == 2);
    CHECK(bad({"new", "--seals", "4"}) == 2);
    CHECK(bad({"new", "--delay", "1"}) == 2);
    CHECK(bad({"new", "--clock", "soon"}) == 2);
    CHECK(bad({"new", "--spectators", "some"}) == 2);
    CHECK(bad({"new", "join", "K7QX2M"}) == 2);
    CHECK(complaint({"new", "--clock", "300+5", "--patience", "1h"})
              .find("leave out clock or patience") != std::string::npos);
}

TEST_CASE("common options work before and after the command") {
    for (const std::vector<const char*>& words :
         {std::vector{"replay", "M", "--save", "F", "--ascii", "--plain", "--name", "Asha",
                      "--server", "h:1"},
          std::vector{"--server", "h:1", "--name", "Asha", "--plain", "--ascii", "replay", "M",
                      "--save", "F"},
          std::vector{"--ascii", "replay", "--name", "Asha", "M", "--plain", "--save", "F",
                      "--server", "h:1"}}) {
        const Options options = good(words);
        CHECK(options.ascii);
        CHECK(options.look == Options::Look::Plain);
        CHECK(options.name == "Asha");
        CHECK(options.address.host == "h");
        CHECK(options.replay->save == "F");
    }
    CHECK(good({"join", "K7QX2M", "--password", "W", "--name", "Asha"}).name == "Asha");
}

TEST_CASE("unexpected words are named as typed, and help by the program's name") {
    const std::string help = "\nRun jaipur-client --help for usage.\n";
    CHECK(complaint({"--foo", "join", "K7QX2M", "B", "C"}) == "Unexpected: --foo C" + help);
    CHECK(complaint({"replay", "M", "--save", "F", "--foo", "--bar"}) ==
          "Unexpected: --foo --bar" + help);
    CHECK(complaint({"--save", "F", "replay", "M"}) == "Unexpected: --save F" + help);
    CHECK(complaint({"dance", "\x1B[2J"}).find('\x1B') == std::string::npos);
    CHECK(complaint({"join"}).find("--help") != std::string::npos);
    ::setenv("JAIPUR_HELP", "./jaipur play --help", 1);
    CHECK(complaint({"--foo"}) == "Unexpected: --foo\nRun ./jaipur play --help for usage.\n");
    ::unsetenv("JAIPUR_HELP");
}

TEST_CASE("finished matches: replay and verify") {
    const Options replay = good({"replay", "606162636465666768696a6b6c6d6e6f", "--server", "h:1"});
    REQUIRE(replay.replay);
    CHECK(replay.replay->source == "606162636465666768696a6b6c6d6e6f");
    CHECK_FALSE(replay.replay->save);
    CHECK(replay.address.host == "h");
    CHECK_FALSE(replay.start);
    CHECK_FALSE(replay.verify);
    const Options saved = good({"replay", "x.json", "--save", "y.json", "--plain"});
    CHECK(saved.replay->save == "y.json");
    CHECK(saved.look == Options::Look::Plain);
    CHECK(good({"verify", "x.json"}).verify == "x.json");
    CHECK(good({"verify", "-"}).verify == "-");
    CHECK_FALSE(good({"verify", "-"}).replay);
    CHECK_FALSE(good({}).verify);
    CHECK(bad({"replay"}) == 2);
    CHECK(bad({"verify"}) == 2);
    CHECK(bad({"verify", "a", "b"}) == 2);
}

} // namespace jaipur::client::test
