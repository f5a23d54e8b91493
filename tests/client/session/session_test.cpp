// The session against a server's real core: whole matches, and hostile servers.
#include "client/console/session/session.hpp"
#include "client/console/words/words.hpp"
#include "protocol/codec.hpp"
#include "server/core/room/state.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace jaipur::client::test {

using State = ShuffleVerdict::Status;

TEST_CASE("two sessions play a match, and both find the shuffle fair") {
    Network network(1);
    Couple couple = sit_down(network);
    CHECK(couple.host->model().seat == Seat::Zero);
    CHECK(couple.guest->model().seat == Seat::One);
    play_match(network, couple);
    for (const Client* client : {couple.host.get(), couple.guest.get()}) {
        CHECK(client->view().phase == Phase::MatchOver);
        CHECK(client->model().shuffle.status == State::Verified);
        CHECK(client->model().shuffle.text.find("The shuffle was fair: your secret number is in "
                                                "it, and all") == 0);
        CHECK(client->told(client->model().shuffle.text));
        CHECK(client->told("own trader!"));
        const std::string again = "jaipur-client replay " + protocol::hex(client->view().match) +
                                  " --server " + client->model().server;
        CHECK(client->model().log.back().text == "To watch this match again, run: " + again);
        CHECK(client->session.farewell() == "To watch this match again, run: " + again);
    }
}

TEST_CASE("the address of the page is shown in the game") {
    Network network(1);
    CHECK_FALSE(network.client("Asha")->told("browser"));
    network.page = "http://127.0.0.1:7777/";
    CHECK(network.client("Ravi")->told("In a browser, while this program runs: " + network.page));
}

TEST_CASE("a rematch starts with the loser, and its shuffle is judged anew") {
    Network network(2);
    Couple couple = sit_down(network, undecided());
    play_match(network, couple);
    const Seat winner = *couple.host->view().result->match->winner;
    couple.host->session.request(protocol::AskRematch{});
    couple.guest->session.request(protocol::AskRematch{});
    network.settle();
    REQUIRE(couple.host->view().phase == Phase::Waiting);
    CHECK(couple.host->model().shuffle.status == State::Unknown);
    both_ready(network, couple);
    CHECK(network.room(couple.room).match.state.starter == other(winner));
    play_round(network, couple);
    while (couple.host->view().phase == Phase::RoundOver) {
        both_ready(network, couple);
        play_round(network, couple);
    }
    CHECK(couple.host->model().shuffle.status == State::Verified);
    CHECK(couple.host->model().shuffle.text.find("who had to start") == std::string::npos);
    CHECK(couple.guest->model().shuffle.status == State::Verified);
}

TEST_CASE("joining and agreeing to a rematch count as being ready, with a secret") {
    Network network(3);
    Couple couple = sit_down(network);
    const auto contributed = [&] {
        const auto& players = network.room(couple.room).players;
        return players[Seat::Zero]->commit && players[Seat::One]->commit;
    };
    CHECK(network.room(couple.room).match.phase == Phase::Playing);
    CHECK(contributed());
    CHECK_FALSE(couple.host->model().gets_ready);
    play_match(network, couple);
    couple.guest->session.request(protocol::AskRematch{});
    network.settle();
    CHECK(couple.host->view().phase == Phase::MatchOver);
    couple.host->session.request(protocol::AskRematch{});
    network.settle();
    CHECK(network.room(couple.room).match.phase == Phase::Playing);
    CHECK(contributed());
    CHECK(network.room(couple.room).aborted == 0);
}

TEST_CASE("after a voided shuffle, only the player who didn't reveal is asked") {
    Network network(3);
    network.to_server = [](Client& client, std::string text) {
        const auto request = protocol::decode(text);
        const bool dropped = request && client.model().name == "Ravi" &&
                             protocol::is<protocol::Reveal>(request->body);
        return std::optional(
            dropped ? protocol::encode(protocol::Request{request->id, protocol::Ping{}}) : text);
    };
    Couple couple = sit_down(network);
    network.pass(60s);
    const auto& players = network.room(couple.room).players;
    CHECK(network.room(couple.room).aborted == 1);
    CHECK(players[Seat::Zero]->ready);
    CHECK_FALSE(players[Seat::One]->ready);
    CHECK_FALSE(couple.guest->model().gets_ready);
    network.to_server = {};
    couple.guest->session.ready();
    network.settle();
    CHECK(network.room(couple.room).match.phase == Phase::Playing);
}

TEST_CASE("a new opponent after a match begins with a drawn starter, which is checked") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Network network(seed);
        Couple couple = sit_down(network);
        play_match(network, couple);
        couple.guest->session.request(protocol::LeaveRoom{});
        network.settle();
        couple.guest->session.request(protocol::JoinRoom{couple.room, "Ravi", std::nullopt});
        network.settle();
        REQUIRE(couple.host->view().phase == Phase::Waiting);
        play_match(network, couple);
        CHECK(couple.host->model().shuffle.status == State::Verified);
        CHECK(couple.guest->model().shuffle.status == State::Verified);
        CHECK(couple.host->model().shuffle.text.find("who had to start") == std::string::npos);
    }
}

TEST_CASE("a game against the bot, from the first deal to the end") {
    Network network(21);
    auto client = network.client("Asha");
    protocol::CreateOptions options;
    options.bot = "easy";
    client->session.request(protocol::CreateRoom{"Asha", options},
                            [&](const Controls::Reply&) { client->session.ready(); });
    network.settle();
    const std::string room = *client->model().room_code;
    while (client->view().phase != Phase::MatchOver) {
        if (client->view().phase == Phase::Playing)
            client->session.request(
                protocol::Act{client->view().ply, any_action(network, room), std::nullopt});
        else
            client->session.ready();
        network.settle();
    }
    CHECK(client->model().shuffle.status == State::Verified);
    CHECK(client->model().shuffle.text.find("The shuffle was fair") == 0);
}

TEST_CASE("a hostile server can't control the terminal or fill the memory") {
    Network network(22);
    Couple couple = sit_down(network);
    network.to_client = [](Client&, std::string text) {
        for (auto at = text.find("Asha"); at != std::string::npos; at = text.find("Asha"))
            text.replace(at, 4, "\\u001b[2J\\u202e\\u009b");
        return std::optional(text);
    };
    couple.host->session.ready();
    couple.host->session.request(protocol::SendChat{"Asha says hello"});
    network.settle();
    const auto clean = [](const std::string& text) {
        return std::none_of(
                   text.begin(), text.end(),
                   [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }) &&
               text.find("\xC2\x9B") == std::string::npos &&
               text.find("\xE2\x80\xAE") == std::string::npos;
    };
    for (const LogLine& line : couple.guest->model().log)
        CHECK(clean(line.text));
    CHECK(couple.guest->told("\\u{001B}[2J\\u{202E}\\u{009B} says hello"));
    CHECK(clean(couple.guest->model().room->players[Seat::Zero]->name));

    for (int i = 0; i < 5000; ++i)
        couple.guest->session.received(
            R"({"type":"chat","seat":0,"name":"A","text":"again","at":0})");
    CHECK(couple.guest->model().log.size() <= Session::longest_log);
    CHECK(couple.guest->model().log_dropped > 0);
    for (int i = 0; i < 100; ++i)
        couple.guest->session.received("no message");
    CHECK(std::count_if(couple.guest->model().log.begin(), couple.guest->model().log.end(),
                        [](const LogLine& line) {
                            return line.text.find("does not understand") != std::string::npos;
                        }) <= 3);
}

TEST_CASE("unreadable texts are not sent, and the connection stays open") {
    Network network(1);
    Couple couple = sit_down(network);
    const auto line = couple.host->connection;
    const std::vector<std::string> unreadable{"caf\xe9", std::string(5000, 'a')};
    for (const std::string& text : unreadable) {
        std::optional<protocol::ErrorCode> code;
        couple.host->session.request(protocol::SendChat{text}, [&](const Controls::Reply& reply) {
            code = std::get<protocol::Error>(reply).code;
        });
        CHECK(code == protocol::ErrorCode::BadText); // at once, without asking the server
        network.settle();
        CHECK(couple.host->connection == line);
    }
    CHECK(couple.host->told("You can't send that text."));
    couple.host->session.request(protocol::SendChat{"hello"});
    network.settle();
    CHECK(couple.guest->told("hello"));
}

TEST_CASE("wrong commitments are reported as a mismatch, and nothing is revealed") {
    Network network(23);
    Couple couple = sit_down(network, undecided());
    bool revealed = false;
    network.to_client = [](Client&, std::string text) {
        const auto message = protocol::decode_server(text);
        if (message && std::holds_alternative<protocol::Commitments>(*message)) {
            protocol::Commitments table = std::get<protocol::Commitments>(*message);
            table.server[0] ^= 1;
            text = protocol::encode(table);
        }
        return std::optional(text);
    };
    network.to_server = [&](Client&, std::string text) {
        revealed = revealed || is<protocol::Reveal>(text);
        return std::optional(text);
    };
    couple.host->session.ready();
    couple.guest->session.ready();
    network.settle();
    CHECK_FALSE(revealed);
    CHECK(couple.host->model().shuffle.status == State::Mismatch);
    CHECK(couple.host->told("THE SHUFFLE WAS NOT FAIR"));
}

TEST_CASE("a server of our own that has ended is said to have ended, with how to start it again") {
    using namespace std::chrono_literals;
    Network network(1);
    network.start_again = "./jaipur play";
    auto client = network.client("Asha");
    protocol::CreateOptions options;
    options.bot = "easy";
    client->session.request(protocol::CreateRoom{"Asha", options});
    network.settle();
    network.stop_server(0);
    network.pass(5s);
    CHECK(client->model().link.state == LinkState::Closed);
    CHECK(client->session.farewell() == "The server that this program started has ended. To start "
                                        "again and return to your seat, run: ./jaipur play");
    CHECK(client->told(client->session.farewell()));
}

TEST_CASE("a player who quits learns that a server of their own stops with the program") {
    Network network(1);
    network.start_again = "./jaipur play";
    Couple couple = sit_down(network);
    both_ready(network, couple);
    couple.host->session.quit();
    CHECK(couple.host->session.farewell().find(
              "the server stops now: Ravi can play on only once you are back. To return, run: ") !=
          std::string::npos);
}

TEST_CASE("a refused join says how to give a password, unless one was given") {
    Network network(1);
    auto client = network.client("Asha");
    const auto to_type = [&](std::optional<std::string> password) {
        client->session.request(protocol::JoinRoom{"K7QX2M", "Asha", std::move(password)});
        network.settle();
        return client->model().log.back().to_type;
    };
    CHECK(to_type(std::nullopt) == "If it has a password, type: join K7QX2M password WORD.");
    CHECK(to_type("wrong").empty());
}

} // namespace jaipur::client::test
