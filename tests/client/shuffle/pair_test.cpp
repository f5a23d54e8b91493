// Only clients that know whether two players have met before know who must start; no other client
// accuses the server.
#include "server/core/room/state.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

using namespace shuffle;

namespace {

using State = ShuffleVerdict::Status;

protocol::CreateOptions short_match() {
    protocol::CreateOptions options;
    options.seals = 1;
    return undecided(options);
}

void agree_on_rematch(Network& network, Couple& couple) {
    couple.host->session.request(protocol::AskRematch{});
    couple.guest->session.request(protocol::AskRematch{});
    network.settle();
}

// The guest leaves, and a player with this name joins.
void change_guest(Network& network, Couple& couple, const std::string& name) {
    couple.guest->session.request(protocol::LeaveRoom{});
    network.settle();
    couple.guest = network.client(name);
    couple.guest->session.request(protocol::JoinRoom{couple.room, name, std::nullopt});
    network.settle();
}

void play_rematch(Network& network, Couple& couple) {
    agree_on_rematch(network, couple);
    REQUIRE(network.room(couple.room).match.phase == Phase::Waiting);
    network.pass(2s); // the disconnected client is back
    play_match(network, couple);
}

// In a rematch the loser starts; the shuffle might have drawn the other player.
bool started_against_the_draw(const server::core::RoomState& room) {
    return protocol::draw_starter(room.fresh.server_seed, room.table) != room.first_starter;
}

void check_fair(const Client& client) {
    REQUIRE(client.model().view);
    CHECK(client.view().phase == Phase::MatchOver);
    CHECK(client.model().shuffle.status == State::Verified);
    CHECK(client.model().shuffle.text.find("couldn't check who had to start") != std::string::npos);
}

} // namespace

TEST_CASE("a client arriving after a rematch whose players left accuses nobody") {
    int against_the_draw = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Network network(seed);
        Couple couple = sit_down(network, short_match());
        play_match(network, couple);
        play_rematch(network, couple);
        against_the_draw += started_against_the_draw(network.room(couple.room)) ? 1 : 0;
        for (Client* player : {couple.host.get(), couple.guest.get()})
            player->session.request(protocol::LeaveRoom{});
        network.settle();
        auto mira = network.client("Mira");
        mira->session.request(protocol::Spectate{couple.room, std::nullopt, std::nullopt});
        network.settle();
        check_fair(*mira);
    }
    CHECK(against_the_draw > 0);
}

TEST_CASE("a client that missed a newcomer's first match accuses nobody in the rematch") {
    int against_the_draw = 0;
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
        CAPTURE(seed);
        Network network(seed);
        Couple couple = sit_down(network, short_match());
        auto mira = network.client("Mira");
        mira->session.request(protocol::Spectate{couple.room, std::nullopt, std::nullopt});
        network.settle();
        network.cut(*mira);
        change_guest(network, couple, "Nila");
        play_match(network, couple);
        play_rematch(network, couple);
        against_the_draw += started_against_the_draw(network.room(couple.room)) ? 1 : 0;
        check_fair(*mira);
    }
    CHECK(against_the_draw > 0);
}

TEST_CASE("a client that was away before a rematch does not accuse a namesake's first match") {
    int against_the_agreement = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Network network(seed);
        Couple couple = sit_down(network, short_match());
        play_match(network, couple);
        const Seat winner = network.room(couple.room).match.result->winner.value();
        agree_on_rematch(network, couple);
        const std::string name = network.room(couple.room).players[Seat::One]->name;
        network.cut(*couple.host);
        change_guest(network, couple, name);
        network.pass(2s); // the host is back
        play_match(network, couple);
        against_the_agreement += network.room(couple.room).first_starter != other(winner) ? 1 : 0;
        check_fair(*couple.host);
    }
    CHECK(against_the_agreement > 0);
}

} // namespace jaipur::client::test
