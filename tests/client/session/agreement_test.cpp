// Agreeing to the spectator delay.
#include "client/console/session/session.hpp"
#include "server/core/room/state.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

TEST_CASE("in a room that offers a spectator delay, the user is asked") {
    Network network(3);
    const Couple couple = sit_down(network, undecided());
    network.pass(30s);
    CHECK(network.room(couple.room).match.phase == Phase::Waiting);
    CHECK_FALSE(couple.host->model().room->players[Seat::Zero]->ready);
    CHECK_FALSE(couple.host->model().gets_ready);
}

TEST_CASE("a player agrees to the spectator delay only if asked to, and can withdraw that") {
    Network network(23);
    Couple couple = sit_down(network, undecided());
    const auto agreed = [&](Seat seat) {
        return couple.guest->model().room->players[seat]->agreed;
    };
    couple.host->session.ready();
    network.settle();
    CHECK_FALSE(agreed(Seat::Zero));
    couple.host->session.ready_and_agree();
    network.settle();
    CHECK(agreed(Seat::Zero));
    couple.host->session.ready();
    network.settle();
    CHECK_FALSE(agreed(Seat::Zero));
    couple.host->session.ready_and_agree();
    couple.guest->session.ready_and_agree();
    network.settle();
    CHECK(agreed(Seat::One));
    CHECK(network.room(couple.room).open);
}

TEST_CASE("agreeing to the spectator delay while offline, and withdrawing that") {
    Network network(24);
    Couple couple = sit_down(network, undecided());
    const auto agreed = [&] { return network.room(couple.room).players[Seat::Zero]->agreed; };
    // The host agrees while cut off, and meanwhile the guest is replaced.
    const auto agree_while_replaced_by = [&](const std::string& name) {
        couple.host->session.ready();
        network.settle();
        network.cut(*couple.host);
        couple.host->session.ready_and_agree();
        couple.guest->session.request(protocol::LeaveRoom{});
        network.settle();
        auto stranger = network.client(name);
        stranger->session.request(protocol::JoinRoom{couple.room, name, std::nullopt});
        network.settle();
        network.pass(2s);
        return stranger;
    };
    couple.host->session.ready();
    network.settle();
    for (const bool agrees : {true, false, true}) {
        network.cut(*couple.host);
        agrees ? couple.host->session.ready_and_agree() : couple.host->session.ready();
        CHECK(agreed() != agrees);
        network.pass(2s);
        CHECK(agreed() == agrees);
    }
    SUBCASE("it isn't for a new opponent") {
        const auto stranger = agree_while_replaced_by("Mira");
        REQUIRE(network.room(couple.room).players[Seat::One]->name == "Mira");
        CHECK(network.room(couple.room).players[Seat::Zero]->ready);
        CHECK_FALSE(agreed());
    }
    SUBCASE("not even for one with the same name, while it is on its way") {
        const auto stranger = agree_while_replaced_by("Ravi");
        REQUIRE(network.room(couple.room).pairing == 3);
        CHECK(network.room(couple.room).players[Seat::Zero]->ready);
        CHECK_FALSE(agreed());
    }
    SUBCASE("nor is it for nobody") {
        couple.guest->session.request(protocol::LeaveRoom{});
        network.settle();
        couple.host->session.ready_and_agree();
        network.settle();
        CHECK_FALSE(agreed());
    }
}

} // namespace jaipur::client::test
