// The plain frontend on the way into rooms: kept seats, codes, links and passwords, invitations,
// another device, and who may stay.
#include "client/console/plain/plain.hpp"
#include "tests/client/plain/plain_game.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

namespace {

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("plain: the start lists the commands and kept seats") {
    PlainGame game;
    game.model.kept = {{"K7QX2M", Seat::One, "Asha"}};
    const Texts said = game.tell();
    REQUIRE(said.size() == 2);
    CHECK(said[0] == "You have a seat in room K7QX2M, as Asha. Type resume K7QX2M to go "
                     "back to it, or forget K7QX2M.");
    CHECK(said[1].find("Type bot") == 0);
    CHECK(game.tell().empty());
    game.type("resume");
    CHECK(game.controls.resumed == std::vector<KeptSeat>{{"K7QX2M", Seat::One, "Asha"}});
    game.type("resume k7qx2m");
    CHECK(game.controls.resumed.size() == 2);
    game.type("forget K7QX2M");
    CHECK(game.controls.forgotten.size() == 1);
    CHECK(game.type("resume ABCDEF") == Texts{"You have no such seat on this server."});
}

TEST_CASE("plain: a seat that was asked for without an answer can be found or forgotten") {
    PlainGame game;
    game.model.kept = {{"", std::nullopt, "Asha"}};
    CHECK(game.tell().at(0) == "The connection broke while you were taking a seat as Asha, so you "
                               "may have one. Type resume to find out, or forget to give it up.");
    game.type("resume");
    CHECK(game.controls.resumed == game.model.kept);
    game.type("forget");
    CHECK(game.controls.forgotten == game.model.kept);
}

TEST_CASE("plain: a dishonest room code is spelled by whole characters") {
    PlainGame game;
    game.tell();
    game.sit_down();
    game.model.room_code = "A\u069bB"; // its second byte alone is a control
    CHECK(game.tell().at(0) == "Room code: A \u069b B.");
}

TEST_CASE("plain: the room code is clear, and the next step is said once") {
    PlainGame game;
    game.tell();
    game.sit_down();
    Texts said = game.tell();
    CHECK(said[0] == "Room code: K 7 Q X 2 M.");
    CHECK(said[1].find("A private room.") == 0);
    CHECK(Texts(said.begin() + 2, said.end()) ==
          Texts{"Waiting for a second player. In a terminal, they run:",
                "  ./jaipur join K7QX2M example:7777",
                "Or they open this link in a browser:", "  http://example:7777/K7QX2M",
                "Type copy to put the link on the clipboard, or qr to see it as a QR code."});
    CHECK(game.tell().empty());
    PlainGame soon;
    soon.model.gets_ready = true; // the session does it, and there's no more to say
    soon.sit_down();
    CHECK(soon.tell() == said);
    soon.model.gets_ready = false;
    soon.model.room->players[Seat::Zero]->ready = true;
    CHECK(soon.tell().empty());
    game.opponent();
    CHECK(game.tell() == Texts{"Type ready to begin."});
    game.type("ready");
    CHECK(game.controls.readies == 1);
    game.model.room->players[Seat::Zero]->ready = true;
    CHECK(game.tell() == Texts{"You are ready. Waiting for Ravi."});
}

TEST_CASE("plain: an invitation names an address that others can use, or says why there is none") {
    PlainGame own;
    own.model.server = own.model.invite_at = "127.0.0.1:33367";
    own.sit_down();
    own.model.room->options.has_password = true;
    Texts said = own.tell();
    CHECK(own.heard("On this computer, they run:"));
    CHECK(own.heard("  ./jaipur join K7QX2M 127.0.0.1:33367"));
    CHECK(own.heard("They need the password, too."));
    CHECK(said.back().find("Friends on other computers can't reach 127.0.0.1:33367.") == 0);
    PlainGame host;
    host.model.server = "127.0.0.1:9000";
    host.model.invite_at = "192.168.1.20:9000";
    host.sit_down();
    said = host.tell();
    CHECK(host.heard("  ./jaipur join K7QX2M 192.168.1.20:9000"));
    CHECK(host.heard("  http://192.168.1.20:9000/K7QX2M"));
    CHECK_FALSE(host.heard("can't reach"));
    CHECK(host.type("copy").back() == "  http://192.168.1.20:9000/K7QX2M");
    CHECK(host.copied == Texts{"http://192.168.1.20:9000/K7QX2M"});
    host.can_copy = false;
    CHECK(host.type("copy").at(0).find("copy the link yourself") != std::string::npos);
    said = host.type("qr");
    CHECK(said.size() == 29); // version 2, and the quiet zone
    for (const std::string& row : said)
        CHECK(row.size() == 58);
}

TEST_CASE("plain: a link moves the seat to another device, and one from there moves it here") {
    const std::string key = std::string(42, 'A') + "E";
    PlainGame game;
    CHECK(game.type("device").at(0).find("You aren't in a room.") == 0);
    game.type("join http://example:7777/K7QX2M#" + key);
    CHECK(game.controls.last<protocol::TakeOver>().key[31] == 1);
    CHECK(game.type("join http://other:1/K7QX2M#" + key) ==
          Texts{"That room is on other:1. Quit, run ./jaipur join and paste the link."});
    CHECK(
        game.type("join https://example:7777/K7QX2M#" + key) == // another one, if only by https
        Texts{"That room is on https://example:7777. Quit, run ./jaipur join and paste the link."});
    game.type("join");
    game.type("http://example:7777/K7QX2M#" + key);
    CHECK(game.controls.requests.size() == 2);
    game.sit_down();
    game.tell();
    for (const char* line : {"device", "device qr"}) {
        game.type(line);
        CHECK(is<protocol::MoveSeat>(game.controls.requests.back().first));
        protocol::SeatKey issued{{}, 600'000};
        issued.key[31] = 1;
        game.said.clear();
        game.controls.answer(protocol::Ok{1, issued});
        CHECK(game.heard("or run ./jaipur join there and paste it."));
        CHECK(game.said.at(1) == "  http://example:7777/K7QX2M#" + key);
        CHECK(game.heard("It works once, for the next 10 minutes."));
        CHECK((game.said.size() > 20) == (std::string_view(line) == "device qr"));
    }
}

TEST_CASE("plain: a missing code or password is asked for, and commands still work instead") {
    PlainGame game;
    CHECK(game.type("join") == Texts{"Which room? Type its code or its link."});
    game.type("http://example:7777/#/K7QX2M");
    CHECK(game.controls.last<protocol::JoinRoom>() ==
          protocol::JoinRoom{"K7QX2M", "Asha", std::nullopt});
    game.type("watch");
    CHECK(game.type("name") == Texts{"Your name is Asha."});
    CHECK(game.type("K7QX2M").at(0).starts_with("Unknown command"));
    CHECK(game.type("join K7QX2M password") ==
          Texts{"Type the room's password. An empty line cancels."});
    game.type(" quit ");
    CHECK(game.controls.last<protocol::JoinRoom>().password == "quit");
    game.type("join K7QX2M password");
    CHECK(game.type("") == Texts{"Cancelled."});
    CHECK(game.controls.requests.size() == 2);
    CHECK(game.type("join K7QX2M other:1") ==
          Texts{"That room is on other:1, and you are on example:7777. Type quit, and then run:",
                "  ./jaipur join K7QX2M other:1"});
    game.type("join K7QX2M example:7777");
    CHECK(game.controls.requests.size() == 3);
}

TEST_CASE("plain: many kept seats take one sentence") {
    PlainGame game;
    for (const char* room : {"AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD", "EEEEEE", "FFFFFF"})
        game.model.kept.push_back({room, Seat::One, "Asha"});
    CHECK(game.tell().at(0) ==
          "You have seats in 6 rooms, the newest: AAAAAA, BBBBBB, CCCCCC, DDDDDD and EEEEEE. Type "
          "resume and the code to go back to one, or forget and the code.");
    CHECK(game.said.size() == 2);
}

TEST_CASE("plain: the owner lists spectators and removes people, after a question") {
    PlainGame game;
    game.sit_down();
    game.opponent();
    CHECK(game.type("remove Ravi").at(0).starts_with("Only the owner of the room can do that"));
    CHECK(game.controls.requests.empty());
    game.model.room->owner = Seat::Zero;
    CHECK(game.type("remove").at(0).starts_with("Name the person to remove"));
    for (const char* line : {"remove guest", "remove ravi", "kick Ravi"}) {
        CHECK(game.type(line) ==
              Texts{"Remove Ravi from the room? They can't come back to this room, except from "
                    "your own network. Type yes or no."});
        game.type("no");
    }
    CHECK(game.controls.requests.empty());
    game.type("remove guest");
    game.type("yes");
    CHECK(game.controls.last<protocol::Remove>() == protocol::Remove{Seat::One});
    game.said.clear();
    game.controls.answer(protocol::Ok{1, {}});
    CHECK(game.said == Texts{"Removed."});

    const auto list = [&](protocol::SpectatorList now) {
        game.controls.last<protocol::ListSpectators>();
        game.model.spectators = now;
        game.said.clear();
        game.controls.answer(protocol::Ok{2, now});
    };
    const protocol::SpectatorList some{{{3, "Mira"}, {4, {}}}};
    game.type("spectators");
    list({});
    CHECK(game.said == Texts{"Nobody is watching."});
    game.type("spectators");
    list(some);
    CHECK(game.said == Texts{"Watching: spectator 3, Mira.", "Watching: spectator 4."});
    game.type("remove MIRA");
    list(some);
    CHECK(game.heard("Remove spectator 3, Mira, from the room?"));
    game.type("yes");
    CHECK(game.controls.last<protocol::Remove>() == protocol::Remove{protocol::SpectatorNumber{3}});
    game.type("remove 4");
    list(some);
    game.type("yes");
    CHECK(game.controls.last<protocol::Remove>() == protocol::Remove{protocol::SpectatorNumber{4}});
    game.type("remove Nobody");
    list(some);
    CHECK(game.heard("Nobody here is called Nobody."));
    CHECK(game.type("remove ASHA") == Texts{"That's you. To leave the room, type leave."});
    game.model.room->phase = Phase::Playing;
    CHECK(game.type("remove guest") ==
          Texts{"You can remove your guest before and after a match, but not during one."});
}

TEST_CASE("plain: the owner says who may write in the chat, and everybody hears it") {
    PlainGame game;
    CHECK(game.type("writers").at(0).starts_with("You aren't in a room"));
    game.sit_down();
    game.opponent();
    CHECK(game.type("writers") == Texts{"Everyone may write in this chat."});
    CHECK(game.type("writers nobody").at(0).starts_with("Only the owner of the room can do that"));
    CHECK(game.controls.requests.empty());
    game.model.room->owner = Seat::Zero;
    game.type("writers nobody");
    CHECK(game.controls.last<protocol::SetChat>() == protocol::SetChat{protocol::ChatFrom::Nobody});
    game.model.room->options.chat = protocol::ChatFrom::Nobody;
    CHECK(game.type("writers nobody") == Texts{"The room's owner has turned the chat off."});
    game.type("writers PLAYERS");
    CHECK(game.controls.last<protocol::SetChat>() ==
          protocol::SetChat{protocol::ChatFrom::Players});
    CHECK(game.controls.requests.size() == 2);
    CHECK(game.type("writers Ravi") == Texts{"After writers, type everyone, players, or nobody."});
}

TEST_CASE("plain: public rooms are listed, page by page") {
    PlainGame game;
    game.type("rooms");
    CHECK_FALSE(game.controls.last<protocol::ListRooms>().after);
    game.model.rooms.emplace();
    game.said.clear();
    game.controls.answer(protocol::Ok{1, {}});
    CHECK(game.said == Texts{"There are no public rooms. Type new public to open one."});
    game.model.rooms->rooms.emplace_back();
    game.model.rooms->rooms[0].room = "AAAAAA";
    game.model.rooms->next = "AAAAAA";
    game.type("rooms");
    game.said.clear();
    game.controls.answer(protocol::Ok{1, {}});
    CHECK(game.said.at(0) == "AAAAAA: a free seat and a free seat, first to 2, waiting.");
    CHECK(game.said.at(1) == "Type rooms more for the next page.");
    game.type("rooms more");
    CHECK(game.controls.last<protocol::ListRooms>().after == "AAAAAA");
    game.model.rooms->next.reset();
    CHECK(game.type("rooms more").at(0).find("no more rooms") != std::string::npos);
}

} // namespace jaipur::client::test
