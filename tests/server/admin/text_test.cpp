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

TEST_CASE("a new invitation's link has a line to itself; the list says what became of each") {
    const core::Time now{100h};
    CHECK(to_text(Invited{7, "https://a.example/enter#x", now + 2h, 1}, now) ==
          "https://a.example/enter#x\n"
          "It lets in one person and expires in 2 h. `revoke 7` ends it and voids its passes.\n");
    CHECK(to_text(Invited{7, "x", now + 2h, 8}, now).find("lets in 8 people") != std::string::npos);
    CHECK(to_text(Invited{7, "x", now + 168h - 200ms, 1}, now).find("expires in 7 d.") !=
          std::string::npos); // made a moment ago
    InvitationList list;
    list.invitations = {{1, "club", now - 1h, now + 2h, 8, 3, 2, false},
                        {2, "", now - 1h, now + 2h, 1, 1, 1, false},
                        {30, "", now - 1h, now, 1, 0, 0, false},
                        {31, "", now - 1h, now, 1, 1, 0, true}};
    list.passes_by_password = 4;
    CHECK(to_text(list, now) == "ID  MADE     USED    STATE           PASSES  NOTE\n"
                                "1   1 h ago  3 of 8  expires in 2 h  2       club\n"
                                "2   1 h ago  1 of 1  used up         1       \n"
                                "30  1 h ago  0 of 1  expired         0       \n"
                                "31  1 h ago  1 of 1  revoked         0       \n"
                                "passes by the server's password: 4\n");
    CHECK(to_text(InvitationList{}, now) == "no invitations\npasses by the server's password: 0\n");
}
