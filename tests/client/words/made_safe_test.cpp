// Texts of the server, as a terminal shows them.
#include "client/console/words/bots.hpp"
#include "client/console/words/words.hpp"
#include "tests/client/speaking.hpp"

#include <doctest/doctest.h>

#include <set>

namespace jaipur::client::test {

using namespace words;

namespace {

protocol::RoomPlayer player(const char* name, std::optional<std::string> bot = {}) {
    protocol::RoomPlayer result;
    result.name = name;
    result.bot = std::move(bot);
    return result;
}

} // namespace

TEST_CASE("texts of the server are made safe") {
    protocol::RoomInfo room;
    room.room = "\x07";
    room.players = {{player("A\x1B[31m"), player("B\xE2\x80\xAE", "\x9B")}};
    room = made_safe(room);
    CHECK(room.room == "\\u{0007}");
    CHECK(room.players[Seat::Zero]->name == "A\\u{001B}[31m");
    CHECK(room.players[Seat::One]->name == "B\\u{202E}");
    CHECK(room.players[Seat::One]->bot == "\\x9B");
    protocol::RoomList list;
    list.rooms.emplace_back();
    list.rooms[0].room = "\n";
    list.rooms[0].names[Seat::Zero] = "\x1B";
    list = made_safe(list);
    CHECK(words::listing(list.rooms[0]).find("\\u{000A}: \\u{001B} and a free seat") == 0);
    protocol::Game game;
    game.opponent = "\x1b[2J";
    CHECK(made_safe(game).opponent == "\\u{001B}[2J");
    const LogLine chat = words::chat(made_safe(protocol::Chat{Seat::One, std::string(5000, 'n'),
                                                              "\x1B" + std::string(5000, 't'), 0}),
                                     Seat::Zero);
    CHECK(chat.text.find('\x1B') == std::string::npos);
    CHECK(chat.text.size() < 600);
    CHECK(closed(0, "\x1B[2J").find('\x1B') == std::string::npos);
}

TEST_CASE("bots are named in the user's language in rooms and lists; people's names never change") {
    const Speaking german(Language::German);
    protocol::RoomInfo room;
    room.players = {{player("Easy bot", "easy"), player("Easy bot")}};
    room = made_safe(room);
    CHECK(room.players[Seat::Zero]->name == "Einfacher Bot");
    CHECK(room.players[Seat::One]->name == "Easy bot");
    protocol::RoomList list;
    list.rooms.emplace_back();
    list.rooms[0].names = {{"Easy bot", "Easy bot"}};
    list.rooms[0].bots[Seat::One] = "easy";
    list = made_safe(list);
    CHECK(list.rooms[0].names ==
          PerSeat<std::optional<std::string>>{{"Easy bot", "Einfacher Bot"}});
    protocol::Game game;
    game.opponent = "Easy bot";
    CHECK(made_safe(game).opponent == "Easy bot");
    game.opponent_bot = "easy";
    CHECK(made_safe(game).opponent == "Einfacher Bot");
}

TEST_CASE("a bot of a level that only a newer server knows keeps its name") {
    protocol::RoomInfo room;
    room.players = {{player("Asha"), player("Grand\x1B bot", "grand")}};
    CHECK(made_safe(room).players[Seat::One]->name == "Grand\\u{001B} bot");
    CHECK(bot_name("grand").empty());
}

TEST_CASE("every level has a name and says how it plays, in every language") {
    for (const Language language : all_languages) {
        const Speaking speaking(language);
        std::set<std::string> texts;
        for (const std::string_view level : protocol::bot_levels) {
            texts.insert(bot_name(level));
            texts.insert(bot_play(level));
        }
        CHECK(texts.size() == 2 * protocol::bot_levels.size());
        CHECK_FALSE(texts.contains(""));
    }
}

TEST_CASE("a replay's bot is known by its name") {
    CHECK(level_of("Easy bot") == "easy");
    CHECK(level_of("Master bot") == "master");
    CHECK_FALSE(level_of("Ravi"));
}

} // namespace jaipur::client::test
