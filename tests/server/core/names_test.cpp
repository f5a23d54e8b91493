// Names that look alike in a room.
#include "protocol/text.hpp"
#include "server/core/names/distinct.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;

TEST_CASE("names that look alike have the same plain form") {
    for (const char* name :
         {"Asha", "asha", "ASHA", " Asha", "Asha ", "A sha", "\u0410sha", "\u0391sh\u0430", "Ashá",
          "Asha\u0323", "\uFF21\uFF53\uFF48\uFF41", "\U0001D400sha", "Asha\uFE0F", "Asha\u00A0"})
        CHECK_MESSAGE(plain_form(name) == plain_form("Asha"), name);
    CHECK(plain_form("Ali") == plain_form("A1i"));
    CHECK(plain_form("Ali") == plain_form("AIi"));
    CHECK(plain_form("Mira") == plain_form("MIRA"));
    CHECK(plain_form("Tom") == plain_form("Torn"));
    // Composed and decomposed letters of other scripts look the same, too.
    CHECK(plain_form("\u0410\u043D\u0434\u0440\u0435\u0439") ==
          plain_form("\u0410\u043D\u0434\u0440\u0435\u0438\u0306"));
    CHECK(plain_form("\u0622\u0645") == plain_form("\u0627\u0653\u0645")); // Arabic
}

TEST_CASE("marks of any script, nonspacing or enclosing, make no difference") {
    for (const char* mark :
         {"\u0301",    "\u0335",     "\u0483",     "\u0488",     "\u05B0",     "\u05BF",
          "\u064B",    "\u0670",     "\u0711",     "\u0900",     "\u093C",     "\u0E31",
          "\u0E47",    "\u0EC8",     "\u0F35",     "\u1037",     "\u135D",     "\u17C6",
          "\u1CD0",    "\u20E3",     "\u302A",     "\u3099",     "\uA66F",     "\uA6F0",
          "\uFB1E",    "\U000101FD", "\U00011080", "\U0001D167", "\U0001E130", "\U0001E8D0",
          "\U000E0100"})
        CHECK_MESSAGE(plain_form(std::string("Asha") + mark) == plain_form("Asha"), mark);
    CHECK(plain_form("\u0915\u0941") == plain_form("\u0915\u0942")); // two vowels
    CHECK(plain_form("\u0E01\u0E34") == plain_form("\u0E01\u0E35"));
    CHECK(plain_form("\u3042\u304D") == plain_form("\u3042\u304E"));
    CHECK(plain_form("\u05E9\u05DC\u05D5\u05DD") ==
          plain_form("\u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD"));
}

TEST_CASE("a name that needs marks is accepted, and keeps them") {
    for (const char* name : {"\u0938\u0941\u0928\u0940\u0932",                      // Devanagari
                             "\u0E2A\u0E21\u0E28\u0E31\u0E01\u0E14\u0E34\u0E4C",    // Thai
                             "\u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD",          // Hebrew
                             "\u0645\u064F\u062D\u064E\u0645\u064E\u0651\u062F"}) { // Arabic
        CHECK_MESSAGE(protocol::is_name(name), name);
        CHECK(distinct_name(name, {"Asha"}) == name);
        CHECK(distinct_name(name, {name}) == std::string(name) + " 2");
    }
    CHECK(distinct_name("\u0915\u0941", {"\u0915\u0942"}) == "\u0915\u0941 2");
    CHECK(distinct_name("\u0915\u0941", {"\u0916\u0941"}) == "\u0915\u0941");
}

TEST_CASE("small capitals, enclosed letters and symbols look like letters and digits") {
    for (const char* name :
         {"\u1D00\uA731\u029C\u1D00", "\u24B6\u24E2\u24D7\u24D0", "Ash\u237A",
          "\u249C\u24AE\u24A3\u249C", "\U0001F130\U0001F142\U0001F137\U0001F130",
          "\U0001F150\U0001F162\U0001F157\U0001F150", "\U0001F170\U0001F182\U0001F177\U0001F170",
          "\U0001F1E6\U0001F1F8\U0001F1ED\U0001F1E6"})
        CHECK_MESSAGE(plain_form(name) == plain_form("Asha"), name);
    for (const char* name :
         {"Asha 2", "Asha \u00B2", "Asha \u2461", "Asha \u2777", "Asha \u2475", "Asha \u2489"})
        CHECK_MESSAGE(plain_form(name) == plain_form("Asha2"), name);
    CHECK(plain_form("A|i") == plain_form("Ali"));
}

TEST_CASE("names that look different have different plain forms") {
    for (const char* name : {"Ashi", "Asha 2", "Asa", "Ravi", "\u0936\u093E", "李雷", "🐪", "Аша"})
        CHECK_MESSAGE(plain_form(name) != plain_form("Asha"), name);
    CHECK(plain_form("\u0915\u093E") != plain_form("\u0915\u0940")); // vowels beside the letter
    CHECK(plain_form("李雷") != plain_form("李电"));
}

TEST_CASE("a name that looks taken gets the first free number, and stays valid") {
    CHECK(distinct_name("Asha", {}) == "Asha");
    CHECK(distinct_name("Asha", {"Ravi"}) == "Asha");
    CHECK(distinct_name("asha", {"Asha"}) == "asha 2");
    CHECK(distinct_name("Asha", {"Asha"}) == "Asha 2");
    CHECK(distinct_name("Asha", {"Asha", "Asha 2"}) == "Asha 3");
    CHECK(distinct_name("Asha 2", {"Asha", "Asha 2"}) == "Asha 2 2");
    CHECK(distinct_name("ASHA ", {"Asha", "asha 2"}) == "ASHA 3");
    const std::string longest = "ABCDEFGHKJKLMNOPQRST";
    const std::string like_it = "abcdefghkjklmnopqrst";
    CHECK(distinct_name(like_it, {longest}) == "abcdefghkjklmnopqr 2");
    CHECK(distinct_name(like_it, {longest, "ABCDEFGHKJKLMNOPQR2"}) == "abcdefghkjklmnopqr 3");
    const std::string spaces = std::string(19, ' ') + "A";
    CHECK(protocol::is_name(distinct_name(spaces, {"a"})));
    CHECK(protocol::is_name(distinct_name("\u0301", {"\u0300"}))); // nothing but marks
}

TEST_CASE("in a room, nobody has a name that looks like another one") {
    World world;
    const SessionId host = world.connect(), guest = world.connect();
    const auto opened = world.enter(host, protocol::CreateRoom{"Asha", {}});
    world.enter(guest, protocol::JoinRoom{opened.room, "\u0410sha", {}});
    const auto& players = world.peers[host].room->players;
    CHECK(players[Seat::Zero]->name == "Asha");
    CHECK(players[Seat::One]->name == "\u0410sha 2");
    const SessionId spectator = world.connect(), other = world.connect();
    world.enter(spectator, protocol::Spectate{opened.room, "asha", {}});
    world.enter(other, protocol::Spectate{opened.room, "AshA", {}});
    CHECK(world.answer(spectator, protocol::SendChat{"hello"}) == "ok");
    CHECK(world.peers[host].chats.back().name == "asha 3");
    CHECK(world.answer(other, protocol::SendChat{"hello"}) == "ok");
    CHECK(world.peers[host].chats.back().name == "AshA 4");
}

TEST_CASE("a spectator's name gives way to a new player's") {
    World world;
    const SessionId host = world.connect(), spectator = world.connect();
    const auto opened = world.enter(host, protocol::CreateRoom{"Asha", {}});
    world.enter(spectator, protocol::Spectate{opened.room, "Raj", {}});
    world.enter(world.connect(), protocol::JoinRoom{opened.room, "RAJ", {}});
    CHECK(world.peers[host].room->players[Seat::One]->name == "RAJ");
    CHECK(world.answer(spectator, protocol::SendChat{"hello"}) == "ok");
    CHECK(world.peers[host].chats.back().name == "Raj 2");
}

TEST_CASE("nobody is refused for a name, and each reply says which one it is") {
    World world;
    const SessionId host = world.connect(), guest = world.connect();
    const auto opened = world.enter(host, protocol::CreateRoom{"Asha", {}});
    CHECK(opened.name == "Asha");
    const auto joined = world.enter(guest, protocol::JoinRoom{opened.room, "Asha", {}});
    CHECK(joined.name == "Asha 2");
    CHECK(world.peers[host].room->players[Seat::One]->name == "Asha 2");
    const protocol::Spectate watch{opened.room, "Asha", {}};
    CHECK(world.enter(world.connect(), watch).name == "Asha 3");
    CHECK(world.enter(world.connect(), watch).name == "Asha 4");
    CHECK_FALSE(world.enter(world.connect(), protocol::Spectate{opened.room, {}, {}}).name);
    const SessionId again = world.connect();
    CHECK(world.enter(again, protocol::Resume{opened.room, *joined.token}).name == "Asha 2");
}

TEST_CASE("spectators keep different names when a player takes one of them") {
    World world;
    const SessionId host = world.connect();
    const auto opened = world.enter(host, protocol::CreateRoom{"Ravi", {}});
    for (const char* name : {"Asha", "Asha", "Mira"})
        world.enter(world.connect(), protocol::Spectate{opened.room, name, {}});
    const auto joined = world.enter(world.connect(), protocol::JoinRoom{opened.room, "Asha", {}});
    CHECK(joined.name == "Asha");
    REQUIRE(world.answer(host, protocol::ListSpectators{}) == "ok");
    const auto& ok = std::get<protocol::Ok>(world.peers[host].replies.back());
    std::vector<std::string> names;
    for (const auto& spectator : std::get<protocol::SpectatorList>(ok.adds).spectators)
        names.push_back(*spectator.name);
    CHECK(names == std::vector<std::string>{"Asha 2", "Asha 2 2", "Mira"});
}

TEST_CASE("a player with the bot's name gets a number") {
    World world;
    auto options = against_bot();
    CHECK(world.enter(world.connect(), protocol::CreateRoom{"Easy bot", options}).name ==
          "Easy bot 2");
}
