// The console client's commands and their options.
#include "tests/client/app/typed_options.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace jaipur::client::test {

using namespace app;

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
