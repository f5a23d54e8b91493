// Sessions whose server is away, restarts or gives its rooms to another one: how often they try
// again, and what they say.
#include "client/console/session/session.hpp"
#include "protocol/codec.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace jaipur::client::test {

TEST_CASE("delays grow while the server is away, and the model shows the link") {
    Network network(7);
    Couple couple = sit_down(network);
    network.stop_server(1012);
    const Model& model = couple.host->model();
    CHECK(model.link.state == LinkState::Retrying);
    CHECK(model.link.reason == "The server is restarting or was stopped.");
    CHECK(model.link.attempt == 1);
    const auto first = model.link.retry_at - network.steady;
    CHECK(first >= 50ms); // after 1012
    CHECK(first <= 150ms);
    network.pass(120s);
    CHECK(model.link.attempt > 40); // 20 in the first ten seconds
    CHECK(model.link.attempt < 100);
    CHECK(model.link.retry_at - network.steady <= 8s); // a twentieth, and chance
    couple.host->session.reconnect_now();
    CHECK(model.link.state == LinkState::Connecting);
}

TEST_CASE("a connection that closes before the seat is there is not news") {
    Network network(7);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    const auto lines = [&](std::string_view text) {
        return std::ranges::count_if(couple.host->model().log, [&](const LogLine& line) {
            return line.text.find(text) != std::string::npos;
        });
    };
    int resumes = 0; // refused: the server doesn't have the room yet
    network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
        if (!is<protocol::Resume>(text) || ++resumes > 15)
            return text;
        return std::nullopt;
    };
    network.cut_code = 1012;
    network.cut(*couple.host);
    network.pass(1500ms);
    CHECK(resumes >= 2);
    CHECK_FALSE(couple.host->model().link.is_up());
    CHECK(couple.host->model().link.attempt == 1);
    CHECK(lines("Reconnected.") == 0);
    network.pass(5s);
    CHECK(resumes > 15);
    CHECK(couple.host->model().link.is_up());
    CHECK(couple.host->model().link.attempt == 0);
    CHECK(lines("The server is restarting or was stopped.") == 1);
    CHECK(lines("Reconnected.") == 1);
    play_one(network, couple);
}

TEST_CASE("a server that gives its rooms to another one is news only if that takes long") {
    Network network(7);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    const Model& model = couple.host->model();
    int attempts = 0;
    bool has_room = true;
    network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
        attempts += is<protocol::Resume>(text) ? 1 : 0;
        return has_room || !is<protocol::Resume>(text) ? std::optional(text) : std::nullopt;
    };
    network.cut_code = 1012;
    SUBCASE("back at once") {
        network.cut(*couple.host);
        CHECK_FALSE(model.link.is_up());
        CHECK(model.link.is_brief);
        network.pass(2s);
        CHECK(attempts == 1);
        CHECK(model.link.is_up());
        CHECK_FALSE(couple.host->told("The server is restarting or was stopped."));
        CHECK_FALSE(couple.host->told("Reconnected."));
    }
    SUBCASE("after a while") {
        has_room = false;
        network.cut(*couple.host);
        network.pass(950ms);
        CHECK(attempts >= 5);
        CHECK_FALSE(couple.host->told("The server is restarting or was stopped."));
        network.pass(100ms);
        CHECK(couple.host->told("The server is restarting or was stopped."));
        CHECK_FALSE(model.link.is_brief);
        has_room = true;
        network.pass(1s);
        CHECK(model.link.is_up());
        CHECK(couple.host->told("Reconnected."));
    }
    SUBCASE("or if the server is gone") {
        network.stop_server(1012);
        CHECK_FALSE(couple.host->told("The server is restarting or was stopped."));
        network.pass(200ms);
        CHECK(couple.host->told("The server is restarting or was stopped."));
    }
}

TEST_CASE("after a planned restart, nobody is told that there is none") {
    Network network(7);
    Couple couple = sit_down(network);
    server::core::Output out;
    network.lobby->announce(protocol::Announcement{"Restart at noon.", 1}, {}, network.now, out);
    network.lobby->drain(true, network.now, out);
    network.deliver(out);
    network.settle();
    CHECK(couple.host->told("The server will restart once the running matches are over."));
    network.stop_server(1012);
    network.start_server();
    network.pass(60s);
    CHECK_FALSE(couple.host->told("The server doesn't restart after all."));
    CHECK_FALSE(couple.host->model().notice.value_or(protocol::Notice{}).restarting);
}

TEST_CASE("a server that restarted without its rooms is reported, and the seat forgotten") {
    Network network(8);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    network.stop_server(0);
    network.start_server();
    network.pass(2s);
    for (const Client* client : {couple.host.get(), couple.guest.get()}) {
        CHECK(client->model().link.state == LinkState::Online);
        CHECK_FALSE(client->model().room_code);
        CHECK_FALSE(client->model().view);
        CHECK(client->told("Your seat in room " + couple.room + " is gone"));
        CHECK(client->model().kept.empty());
    }
    couple.host->session.request(protocol::CreateRoom{"Asha", {}}); // life goes on
    network.settle();
    CHECK(couple.host->model().room_code);
}

} // namespace jaipur::client::test
