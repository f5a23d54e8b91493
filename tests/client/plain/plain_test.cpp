// The plain frontend, driven with values and asked through a recording `Controls`; then in front of
// a real session.
#include "client/console/plain/plain.hpp"
#include "tests/client/network.hpp"
#include "tests/client/plain/plain_game.hpp"

#include <doctest/doctest.h>

#include <algorithm>

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
    const Texts elsewhere = game.type("join http://other:1/K7QX2M#" + key);
    CHECK(elsewhere.back() == "  ./jaipur join http://other:1/K7QX2M#" + key);
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
        CHECK(game.heard("Open this link on the other device, or run ./jaipur join with it."));
        CHECK(game.said.at(1) == "  http://example:7777/K7QX2M#" + key);
        CHECK(game.heard("It works once, for the next 10 minutes."));
        CHECK((game.said.size() > 20) == (std::string_view(line) == "device qr"));
    }
}

TEST_CASE("plain: the player's turn comes with hand and market in two lines") {
    PlainGame game;
    game.tell();
    game.sit_down();
    game.opponent();
    game.tell();
    game.play(Seat::One);
    CHECK(game.tell() == Texts{"It is Ravi's turn."});
    game.model.view->turn = Seat::Zero;
    ++game.model.view->ply;
    game.model.log.push_back({LogLine::Kind::Game, Seat::One, "Ravi took gold."});
    CHECK(game.tell() == Texts{"Ravi took gold.",
                               "Your turn. Your hand: 3 cloth (3 of 7). Camels: 2.",
                               "Market: camel, camel, camel, gold, cloth. Deck: 40."});
    game.model.view->turn = Seat::One; // one sentence for one's own move
    ++game.model.view->ply;
    game.model.log.push_back({LogLine::Kind::Game, Seat::Zero, "You took gold."});
    CHECK(game.tell() == Texts{"You took gold."});
    game.model.view->turn = Seat::Zero;
    ++game.model.view->ply;
    game.tell();
    game.model.room->players[Seat::One]->lag_ms = 20; // nothing to be told
    CHECK(game.tell().empty());
}

TEST_CASE("plain: actions go out with the ply of the view") {
    PlainGame game;
    game.sit_down();
    game.opponent();
    game.play(Seat::Zero);
    game.model.view->ply = 7;
    game.tell();
    CHECK(game.type("take silver") == Texts{"There's no silver in the market."});
    CHECK(game.type("sell 5 cloth") == Texts{"You have 3 cloth, and you tried to sell 5."});
    CHECK(game.controls.requests.empty());
    game.type("take gold");
    CHECK(game.controls.last<protocol::Act>() == protocol::Act{7, Take{Card::Gold}, std::nullopt});
    game.controls.answer(protocol::Error{1, protocol::ErrorCode::NotInMarket, "R6"});
    game.type("sell cloth"); // all of it
    CHECK(game.controls.last<protocol::Act>().action == Action{Sell{Good::Cloth, 3}});
    CHECK(game.type("sell gold") == Texts{"You have no gold."});
    // Accepted, but the view that shows it is still to come.
    game.controls.answer(protocol::Ok{2, {}});
    CHECK(game.type("camels") ==
          Texts{"The server hasn't answered your last move yet. Wait a moment."});
    ++game.model.view->ply;
    game.model.view->turn = Seat::One;
    CHECK(game.type("camels").at(0).find("It isn't your turn.") == 0);
    CHECK(game.controls.requests.size() == 2);
    game.model.view->phase = Phase::RoundOver;
    CHECK(game.type("camels").at(0).find("No round is being played.") == 0);
}

TEST_CASE("plain: commands without a room or seat are refused in words") {
    PlainGame game;
    for (const char* line : {"take gold", "hand", "sell cloth", "ready", "market", "score", "round",
                             "room", "clock", "seals", "resign", "claim", "rematch", "say hello",
                             "leave", "spectators", "copy", "qr", "remove guest"}) {
        CAPTURE(line);
        CHECK(game.type(line) ==
              Texts{"You aren't in a room. Type new, join CODE, watch CODE, quick "
                    "or bot first."});
    }
    game.sit_down();
    game.model.seat.reset();
    game.play(Seat::Zero);
    CHECK(game.type("resign").at(0).find("Only players can do that.") == 0);
    CHECK(game.type("take gold").at(0).find("Only players can do that.") == 0);
    CHECK(game.type("new").at(0).find("You are already in a room.") == 0);
    CHECK(game.controls.requests.empty());
}

TEST_CASE("plain: resigning asks for confirmation, and anything but yes means no") {
    PlainGame game;
    game.sit_down();
    game.play(Seat::Zero);
    CHECK(game.type("resign") == Texts{"Resign, and lose the match? Type yes or no."});
    CHECK(game.type("no") == Texts{"Cancelled."});
    CHECK(game.type("yes") == Texts{"There's nothing to confirm."});
    game.type("resign");
    game.type("market");
    game.type("yes");
    CHECK(game.controls.requests.empty());
    game.type("resign");
    game.type("yes");
    game.controls.last<protocol::Resign>();
}

TEST_CASE("plain: little time is said with the turn, and the clock on request") {
    PlainGame game;
    game.tell();
    game.sit_down();
    game.opponent();
    game.tell();
    game.model.room->options.clock = protocol::ClockOptions{300, 5};
    game.play(Seat::Zero);
    game.model.view->clock = protocol::ClockReading{{{50000, 300000}}, Seat::Zero};
    game.model.view_at = game.now;
    CHECK(game.tell().at(0).starts_with("Your turn: 50 seconds left. Your hand: "));
    game.now += std::chrono::seconds(20);
    CHECK(game.type("clock") == Texts{"You: 0:30 left, running.", "Ravi: 5:00 left."});
    game.model.view->clock.reset();
    game.model.view->move_in = 600000;
    CHECK(game.type("time") == Texts{"This match has no clock.", "You: 9:40 left for this move."});
}

TEST_CASE("plain: everything about the room and the match can be asked for") {
    PlainGame game;
    game.sit_down();
    game.opponent();
    game.model.room->owner = Seat::Zero;
    game.model.room->spectators = 2;
    CHECK(game.type("round") == Texts{"The match hasn't begun."});
    game.play(Seat::Zero);
    game.model.view->round = 2;
    game.model.view->players[Seat::Zero].seals = 1;
    CHECK(game.type("round") == Texts{"Round 2. Seals: you 1, Ravi 0."});
    CHECK(game.type("seals") == Texts{"Seals: you 1, Ravi 0. 2 seals win the match."});
    game.type("room");
    CHECK(game.said.at(0) == "Room code: K 7 Q X 2 M. Server: example:7777.");
    CHECK(game.heard("A private room."));
    CHECK(game.heard("You own this room."));
    CHECK(game.heard("Spectators: 2."));
    CHECK(game.heard("Match ID: 00000000000000000000000000000000"));
    game.model.seat.reset();
    CHECK(game.type("spectators") ==
          Texts{"Watching, with you: 2. Only the players can see their names."});
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

TEST_CASE("plain: what to type follows what happened") {
    PlainGame game;
    game.tell();
    game.model.log.push_back({LogLine::Kind::Warning, Seat::One,
                              "Ravi has been away too long: you can claim the win.",
                              "Type claim."});
    CHECK(game.tell() == Texts{"Ravi has been away too long: you can claim the win. Type claim."});
}

TEST_CASE("plain: rooms, chat and the rest send their requests") {
    PlainGame game;
    game.type("new public seals 1");
    CHECK(game.controls.last<protocol::CreateRoom>().name == "Asha");
    CHECK(game.controls.last<protocol::CreateRoom>().options.seals == 1);
    game.controls.answer(protocol::Ok{1, {}});
    CHECK(game.controls.readies == 0);
    game.type("bot");
    CHECK(game.controls.last<protocol::CreateRoom>().options.bot == "easy");
    game.controls.answer(protocol::Ok{1, {}});
    CHECK(game.controls.readies == 0); // the session does it
    CHECK(game.type("name Asha the Great and Wise").at(0).find("You can't use that name.") == 0);
    game.type("name Ravi");
    game.type("join k7qx2m pass word");
    CHECK(game.controls.last<protocol::JoinRoom>().name == "Ravi");
    CHECK(game.controls.last<protocol::JoinRoom>().password == "pass word");
    game.type("watch K7QX2M");
    game.controls.last<protocol::Spectate>();
    game.type("quick");
    game.controls.last<protocol::QuickMatch>();
    game.sit_down();
    game.type("say hello");
    CHECK(game.controls.last<protocol::SendChat>().text == "hello");
    game.type("claim");
    game.controls.last<protocol::ClaimWin>();
    game.type("rematch");
    game.controls.last<protocol::AskRematch>();
    game.type("leave");
    game.controls.last<protocol::LeaveRoom>();
    game.type("quit");
    CHECK(game.controls.quits == 1);
    game.type("reconnect");
    CHECK(game.controls.reconnects == 1);
    CHECK(game.type("dance").at(0).find("Unknown command \"dance\"") == 0);
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
        CHECK(game.type(line) == Texts{"Remove Ravi from the room? They can't come back to this "
                                       "room. Type yes or no."});
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

TEST_CASE("plain: a player can agree to the spectator delay, and is told what it gives away") {
    PlainGame game;
    game.tell();
    game.sit_down();
    game.model.room->options.spectators = protocol::SpectatorMode::Open;
    game.model.room->options.open_after = protocol::OpenAfter::Actions;
    game.opponent();
    const Texts told = game.tell();
    REQUIRE(told.size() >= 2);
    CHECK(told[told.size() - 2] == "Type ready to begin.");
    CHECK(told.back().starts_with("Or type ready agree to let spectators see both hands 4 moves"));
    CHECK(told.back().ends_with("could then know your exact hand."));
    game.type("ready agree");
    CHECK(game.controls.agreements == 1);
    game.type("ready");
    CHECK(game.controls.readies == 1);
    game.type("ready or not");
    CHECK(game.controls.readies == 1);
    game.model.room->options.open_after = protocol::OpenAfter::Round;
    game.type("ready agree");
    CHECK(game.heard("Nothing to agree to"));
}

TEST_CASE("plain: a spectator is told what everybody waits for") {
    PlainGame game;
    game.tell();
    game.sit_down();
    game.model.seat.reset();
    game.model.view->you.reset();
    CHECK(game.tell().back() == "Waiting for a second player.");
    game.opponent();
    CHECK(game.tell() == Texts{"Waiting for both players to be ready."});
    game.model.room->options.spectators = protocol::SpectatorMode::Open;
    game.model.room->options.delay = 4;
    game.model.room->phase = Phase::Playing; // the view is still that of the time before
    CHECK(game.tell() == Texts{"The match is running. You see it 4 moves late."});
    CHECK(game.tell().empty());
    game.play(Seat::Zero);
    CHECK(game.tell().back() == "It is Asha's turn.");
    game.model.room->phase = game.model.view->phase = Phase::MatchOver;
    CHECK(game.tell() == Texts{"Type leave to leave the room."});
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
    CHECK(game.said.at(0) == "AAAAAA: a free seat and a free seat, waiting, 2 seals.");
    CHECK(game.said.at(1) == "Type rooms more for the next page.");
    game.type("rooms more");
    CHECK(game.controls.last<protocol::ListRooms>().after == "AAAAAA");
    game.model.rooms->next.reset();
    CHECK(game.type("rooms more").at(0).find("no more rooms") != std::string::npos);
}

TEST_CASE("plain: the state of the connection is announced without repetition") {
    PlainGame game;
    game.tell();
    game.model.link = {LinkState::Retrying, 1, {}, "Connection lost."};
    CHECK(game.tell() == Texts{"Reconnecting to example:7777."}); // why is in the log
    game.model.link = {LinkState::Retrying, 2, {}, "Can't reach example:7777: Connection refused."};
    CHECK(game.tell() == Texts{"Can't reach example:7777: Connection refused. Reconnecting to "
                               "example:7777."});
    int told = 0;
    for (int attempt = 3; attempt <= 20; ++attempt) {
        game.model.link.state = LinkState::Connecting;
        game.tell();
        game.model.link.state = LinkState::Retrying;
        game.model.link.attempt = attempt;
        told += game.tell().empty() ? 0 : 1;
    }
    CHECK(told == 5); // every fourth
    game.model.link.state = LinkState::Closed;
    CHECK(game.tell() == Texts{"The program ends here."});
    CHECK(game.controls.quits == 1);
}

TEST_CASE("plain: of a burst of news only the end is announced") {
    PlainGame game;
    game.tell();
    for (int i = 1; i <= 40; ++i)
        game.model.log.push_back({LogLine::Kind::Game, std::nullopt, "News " + std::to_string(i)});
    const Texts said = game.tell();
    REQUIRE(said.size() == 6);
    CHECK(said[0] == "A lot has happened. The latest (for more, type log 40):");
    CHECK(said.back() == "News 40");
    CHECK(game.type("log 3") == Texts{"News 38", "News 39", "News 40"});
    // Old lines that the model discarded do not reappear.
    game.model.log.erase(game.model.log.begin(), game.model.log.begin() + 30);
    game.model.log_dropped = 30;
    game.model.log.push_back({LogLine::Kind::Chat, Seat::One, "Ravi: hello"});
    CHECK(game.tell() == Texts{"Chat, Ravi: hello"});
}

TEST_CASE("plain: two frontends play a match by typed commands") {
    Network network(40);
    auto host = network.client("Asha"), guest = network.client("Ravi");
    std::vector<std::string> host_heard, guest_heard;
    PlainOptions options;
    options.now = [&] { return network.steady; };
    const auto frontend_of = [&](Client& client, std::vector<std::string>& heard) {
        auto frontend = std::make_unique<PlainFrontend>(
            client.model(), client.session,
            [&heard](std::string_view line) { heard.emplace_back(line); }, options);
        client.session.show_on(frontend.get());
        return frontend;
    };
    const auto host_frontend = frontend_of(*host, host_heard),
               guest_frontend = frontend_of(*guest, guest_heard);
    host_frontend->line("new seals 1");
    network.settle();
    guest_frontend->line("join " + *host->model().room_code);
    network.settle();
    const auto words = [](const LegalSummary& legal) -> std::string {
        for (const Good good : all_goods)
            if (legal.sell[good].max >= 3)
                return "sell " + std::string(name(good));
        if (!legal.take.empty())
            return "take " + std::string(name(legal.take[0]));
        if (legal.take_camels)
            return "camels";
        for (const Good good : all_goods)
            if (legal.sell[good].max > 0)
                return "sell " + std::string(name(good));
        return "no sale and no card left to take";
    };
    for (int i = 0; i < 300 && host->view().phase == Phase::Playing; ++i) {
        const bool turn = host->view().turn == Seat::Zero;
        Client& mover = turn ? *host : *guest;
        (turn ? host_frontend : guest_frontend)->line(words(*mover.view().legal));
        network.settle();
    }
    CHECK(host->view().phase == Phase::MatchOver);
    const auto heard = [](const std::vector<std::string>& lines, std::string_view text) {
        return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.find(text) != std::string::npos;
        });
    };
    for (const auto* lines : {&host_heard, &guest_heard}) {
        CHECK(heard(*lines, "Round 1 begins."));
        CHECK(heard(*lines, "Your turn."));
        CHECK(heard(*lines, "Maharaja's own trader!"));
        CHECK(heard(*lines, "The shuffle was fair"));
        CHECK(heard(*lines, "Type rematch"));
        CHECK_FALSE(heard(*lines, "Type help"));
    }
    host->session.show_on(nullptr);
    guest->session.show_on(nullptr);
}

} // namespace jaipur::client::test
