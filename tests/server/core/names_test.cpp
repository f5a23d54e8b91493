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
    CHECK(plain_form("Tom") == plain_form("Torn"));
    // Composed and decomposed letters of other scripts look the same, too.
    CHECK(plain_form("\u0410\u043D\u0434\u0440\u0435\u0439") ==
          plain_form("\u0410\u043D\u0434\u0440\u0435\u0438\u0306"));
}

TEST_CASE("names that look different have different plain forms") {
    for (const char* name : {"Ashi", "Asha 2", "Asa", "Ravi", "\u0936\u093E", "李雷", "🐪", "Аша"})
        CHECK_MESSAGE(plain_form(name) != plain_form("Asha"), name);
    CHECK(plain_form("\u0915\u0941") != plain_form("\u0915\u0942")); // vowels, not accents
    CHECK(plain_form("李雷") != plain_form("李电"));
}

TEST_CASE("a name that looks taken gets the first free number, and stays valid") {
    CHECK(distinct_name("Asha", {}) == "Asha");
    CHECK(distinct_name("Asha", {"Ravi"}) == "Asha");
    CHECK(distinct_name("asha", {"Asha"}) == "asha 2");
    CHECK(distinct_name("Asha", {"Asha"}) == "Asha"); // no trick
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
