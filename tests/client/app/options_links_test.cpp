// Addresses, links and invitations among the words of the command line.
#include "tests/client/app/typed_options.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace jaipur::client::test {

using namespace app;

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

} // namespace jaipur::client::test
