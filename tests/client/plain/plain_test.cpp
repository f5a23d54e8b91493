// The plain frontend, driven with values and asked through a recording `Controls`; then in front of
// a real session.
#include "client/console/plain/plain.hpp"
#include "tests/client/network.hpp"
#include "tests/client/plain/plain_game.hpp"
#include "tests/client/speaking.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace jaipur::client::test {

namespace {

using Texts = std::vector<std::string>;

} // namespace

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
    for (const char* line :
         {"take gold", "hand",  "sell cloth", "ready",  "market", "score",       "round",
          "room",      "clock", "seals",      "resign", "claim",  "rematch",     "say hello",
          "leave",     "level", "spectators", "copy",   "qr",     "remove guest"}) {
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

TEST_CASE("plain: the first letter of an answer is enough in any language") {
    for (const auto& [language, yes] :
         {std::pair(Language::English, "y"), std::pair(Language::German, "j"),
          std::pair(Language::Spanish, "s"), std::pair(Language::French, "o")}) {
        const client::test::Speaking speaking(language);
        PlainGame game;
        game.sit_down();
        game.play(Seat::Zero);
        game.type("resign");
        game.type("n");
        CHECK(game.controls.requests.empty());
        game.type("resign");
        game.type(yes);
        game.controls.last<protocol::Resign>();
    }
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

TEST_CASE("plain: ready during a round says whose turn it is") {
    PlainGame game;
    game.sit_down();
    game.opponent();
    game.play(Seat::One);
    game.tell();
    CHECK(game.type("ready") == Texts{"It is Ravi's turn."});
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
    CHECK(game.type("seals") == Texts{"Seals: you 1, Ravi 0. First to 2 seals."});
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

TEST_CASE("plain: after a match against the bot, another level can be played") {
    PlainGame game;
    game.tell();
    game.sit_down();
    game.opponent();
    game.play(Seat::One);
    game.model.room->options.seals = 1;
    game.model.room->options.clock = {{300, 5}};
    CHECK(game.type("level").at(0).find("only after a match against the bot") !=
          Texts::value_type::npos);
    game.model.room->players[Seat::One]->bot = "easy";
    game.model.room->phase = game.model.view->phase = Phase::MatchOver;
    game.model.view->result.emplace().match.emplace().winner = Seat::Zero;
    CHECK(game.tell() == Texts{"Type rematch to play again, or leave.",
                               "Next level: Medium. Type level to play it."});
    game.type("level");
    game.controls.last<protocol::LeaveRoom>();
    game.controls.answer(protocol::Ok{1, {}});
    const auto& create = game.controls.last<protocol::CreateRoom>();
    CHECK(create.name == "Asha");
    CHECK(create.options.bot == "medium");
    CHECK(create.options.seals == 1);
    CHECK(create.options.clock == protocol::ClockOptions{300, 5});
    game.type("level"); // refused: nothing follows
    game.controls.answer(protocol::Error{2, protocol::ErrorCode::RateLimited, {}});
    game.controls.last<protocol::LeaveRoom>();
    game.model.room->players[Seat::One]->bot = "master";
    CHECK(game.type("level") == Texts{"There is no harder level."});
    game.model.room->players[Seat::One]->bot = "beginner";
    game.model.view->result->match->winner = Seat::One;
    CHECK(game.type("level") == Texts{"There is no easier level."});
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
    CHECK(told == 2); // of the eighth and the sixteenth
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
