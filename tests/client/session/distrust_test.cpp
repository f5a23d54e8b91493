// Sessions whose server can't be trusted: its certificate is wrong, or it can't encrypt.
#include "client/console/session/session.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

namespace {

constexpr const char* why = "Can't reach example:7777: its certificate is bad.";

// The server is down, and then its certificate is bad.
void distrust(Network& network) {
    network.refusal = cant_be_trusted;
    network.stop_server(0);
}

} // namespace

TEST_CASE("a program that was never connected says what is wrong with a certificate, and ends") {
    Network network(1);
    distrust(network);
    const auto client = network.client("Asha");
    CHECK(client->session.ended());
    CHECK(client->model().link.state == LinkState::Closed);
    CHECK(client->told(why));
    CHECK(client->session.farewell() == why);
    network.pass(1h);
    CHECK_FALSE(client->opening);
}

TEST_CASE("a bad certificate during a match keeps the seat, and play goes on with a good one") {
    Network network(1);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    network.refusal = cant_be_trusted;
    network.server_is_up = false;
    network.cut(*couple.host);
    network.pass(9min);
    CHECK(couple.host->model().link.state == LinkState::Retrying);
    CHECK(couple.host->model().link.reason == why);
    network.server_is_up = true;
    network.pass(20s);
    CHECK(couple.host->model().link.state == LinkState::Online);
    CHECK(couple.host->told("You're back in your seat in room"));
    network.server_is_up = false; // again: the time counts anew
    network.cut(*couple.host);
    network.pass(9min);
    CHECK(couple.host->model().link.state == LinkState::Retrying);
}

TEST_CASE("after ten minutes with a bad certificate, the program ends and says how to come back") {
    Network network(1);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    distrust(network);
    network.pass(9min);
    CHECK_FALSE(couple.host->session.ended());
    network.pass(2min);
    CHECK(couple.host->session.ended());
    CHECK(couple.host->session.farewell() ==
          why + std::string(" Your seat in room ") + couple.room +
              " is kept. To return, run: jaipur-client --server example:7777 resume");
    CHECK(couple.host->files.all().size() == 1);
}

TEST_CASE("time in which the server is only down doesn't count") {
    Network network(1);
    const auto client = network.client("Asha");
    distrust(network);
    network.pass(6min);
    network.refusal = 0;
    network.pass(1min);
    network.refusal = cant_be_trusted;
    network.pass(6min);
    CHECK(client->model().link.state == LinkState::Retrying);
    network.pass(6min);
    CHECK(client->session.ended());
}

} // namespace jaipur::client::test
