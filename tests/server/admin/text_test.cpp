// What people read.
#include "server/admin/answer.hpp"

#include <doctest/doctest.h>

#include <chrono>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::admin;
using namespace std::chrono_literals;

TEST_CASE("rooms are aligned, whatever alphabet their players use") {
    const core::Time now{1h};
    core::RoomOverview one{"K7QX2M", true, false, Phase::Playing, 2, now - 90s, {}, 3};
    one.players[Seat::Zero] = {"Zoë", true, {}};
    one.players[Seat::One] = {"Ravi", false, {}};
    const core::RoomOverview two{"Z2AAAA", false, true, Phase::Waiting, 0, now - 50h, {}, 0};
    CHECK(to_text(RoomList{{one, two}}, now) ==
          "ROOM                        PHASE    SINCE    SPECTATORS  PLAYERS  \n"
          "K7QX2M  public              round 2  1 min    3           Zoë      Ravi (away)\n"
          "Z2AAAA  private, over days  waiting  2 d 2 h  0           -        -\n");
    CHECK(to_text(RoomList{}, now) == "no rooms\n");
}

TEST_CASE("the status tells what an operator wants to know first") {
    Status status;
    status.version = "1.2.3";
    status.uptime = 3700;
    status.addresses = {"0.0.0.0:7777"};
    status.lobby.connections = 5;
    status.lobby.players = 4;
    status.load = 0.5;
    const std::string text = to_text(status, {});
    CHECK(text.find("1.2.3") != std::string::npos);
    CHECK(text.find("running for     1 h 1 min") != std::string::npos);
    CHECK(text.find("5 connected: 4 playing or waiting, 0 watching") != std::string::npos);
    CHECK(text.find("0.50") != std::string::npos);
}
