// The plain face, driven with values and asked through a recording `Controls`; then in front of a
// real session.
#include "client/console/plain/plain.hpp"
#include "tests/client/network.hpp"
#include "tests/client/plain/plain_game.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace jaipur::client::test {

namespace {

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("plain: the start says what can be done, and offers kept seats") {
    Stage stage;
    stage.model.kept = {{"K7QX2M", Seat::One, "Asha"}};
    const Texts said = stage.tell();
    REQUIRE(said.size() == 2);
    CHECK(said[0] == "A seat of yours is kept in room K7QX2M, as Asha. Type resume K7QX2M to go "
                     "back to it, or forget K7QX2M.");
    CHECK(said[1].find("Type bot") == 0);
    CHECK(stage.tell().empty());
    stage.type("resume");
    CHECK(stage.controls.resumed == std::vector<KeptSeat>{{"K7QX2M", Seat::One, "Asha"}});
    stage.type("resume k7qx2m");
    CHECK(stage.controls.resumed.size() == 2);
    stage.type("forget K7QX2M");
    CHECK(stage.controls.forgotten.size() == 1);
    CHECK(stage.type("resume ABCDEF") == Texts{"There is no such seat of yours on this server."});
}

TEST_CASE("plain: a room code that no honest server makes is spelled without tearing it apart") {
    Stage stage;
    stage.tell();
    stage.sit_down();
    stage.model.room_code = "A\u069bB"; // its second byte alone is a control
    CHECK(stage.tell().at(0) == "Room code: A\u069bB. Spelled: A \u069b B.");
}

TEST_CASE("plain: the room code is big and clear, and what to do next is said once") {
    Stage stage;
    stage.tell();
    stage.sit_down();
    Texts said = stage.tell();
    REQUIRE(said.size() == 3);
    CHECK(said[0] == "Room code: K7QX2M. Spelled: K 7 Q X 2 M.");
    CHECK(said[1].find("A private room.") == 0);
    CHECK(said[2] == "Waiting for a second player, who types: join K7QX2M");
    Stage own;
    own.model.server = "127.0.0.1:33367";
    own.sit_down();
    CHECK(own.tell().back().find("Friends on other computers cannot reach 127.0.0.1:33367.") == 0);
    CHECK(stage.tell().empty());
    stage.opponent();
    CHECK(stage.tell() == Texts{"Type ready to begin."});
    stage.type("ready");
    CHECK(stage.controls.readies == 1);
    stage.model.room->players[Seat::Zero]->ready = true;
    CHECK(stage.tell() == Texts{"Waiting for Ravi to be ready."});
}

TEST_CASE("plain: one's turn comes with hand and market in two lines") {
    Stage stage;
    stage.tell();
    stage.sit_down();
    stage.opponent();
    stage.tell();
    stage.play(Seat::One);
    CHECK(stage.tell() == Texts{"It is Ravi's turn."});
    stage.model.view->turn = Seat::Zero;
    ++stage.model.view->ply;
    stage.model.log.push_back({LogLine::Kind::Game, Seat::One, "Ravi took gold."});
    CHECK(stage.tell() == Texts{"Ravi took gold.",
                                "Your turn. Your hand: 3 cloth (3 of 7). Camels: 2.",
                                "Market: camel, camel, camel, gold, cloth. Deck: 40."});
    stage.model.room->players[Seat::One]->lag_ms = 20; // nothing to be told
    CHECK(stage.tell().empty());
}

TEST_CASE("plain: actions go out with the ply of the view") {
    Stage stage;
    stage.sit_down();
    stage.opponent();
    stage.play(Seat::Zero);
    stage.model.view->ply = 7;
    stage.tell();
    stage.type("take gold");
    CHECK(stage.controls.last<protocol::Act>() == protocol::Act{7, Take{Card::Gold}, std::nullopt});
    stage.controls.answer(protocol::Error{1, protocol::ErrorCode::NotInMarket, "R6"});
    stage.type("sell cloth"); // all of it
    CHECK(stage.controls.last<protocol::Act>().action == Action{Sell{Good::Cloth, 3}});
    CHECK(stage.type("sell gold") == Texts{"You hold no gold."});
    // Accepted, but the view that shows it is still to come.
    stage.controls.answer(protocol::Ok{2, {}});
    CHECK(stage.type("camels") ==
          Texts{"Your last action is still on its way. Wait for its answer."});
    ++stage.model.view->ply;
    stage.model.view->turn = Seat::One;
    CHECK(stage.type("camels").at(0).find("It is not your turn.") == 0);
    CHECK(stage.controls.requests.size() == 2);
    stage.model.view->phase = Phase::RoundOver;
    CHECK(stage.type("camels").at(0).find("No round is being played.") == 0);
}

TEST_CASE("plain: what cannot be done without a room or seat is said") {
    Stage stage;
    for (const char* line : {"take gold", "hand", "sell cloth", "ready", "market", "score"}) {
        CAPTURE(line);
        CHECK(stage.type(line).at(0).find("You are in no room.") == 0);
    }
    CHECK(stage.type("resign").at(0).find("Only the players") == 0);
    stage.sit_down();
    stage.model.seat.reset();
    stage.play(Seat::Zero);
    CHECK(stage.type("take gold").at(0).find("Only the players") == 0);
    CHECK(stage.type("new").at(0).find("You are in a room already.") == 0);
    CHECK(stage.controls.requests.empty());
}

TEST_CASE("plain: resigning is asked twice, and anything but yes is a no") {
    Stage stage;
    stage.sit_down();
    stage.play(Seat::Zero);
    CHECK(stage.type("resign") == Texts{"Resign, and lose the match? Type yes or no."});
    CHECK(stage.type("no") == Texts{"All right, not done."});
    CHECK(stage.type("yes") == Texts{"Nothing was asked."});
    stage.type("resign");
    stage.type("market");
    stage.type("yes");
    CHECK(stage.controls.requests.empty());
    stage.type("resign");
    stage.type("yes");
    stage.controls.last<protocol::Resign>();
}

TEST_CASE("plain: rooms, chat and the rest are asked for") {
    Stage stage;
    stage.type("new public seals 1");
    CHECK(stage.controls.last<protocol::CreateRoom>().name == "Asha");
    CHECK(stage.controls.last<protocol::CreateRoom>().options.seals == 1);
    stage.controls.answer(protocol::Ok{1, {}});
    CHECK(stage.controls.readies == 0);
    stage.type("bot");
    CHECK(stage.controls.last<protocol::CreateRoom>().options.bot == "easy");
    stage.controls.answer(protocol::Ok{1, {}});
    CHECK(stage.controls.readies == 1); // whoever asks for the computer is ready
    CHECK(stage.type("name Asha the Great and Wise").at(0).find("That name cannot be used.") == 0);
    stage.type("name Ravi");
    stage.type("join k7qx2m pass word");
    CHECK(stage.controls.last<protocol::JoinRoom>().name == "Ravi");
    CHECK(stage.controls.last<protocol::JoinRoom>().password == "pass word");
    stage.type("watch K7QX2M");
    stage.controls.last<protocol::Spectate>();
    stage.type("quick");
    stage.controls.last<protocol::QuickMatch>();
    stage.type("say hello");
    CHECK(stage.controls.last<protocol::SendChat>().text == "hello");
    stage.type("claim");
    stage.controls.last<protocol::ClaimWin>();
    stage.type("rematch");
    stage.controls.last<protocol::AskRematch>();
    stage.type("leave");
    stage.controls.last<protocol::LeaveRoom>();
    stage.type("quit");
    CHECK(stage.controls.quits == 1);
    stage.type("reconnect");
    CHECK(stage.controls.reconnects == 1);
    CHECK(stage.type("dance").at(0).find("I do not know \"dance\"") == 0);
}

TEST_CASE("plain: who watches is told what is waited for") {
    Stage stage;
    stage.tell();
    stage.sit_down();
    stage.model.seat.reset();
    stage.model.view->you.reset();
    CHECK(stage.tell().back() == "Waiting for a second player.");
    stage.opponent();
    CHECK(stage.tell() == Texts{"Waiting for both players to be ready."});
    stage.model.room->options.spectators = protocol::SpectatorMode::Open;
    stage.model.room->options.delay = 4;
    stage.model.room->phase = Phase::Playing; // the view is still that of the time before
    CHECK(stage.tell() == Texts{"The match is on, and told here 4 actions late."});
    CHECK(stage.tell().empty());
    stage.play(Seat::Zero);
    CHECK(stage.tell().back() == "It is Asha's turn.");
    stage.model.room->phase = stage.model.view->phase = Phase::MatchOver;
    CHECK(stage.tell() == Texts{"Type leave to leave the room."});
}

TEST_CASE("plain: public rooms are listed, page by page") {
    Stage stage;
    stage.type("rooms");
    CHECK_FALSE(stage.controls.last<protocol::ListRooms>().after);
    stage.model.rooms.emplace();
    stage.said.clear();
    stage.controls.answer(protocol::Ok{1, {}});
    CHECK(stage.said == Texts{"There is no public room. Type new public to open one."});
    stage.model.rooms->rooms.emplace_back();
    stage.model.rooms->rooms[0].room = "AAAAAA";
    stage.model.rooms->next = "AAAAAA";
    stage.type("rooms");
    stage.said.clear();
    stage.controls.answer(protocol::Ok{1, {}});
    CHECK(stage.said.at(0) == "AAAAAA: a free seat and a free seat, waiting, 2 seals.");
    CHECK(stage.said.at(1) == "Type rooms more for the next ones.");
    stage.type("rooms more");
    CHECK(stage.controls.last<protocol::ListRooms>().after == "AAAAAA");
    stage.model.rooms->next.reset();
    CHECK(stage.type("rooms more").at(0).find("no more rooms") != std::string::npos);
}

TEST_CASE("plain: the state of the line is told without repeating it all the time") {
    Stage stage;
    stage.tell();
    stage.model.link = {LinkState::Retrying, 1, {}, "The line to the server broke."};
    CHECK(stage.tell() == Texts{"No line to example:7777. Trying again."}); // why is in the log
    stage.model.link = {LinkState::Retrying, 2, {}, "It cannot be reached: Connection refused."};
    CHECK(stage.tell() == Texts{"No line to example:7777. It cannot be reached: Connection "
                                "refused. Trying again."});
    int told = 0;
    for (int attempt = 3; attempt <= 20; ++attempt) {
        stage.model.link.state = LinkState::Connecting;
        stage.tell();
        stage.model.link.state = LinkState::Retrying;
        stage.model.link.attempt = attempt;
        told += stage.tell().empty() ? 0 : 1;
    }
    CHECK(told == 5); // every fourth
    stage.model.link.state = LinkState::Closed;
    CHECK(stage.tell() == Texts{"The program ends here."});
    CHECK(stage.controls.quits == 1);
}

TEST_CASE("plain: a burst of news is cut to its end") {
    Stage stage;
    stage.tell();
    for (int i = 1; i <= 40; ++i)
        stage.model.log.push_back({LogLine::Kind::Game, std::nullopt, "News " + std::to_string(i)});
    const Texts said = stage.tell();
    REQUIRE(said.size() == 6);
    CHECK(said[0] == "Much has happened. The last of it (for more, type log 40):");
    CHECK(said.back() == "News 40");
    CHECK(stage.type("log 3") == Texts{"News 38", "News 39", "News 40"});
    // Old lines that the model threw away do not come again.
    stage.model.log.erase(stage.model.log.begin(), stage.model.log.begin() + 30);
    stage.model.log_dropped = 30;
    stage.model.log.push_back({LogLine::Kind::Chat, Seat::One, "Ravi: hello"});
    CHECK(stage.tell() == Texts{"Chat, Ravi: hello"});
}

TEST_CASE("plain: two faces play a match against each other by typed words alone") {
    Network network(40);
    auto host = network.client("Asha"), guest = network.client("Ravi");
    std::vector<std::string> host_heard, guest_heard;
    const auto face_of = [](Client& client, std::vector<std::string>& heard) {
        auto face = std::make_unique<Plain>(
            client.model(), client.session,
            [&heard](std::string_view line) { heard.emplace_back(line); }, PlainOptions{});
        client.session.show_on(face.get());
        return face;
    };
    const auto host_face = face_of(*host, host_heard), guest_face = face_of(*guest, guest_heard);
    host_face->line("new seals 1");
    network.settle();
    guest_face->line("join " + *host->model().room_code);
    network.settle();
    host_face->line("ready");
    guest_face->line("ready");
    network.settle();
    const auto words = [](const protocol::Legal& legal) -> std::string {
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
        (turn ? host_face : guest_face)->line(words(*mover.view().legal));
        network.settle();
    }
    CHECK(host->view().phase == Phase::MatchOver);
    const auto heard = [](const std::vector<std::string>& lines, std::string_view words_) {
        return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
            return line.find(words_) != std::string::npos;
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
