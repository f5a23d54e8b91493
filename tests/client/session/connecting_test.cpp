// Sessions whose connections break: nothing is lost, nothing happens twice.
#include "client/console/session/session.hpp"
#include "protocol/codec.hpp"
#include "server/core/room/state.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace jaipur::client::test {

using State = ShuffleVerdict::Status;

TEST_CASE("repeated disconnects change neither the match nor the verdict") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        CAPTURE(seed);
        Network network(seed);
        Couple couple = sit_down(network);
        int cuts = 0;
        const auto unreliable = [&](Client&, std::string text) -> std::optional<std::string> {
            if (!network.random.one_in(15))
                return text;
            ++cuts;
            return std::nullopt;
        };
        network.to_client = network.to_server = unreliable;
        for (int steps = 0; steps < 3000; ++steps) {
            network.pass(2s); // long enough for any retry but not for a voided table
            const auto& match = network.room(couple.room).match;
            if (match.phase == Phase::MatchOver)
                break;
            if (match.phase != Phase::Playing) {
                couple.host->session.ready();
                couple.guest->session.ready();
                continue;
            }
            Client& mover = couple.at(match.state.turn);
            if (mover.model().view && mover.view().ply == match.ply && !mover.model().awaiting)
                mover.session.request(
                    protocol::Act{match.ply, any_action(network, couple.room), std::nullopt});
        }
        network.to_client = network.to_server = {};
        network.pass(40s);
        CHECK(cuts > 20);
        for (const Client* client : {couple.host.get(), couple.guest.get()}) {
            REQUIRE(client->model().view);
            CHECK(client->view().phase == Phase::MatchOver);
            CHECK(client->model().shuffle.status == State::Verified);
        }
    }
}

TEST_CASE("an action whose answer was lost is sent again and played once") {
    Network network(3);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    Client& mover = couple.at(network.room(couple.room).match.state.turn);
    const Action action = any_action(network, couple.room);
    std::vector<std::string> acts;
    network.to_server = [&](Client&, std::string text) {
        if (is<protocol::Act>(text))
            acts.push_back(text);
        return std::optional(text);
    };
    bool lost = false;
    network.to_client = [&](Client& client, std::string text) -> std::optional<std::string> {
        if (&client != &mover || acts.empty() || std::exchange(lost, true))
            return text;
        return std::nullopt; // the `ok` of the action
    };
    mover.session.request(protocol::Act{0, action, std::nullopt});
    CHECK(mover.model().awaiting == action);
    network.settle();
    REQUIRE(lost);
    CHECK(network.room(couple.room).match.ply == 1);
    CHECK(mover.model().awaiting == action); // the session does not know yet
    network.pass(2s);
    CHECK(mover.model().link.state == LinkState::Online);
    REQUIRE(acts.size() == 2);
    const auto first = protocol::decode(acts[0]), again = protocol::decode(acts[1]);
    CHECK(*as<protocol::Act>(first->body) == *as<protocol::Act>(again->body));
    CHECK(as<protocol::Act>(again->body)->match == protocol::hex(mover.view().match));
    CHECK(network.room(couple.room).match.ply == 1);
    CHECK_FALSE(mover.model().awaiting);
    CHECK(mover.view().ply == 1);
}

TEST_CASE("an action that never arrived is played after reconnecting") {
    Network network(4);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    Client& mover = couple.at(network.room(couple.room).match.state.turn);
    const Action action = any_action(network, couple.room);
    bool lost = false;
    network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
        if (!is<protocol::Act>(text) || std::exchange(lost, true))
            return text;
        return std::nullopt;
    };
    int answers = 0;
    mover.session.request(protocol::Act{0, action, std::nullopt},
                          [&](const Controls::Reply& reply) {
                              CHECK(std::holds_alternative<protocol::Ok>(reply));
                              ++answers;
                          });
    network.settle();
    REQUIRE(lost);
    CHECK(network.room(couple.room).match.ply == 0);
    network.pass(2s);
    CHECK(network.room(couple.room).match.ply == 1);
    CHECK(answers == 1);
}

TEST_CASE("an action asked for while the seat is resumed is sent once") {
    Network network(6);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    Client& mover = couple.at(network.room(couple.room).match.state.turn);
    const Action action = any_action(network, couple.room);
    int acts = 0;
    bool asked = false;
    network.to_server = [&](Client& client, std::string text) {
        acts += is<protocol::Act>(text) ? 1 : 0;
        if (&client == &mover && is<protocol::Resume>(text) && !std::exchange(asked, true))
            mover.session.request(protocol::Act{0, action, std::nullopt});
        return std::optional(text);
    };
    network.cut(mover);
    network.pass(2s);
    REQUIRE(asked);
    CHECK(acts == 1); // two answers could differ
    CHECK(network.room(couple.room).match.ply == 1);
    CHECK_FALSE(mover.model().awaiting);
}

TEST_CASE("an action asked for offline is played after reconnecting") {
    Network network(5);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    Client& mover = couple.at(network.room(couple.room).match.state.turn);
    network.cut(mover);
    mover.session.request(protocol::Act{0, any_action(network, couple.room), std::nullopt});
    CHECK(mover.told("Your move will be sent"));
    network.pass(2s);
    CHECK(network.room(couple.room).match.ply == 1);
    CHECK_FALSE(mover.model().awaiting);
}

TEST_CASE("events logged before a disconnect are not logged again") {
    Network network(6);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    for (int i = 0; i < 6; ++i)
        play_one(network, couple);
    const auto game_lines = [&](const Client& client) {
        std::vector<std::string> lines;
        for (const LogLine& line : client.model().log)
            if (line.kind == LogLine::Kind::Game)
                lines.push_back(line.text);
        return lines;
    };
    network.cut(*couple.guest);
    const auto& match = network.room(couple.room).match;
    if (match.state.turn == Seat::Zero)
        play_one(network, couple); // unseen by the guest
    network.pass(2s);
    play_one(network, couple);
    const auto host = game_lines(*couple.host), guest = game_lines(*couple.guest);
    CHECK(host.size() == guest.size());
}

TEST_CASE("a ready without an answer is sent again") {
    Network network(12);
    Couple couple = sit_down(network, undecided());
    couple.host->session.ready();
    network.settle();
    bool lost = false;
    network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
        if (!is<protocol::Ready>(text) || std::exchange(lost, true))
            return text;
        return std::nullopt;
    };
    couple.guest->session.ready();
    network.settle();
    REQUIRE(lost);
    CHECK(network.room(couple.room).match.phase == Phase::Waiting);
    network.pass(2s);
    CHECK(network.room(couple.room).match.phase == Phase::Playing);
    CHECK(network.room(couple.room).aborted == 0);
}

TEST_CASE("pings notice a dead connection") {
    Network network(13);
    auto client = network.client("Asha");
    CHECK(client->model().lag); // the first ping goes at once
    network.pass(15s);
    CHECK(client->model().link.state == LinkState::Online);
    network.frozen = true;
    network.pass(25s);
    CHECK(client->model().link.state != LinkState::Online);
    CHECK(client->told("The server stopped answering."));
    CHECK_FALSE(client->model().lag);
    network.frozen = false;
    network.pass(20s);
    CHECK(client->model().link.state == LinkState::Online);
}

TEST_CASE("requests that open a room wait for the connection; a chat does not") {
    Network network(14);
    network.server_is_up = false;
    auto client = network.client("Asha");
    CHECK(client->model().link.state == LinkState::Retrying);
    client->session.request(protocol::CreateRoom{"Asha", {}});
    client->session.request(protocol::SendChat{"hello"});
    CHECK(client->told("You're offline"));
    network.server_is_up = true;
    network.pass(2s);
    CHECK(client->model().room_code);
    CHECK(client->model().seat == Seat::Zero);
}

TEST_CASE("a rate-limited request is sent again") {
    Network network(15);
    server::core::Limits limits;
    limits.request_burst = 5;
    limits.request_rate = 5;
    network.lobby =
        std::make_unique<server::core::Lobby>(limits, [&](std::span<std::uint8_t> bytes) {
            for (auto& byte : bytes)
                byte = static_cast<std::uint8_t>(network.random.next());
        });
    auto client = network.client("Asha");
    int answered = 0;
    for (int i = 0; i < 8; ++i)
        client->session.request(protocol::ListRooms{}, [&](const Controls::Reply& reply) {
            CHECK(std::holds_alternative<protocol::Ok>(reply));
            ++answered;
        });
    network.settle();
    CHECK(answered < 8);
    network.pass(6s);
    CHECK(answered == 8);
}

TEST_CASE("after too many wrong codes nothing is sent again, and the user is told why") {
    Network network(16);
    auto client = network.client("Asha"), late = network.client("Ravi");
    int joins = 0;
    network.to_server = [&](Client&, std::string text) {
        joins += is<protocol::JoinRoom>(text) ? 1 : 0;
        return std::optional(std::move(text));
    };
    const auto limited = "Too many wrong codes or passwords";
    for (int i = 0; i < 11; ++i) {
        CHECK_FALSE(client->told(limited));
        client->session.request(protocol::JoinRoom{"ABCDEF", "Asha", std::nullopt});
        network.settle();
    }
    network.pass(1s); // the eleventh took the slow lane
    CHECK(client->told(limited));
    network.pass(30s);
    CHECK(joins == 11);
    // Another program of that address cannot know: it asks for patience, once.
    std::optional<Controls::Reply> reply;
    late->session.request(protocol::JoinRoom{"ABCDEF", "Ravi", std::nullopt},
                          [&](const Controls::Reply& said) { reply = said; });
    network.pass(700ms);
    CHECK(late->told("Trying again in a second."));
    CHECK_FALSE(reply);
    network.pass(30s);
    CHECK(reply);
    CHECK(late->told(limited));
    CHECK(joins == 13);
    network.pass(600s); // the window is over
    client->session.request(protocol::JoinRoom{"ABCDEF", "Asha", std::nullopt});
    network.settle();
    CHECK(client->model().log.back().text.find("No such room, or wrong password.") == 0);
}

TEST_CASE("a code that no room can have is refused without asking the server") {
    Network network(21);
    auto client = network.client("Asha");
    int asked = 0, refused = 0;
    network.to_server = [&](Client&, std::string text) {
        asked += is<protocol::JoinRoom>(text) || is<protocol::Spectate>(text) ? 1 : 0;
        return std::optional(std::move(text));
    };
    const auto on_reply = [&](const Controls::Reply& reply) {
        refused += std::get<protocol::Error>(reply).code == protocol::ErrorCode::NoSuchRoom ? 1 : 0;
    };
    for (const char* code : {"XX", "", "K7QX0M", "K7QX2MA"}) {
        client->session.request(protocol::JoinRoom{code, "Asha", std::nullopt}, on_reply);
        client->session.request(protocol::Spectate{code, "Asha", std::nullopt}, on_reply);
    }
    network.settle();
    CHECK(refused == 8);
    CHECK(asked == 0);
    CHECK(client->told("\"XX\" isn't a room code."));
}

TEST_CASE("a spectator continues after a disconnect and judges what was seen") {
    Network network(20);
    Couple couple = sit_down(network);
    auto spectator = network.client("Mira");
    spectator->session.request(protocol::Spectate{couple.room, "Mira", std::nullopt});
    network.settle();
    both_ready(network, couple);
    network.cut(*spectator);
    play_one(network, couple);
    network.pass(2s);
    CHECK(spectator->model().room_code == couple.room);
    CHECK(spectator->view().ply == 1);
    play_round(network, couple);
    while (couple.host->view().phase == Phase::RoundOver) {
        both_ready(network, couple);
        play_round(network, couple);
    }
    CHECK(spectator->model().shuffle.status == State::Verified);
    CHECK(spectator->model().shuffle.text.find("The shuffle matches its proof: all") == 0);
}

} // namespace jaipur::client::test
