// At the gate of a private server: what waits, and what the user is told.
#include "tests/client/session/private_server.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace jaipur::client::test {

TEST_CASE("a request that a private server refuses waits until the password is typed") {
    PrivateServer network(Asks::User);
    auto client = network.client("Asha");
    CHECK_FALSE(client->model().gate);
    Answer room;
    client->session.request(protocol::CreateRoom{"Asha", {}}, room.take());
    network.settle();
    CHECK_FALSE(room.came());
    REQUIRE(client->model().gate);
    CHECK_FALSE(client->model().gate->is_for_rooms);
    CHECK_FALSE(client->model().gate->has_ended);

    CHECK(type(network, *client, "sesame").error() == ErrorCode::WrongPassword);
    REQUIRE(client->model().gate);
    CHECK(client->model().gate->refusals == 1);
    CHECK(client->told("Wrong server password."));
    CHECK_FALSE(kept(*client).secret);
    CHECK(type(network, *client, std::string(65, 'x')).error() == ErrorCode::WrongPassword);
    CHECK(client->model().gate->refusals == 2);

    CHECK(type(network, *client, " open sesame ").ok());
    CHECK_FALSE(client->model().gate);
    CHECK(room.ok());
    CHECK(client->model().room_code);
    CHECK(kept(*client).is_accepted);
    CHECK(client->told("You're in."));
    CHECK_FALSE(client->told("open sesame"));
}

TEST_CASE("where friends join freely, the user is told that the password is for opening rooms") {
    PrivateServer network(Asks::User, rooms_by_invited);
    auto host = network.client("Asha"), guest = network.client("Ravi");
    CHECK_FALSE(open_room(network, *host).came());
    REQUIRE(host->model().gate);
    CHECK(host->model().gate->is_for_rooms);
    CHECK_FALSE(host->model().rooms); // it didn't ask for a list
    CHECK(type(network, *host, "open sesame").ok());
    REQUIRE(host->model().room_code);
    guest->session.request(protocol::JoinRoom{*host->model().room_code, "Ravi", {}});
    network.settle();
    CHECK(guest->model().seat == Seat::One);
    CHECK_FALSE(guest->model().gate);
}

TEST_CASE("finding out what the password is for outlives the connection, and is never locked out") {
    PrivateServer network(Asks::User);
    bool asked = false, cuts = true; // once the answer is on its way
    network.to_server = [&](Client&, std::string text) {
        asked = asked || is<protocol::ListRooms>(text);
        return std::optional(text);
    };
    network.to_client = [&](Client&, std::string text) {
        const bool lost = asked && std::exchange(cuts, false);
        return lost ? std::nullopt : std::optional(text);
    };
    auto client = network.client("Asha");
    Answer room;
    client->session.request(protocol::CreateRoom{"Asha", {}}, room.take());
    network.settle();
    CHECK_FALSE(client->model().gate);
    network.pass(2s);
    CHECK(client->model().gate);
    CHECK(type(network, *client, "open sesame").ok());
    CHECK(client->model().room_code);
}

TEST_CASE("a limit doesn't tell what the password is for") {
    PrivateServer network(Asks::User, rooms_by_invited);
    auto client = network.client("Asha");
    bool limited = true;
    network.refuse([&](const Client&, const std::string& text) {
        return limited && is<protocol::ListRooms>(text) ? std::optional(ErrorCode::RateLimited)
                                                        : std::nullopt;
    });
    Answer room, another;
    client->session.request(protocol::CreateRoom{"Asha", {}}, room.take());
    network.pass(30s);
    REQUIRE(client->model().gate);
    CHECK_FALSE(client->model().gate->is_for_rooms);
    limited = false;
    client->session.request(protocol::CreateRoom{"Asha", {}}, another.take());
    network.settle();
    REQUIRE(client->model().gate);
    CHECK(client->model().gate->is_for_rooms);
}

TEST_CASE("a server that isn't private any more after a lost connection opens the gate") {
    PrivateServer network(Asks::User);
    auto client = network.client("Asha");
    Answer room;
    client->session.request(protocol::CreateRoom{"Asha", {}}, room.take());
    network.settle();
    CHECK(type(network, *client, "open barley").error() == ErrorCode::WrongPassword);
    REQUIRE(client->model().gate);
    network.make_private(rooms_by_invited, "open sesame");
    network.cut(*client);
    CHECK(client->model().gate);
    network.pass(2s);
    REQUIRE(client->model().gate); // still private
    CHECK(client->model().gate->is_for_rooms);
    CHECK(client->model().gate->refusals == 1);
    network.make_private({Access::Everyone, Access::Everyone}, "open sesame");
    network.cut(*client);
    network.pass(2s);
    CHECK_FALSE(client->model().gate);
    CHECK(room.ok());
    CHECK(client->model().room_code);
}

TEST_CASE("the list of rooms after the last code is the user's own if they ask for it") {
    Network network;
    auto client = network.client("Asha");
    client->session.request(protocol::ListRooms{std::string(Session::last_code)});
    network.settle();
    CHECK(client->model().rooms);
}

TEST_CASE("what waited is refused if the user stays outside") {
    PrivateServer network(Asks::User);
    auto client = network.client("Asha");
    Answer room, list;
    client->session.request(protocol::CreateRoom{"Asha", {}}, room.take());
    client->session.request(protocol::ListRooms{}, list.take());
    network.settle();
    REQUIRE(client->model().gate);
    client->session.stay_outside();
    CHECK(room.error() == ErrorCode::ServerLocked);
    CHECK(list.error() == ErrorCode::ServerLocked);
    CHECK(client->files.list("example:7777").empty()); // no seat is asked for any more
}

TEST_CASE("an invitation to another server isn't sent to this one") {
    PrivateServer network(Asks::User);
    auto client = network.client("Asha");
    CHECK_FALSE(open_room(network, *client).came());
    const std::string secret = protocol::base64url(network.invite(1));
    CHECK(type(network, *client, "https://other.example/enter#" + secret).error() ==
          ErrorCode::InvitationOver);
    CHECK(client->told("This invitation is for https://other.example."));
    CHECK(type(network, *client, "http://example:7777/enter#" + secret.substr(1)).error() ==
          ErrorCode::InvitationOver);
    CHECK_FALSE(client->told(secret.substr(1)));
    CHECK(type(network, *client, link_with(network.invite(1))).ok());
    CHECK(client->model().room_code);
}

TEST_CASE("a spectator whose access ended while the connection was lost is asked") {
    PrivateServer network(Asks::User);
    auto host = network.client("Asha"), watcher = network.client("Mira");
    CHECK_FALSE(open_room(network, *host).came());
    CHECK(type(network, *host, "open sesame").ok());
    watcher->session.request(protocol::Spectate{*host->model().room_code, "Mira", {}});
    network.settle();
    CHECK(type(network, *watcher, link_with(network.invite(1))).ok());
    REQUIRE(watcher->model().room_code);
    network.revoke_invitations();
    network.cut(*watcher);
    network.pass(2s);
    CHECK_FALSE(watcher->model().room_code);
    REQUIRE(watcher->model().gate);
    CHECK(type(network, *watcher, "open sesame").ok());
    CHECK(watcher->model().room_code == host->model().room_code);
}

} // namespace jaipur::client::test
