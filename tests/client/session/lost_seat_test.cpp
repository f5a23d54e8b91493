// Seats that go to somebody else, or to another device: what their former owner is told.
#include "client/console/session/session.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

TEST_CASE("a seat taken over elsewhere ends the session without another attempt") {
    Network network(9);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    // The same seat on another computer: a copy of its file.
    std::filesystem::copy(network.directory.path() / "Asha", network.directory.path() / "elsewhere",
                          std::filesystem::copy_options::recursive);
    auto other_place = network.client("Asha", "elsewhere");
    REQUIRE(other_place->model().kept.size() == 1);
    other_place->session.resume(other_place->model().kept[0]);
    network.settle();
    CHECK(other_place->model().room_code == couple.room);
    CHECK(couple.host->model().link.state == LinkState::Closed);
    CHECK(couple.host->told("You continued this game somewhere else."));
    network.pass(120s);
    CHECK(couple.host->model().link.state == LinkState::Closed);
    CHECK(other_place->model().link.state == LinkState::Online);
}

TEST_CASE("a removed guest is told, forgets the seat and returns to the menu, not to the room") {
    Network network(12);
    Couple couple = sit_down(network, undecided());
    couple.host->session.request(protocol::Remove{Seat::One});
    network.settle();
    CHECK(couple.guest->told("The room's owner or the server's operator removed you."));
    CHECK_FALSE(couple.guest->model().room_code);
    CHECK_FALSE(couple.host->model().room->players[Seat::One]);
    CHECK(couple.guest->model().link.attempt == 0); // nothing has failed
    network.pass(5s);
    CHECK(couple.guest->model().link.state == LinkState::Online);
    CHECK_FALSE(couple.guest->model().room_code);
    CHECK(couple.guest->model().kept.empty()); // the server says that it's gone
    CHECK(couple.guest->files.all().empty());
    couple.guest->session.quit();
    CHECK(couple.guest->session.farewell().empty());
}

TEST_CASE("after a kick by the operator, players go back to their seats, but not automatically") {
    Network network(15);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    network.kick(couple.room, Seat::One);
    CHECK(couple.guest->told("The room's owner or the server's operator removed you."));
    network.pass(60s);
    CHECK(couple.guest->model().link.state == LinkState::Online);
    CHECK_FALSE(couple.guest->model().room_code);
    REQUIRE(seats_to_offer(couple.guest->model()).size() == 1);
    SUBCASE("the user returns") {
        couple.guest->session.resume(KeptSeat(couple.guest->model().kept[0]));
        network.settle();
        CHECK(couple.guest->model().room_code == couple.room);
        CHECK(couple.guest->model().seat == Seat::One);
    }
    SUBCASE("the user ends the program, which says how to return") {
        couple.guest->session.quit();
        CHECK(couple.guest->session.farewell().starts_with("Your seat in room " + couple.room));
    }
}

TEST_CASE("a removed spectator doesn't watch again automatically") {
    Network network(13);
    Couple couple = sit_down(network);
    auto watcher = network.client("Mira");
    watcher->session.request(protocol::Spectate{couple.room, "Mira", {}});
    network.settle();
    couple.host->session.request(protocol::ListSpectators{});
    network.settle();
    REQUIRE(couple.host->model().spectators);
    CHECK(couple.host->model().spectators->spectators ==
          std::vector<protocol::Spectator>{{1, "Mira"}});
    couple.host->session.request(protocol::Remove{protocol::SpectatorNumber{1}});
    network.settle();
    network.pass(60s);
    CHECK(watcher->told("The room's owner or the server's operator removed you."));
    CHECK_FALSE(watcher->model().room_code);
    CHECK(couple.host->model().room->spectators == 0);
}

TEST_CASE("a seat moves to another device, even before the match, and its secret is drawn anew") {
    for (const bool plays : {false, true}) {
        CAPTURE(plays);
        Network network(17);
        Couple couple = sit_down(network, plays ? protocol::CreateOptions() : undecided());
        if (!plays)
            couple.host->session.request(protocol::LeaveRoom{});
        network.settle();
        if (!plays) { // alone in a room, and ready
            couple.host->session.request(protocol::CreateRoom{"Asha", {}});
            network.settle();
        }
        const std::string room = *couple.host->model().room_code;
        protocol::TakeOver take_over;
        couple.host->session.request(protocol::MoveSeat{}, [&](const Controls::Reply& reply) {
            const auto& ok = std::get<protocol::Ok>(reply);
            take_over.key = std::get<protocol::SeatKey>(ok.adds).key;
        });
        network.settle();
        auto phone = network.client("Somebody");
        phone->session.request(take_over);
        network.settle();
        CHECK(phone->model().room_code == room);
        CHECK(phone->model().seat == Seat::Zero);
        CHECK(phone->model().name == "Asha");
        CHECK(phone->told("Your seat in room " + room + " is on this device now."));
        CHECK_FALSE(phone->told("Somebody here is called that already: you are Asha."));
        CHECK(couple.host->model().link.state == LinkState::Closed);
        if (!plays) {
            couple.guest->session.request(protocol::LeaveRoom{});
            network.settle();
            couple.guest->session.request(protocol::JoinRoom{room, "Ravi", std::nullopt});
            network.settle();
        }
        CHECK(network.room(room).match.phase == Phase::Playing);
        CHECK(network.room(room).aborted == 0);
        phone.reset();
        auto again = network.client("Somebody"); // the phone has kept it
        REQUIRE(again->model().kept.size() == 1);
        CHECK(again->model().kept[0].name == "Asha");
        again->session.resume(again->model().kept[0]);
        network.settle();
        CHECK(again->model().room_code == room);
    }
}

TEST_CASE("a link that has moved a seat already says what to do") {
    Network network(17);
    auto phone = network.client("Asha");
    phone->session.request(protocol::TakeOver{});
    network.settle();
    CHECK(phone->told("This link no longer works. It works only once, and not for long. Make a "
                      "new one on the device where you are playing."));
    CHECK(phone->model().kept.empty());
}

} // namespace jaipur::client::test
