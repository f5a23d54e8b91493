// How a session gets into a private server, and what it does while it can't.
#include "client/console/session/session.hpp"
#include "client/console/words/words.hpp"
#include "protocol/hash.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace jaipur::client::test {

namespace {

using protocol::ErrorCode;
using server::core::Access;
using server::core::Privacy;

constexpr Privacy only_invited{Access::Invited, Access::Everyone};
constexpr Privacy rooms_by_invited{Access::Everyone, Access::Invited};

// The answer to a request; nothing yet.
struct Answer {
    std::optional<Controls::Reply> reply;

    Controls::OnReply take() {
        return [this](const Controls::Reply& given) { reply = given; };
    }

    bool ok() const { return reply && std::holds_alternative<protocol::Ok>(*reply); }

    std::optional<ErrorCode> error() const {
        const auto* error = reply ? std::get_if<protocol::Error>(&*reply) : nullptr;
        return error ? std::optional(error->code) : std::nullopt;
    }
};

Answer open_room(Network& network, Client& client) {
    Answer answer;
    client.session.request(protocol::CreateRoom{"Asha", {}}, answer.take());
    network.settle();
    return answer;
}

Answer type(Network& network, Client& client, const std::string& key) {
    Answer answer;
    client.session.enter_server(key, answer.take());
    network.settle();
    return answer;
}

std::string link_with(const protocol::Secret& invitation) {
    return "http://example:7777/enter#" + protocol::base64url(invitation);
}

Pass kept(Client& client) {
    return client.passes.load("example:7777");
}

} // namespace

TEST_CASE("a request that a private server refuses waits until the password is typed") {
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
    auto client = network.client("Asha");
    CHECK_FALSE(client->model().gate);
    Answer room;
    client->session.request(protocol::CreateRoom{"Asha", {}}, room.take());
    network.settle();
    CHECK_FALSE(room.reply);
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
    CHECK(kept(*client).worked);
    CHECK(client->told("You're in."));
    CHECK_FALSE(client->told("open sesame"));
}

TEST_CASE("the pass is kept, and shown on further connections and by further programs") {
    Network network;
    network.make_private(only_invited, "open sesame");
    network.server_password = "open sesame";
    {
        auto first = network.client("Asha");
        CHECK(open_room(network, *first).ok());
        first->session.request(protocol::LeaveRoom{});
        network.settle();
        network.cut(*first);
        network.pass(2s);
        CHECK(open_room(network, *first).ok());
    }
    network.server_password.reset();
    auto second = network.client("Asha");
    CHECK(open_room(network, *second).ok());
    CHECK_FALSE(second->told("You're in.")); // that isn't news
    auto stranger = network.client("Mira");
    CHECK(open_room(network, *stranger).error() == ErrorCode::ServerLocked);
    CHECK(stranger->model().stays_outside);
    CHECK(stranger->told("--server-password-file"));
}

TEST_CASE("a pass that came with a wrong password and then with the right one is shown again") {
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
    auto client = network.client("Asha");
    Answer wrong, right;
    client->session.enter_server("open barley", wrong.take());
    client->session.enter_server("open sesame", right.take());
    network.settle();
    CHECK(wrong.error() == ErrorCode::WrongPassword);
    CHECK(right.ok());
    network.cut(*client);
    network.pass(2s);
    CHECK(open_room(network, *client).ok());
}

TEST_CASE("a wrong password doesn't end a pass that another program has got accepted") {
    const TemporaryDirectory directory;
    PassFiles files(directory.path() / "jaipur" / "passes");
    const auto entropy = [](std::span<std::uint8_t> bytes) {
        std::ranges::fill(bytes, std::uint8_t{7});
    };
    Admission asha("example:7777", files, entropy), other("example:7777", files, entropy);
    const protocol::Enter wrong = asha.get_in("open barley");
    other.accepted(other.get_in("open sesame"));
    asha.refused(wrong, ErrorCode::WrongPassword);
    CHECK(asha.show());
    CHECK_FALSE(asha.has_ended());
    asha.refused(*asha.show(), ErrorCode::WrongPassword);
    CHECK_FALSE(asha.show());
    CHECK(asha.has_ended());
}

TEST_CASE("an invitation gets in before anything else is asked") {
    Network network;
    network.make_private(only_invited, "open sesame");
    network.invitation = network.invite(1);
    auto client = network.client("Asha");
    CHECK_FALSE(client->model().gets_in);
    CHECK(client->told("You're in."));
    CHECK(open_room(network, *client).ok());

    auto late = network.client("Ravi");
    CHECK(late->told("This invitation no longer works. It has expired, was already used"));
    CHECK(late->model().stays_outside);
    CHECK_FALSE(kept(*late).secret);
    CHECK_FALSE(kept(*late).worked);

    network.invitation = network.invite(1, 1s);
    network.pass(2s);
    network.can_ask = true;
    auto later = network.client("Mira");
    REQUIRE(later->model().gate); // the password would do
    CHECK(later->model().gate->refusals == 1);
    later->session.stay_outside();
    CHECK_FALSE(later->model().gate);
}

TEST_CASE("an invitation whose answer was lost is sent again, and spends one use") {
    Network network;
    network.make_private(only_invited, "open sesame");
    network.invitation = network.invite(2);
    int sent = 0;
    network.to_server = [&](Client&, std::string text) {
        sent += is<protocol::Enter>(text) ? 1 : 0;
        return std::optional(text);
    };
    network.to_client = [&](Client&, std::string text) {
        return sent == 1 ? std::nullopt : std::optional(text);
    };
    auto client = network.client("Asha");
    CHECK(client->model().gets_in);
    network.pass(2s);
    CHECK(sent == 2);
    CHECK(client->told("You're in."));
    CHECK(network.lobby->guest_book().invitations().begin()->second.spent == 1);
}

TEST_CASE("a pass that the server no longer knows is dropped, and the user told why") {
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
    network.invitation = network.invite(5);
    auto client = network.client("Asha");
    network.invitation.reset();
    network.revoke_invitations();

    // On an open connection, the next request notices.
    CHECK_FALSE(open_room(network, *client).reply);
    CHECK(client->told("You no longer have access to this server: the password has changed"));
    REQUIRE(client->model().gate);
    CHECK(client->model().gate->has_ended);
    CHECK_FALSE(kept(*client).secret);
    client->session.stay_outside();
    CHECK(client->told("This server is private. You need its password or an invitation."));

    // A later program still knows that there was access.
    auto again = network.client("Ravi", "Asha");
    CHECK_FALSE(open_room(network, *again).reply);
    REQUIRE(again->model().gate);
    CHECK(again->model().gate->has_ended);
    CHECK(type(network, *again, "open sesame").ok());

    // Another password ends it, too, before the next connection.
    network.make_private(only_invited, "abracadabra");
    network.cut(*again);
    network.pass(2s);
    CHECK(again->told("You no longer have access"));
}

TEST_CASE("another program of the same user gets in: so does this one") {
    Network network;
    network.make_private(only_invited, "open sesame");
    auto first = network.client("Asha");
    network.server_password = "open sesame";
    auto second = network.client("Asha2", "Asha");
    CHECK(open_room(network, *second).ok());
    CHECK(open_room(network, *first).ok());
}

TEST_CASE("where friends join freely, the user is told that the password is for opening rooms") {
    Network network;
    network.can_ask = true;
    network.make_private(rooms_by_invited, "open sesame");
    auto host = network.client("Asha"), guest = network.client("Ravi");
    CHECK_FALSE(open_room(network, *host).reply);
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
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
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
    Network network;
    network.can_ask = true;
    network.make_private(rooms_by_invited, "open sesame");
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
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
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
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
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

TEST_CASE("a limit on guesses is said, and says nothing about the password") {
    Network network;
    network.make_private(only_invited, "open sesame");
    network.server_password = "open sesame";
    bool limited = true;
    network.refuse([&](const Client&, const std::string& text) {
        return limited && is<protocol::Enter>(text) ? std::optional(ErrorCode::RateLimited)
                                                    : std::nullopt;
    });
    auto client = network.client("Asha");
    Answer room;
    client->session.request(protocol::CreateRoom{"Asha", {}}, room.take());
    network.pass(10s);
    CHECK(room.error() == ErrorCode::RateLimited);
    CHECK(client->told("Too many wrong codes or passwords from you or your network."));
    CHECK(kept(*client).secret); // an earlier answer may have been lost
    CHECK(client->model().stays_outside);
    CHECK_FALSE(client->told("--server-password-file")); // that is what was done
    limited = false;
    CHECK(open_room(network, *client).ok());
    CHECK_FALSE(client->model().stays_outside);
}

TEST_CASE("a wrong password of the command line isn't tried twice, and isn't recommended") {
    Network network;
    network.make_private(only_invited, "open sesame");
    network.server_password = "open barley";
    int guesses = 0;
    network.to_server = [&](Client&, std::string text) {
        guesses += is<protocol::Enter>(text) ? 1 : 0;
        return std::optional(text);
    };
    auto client = network.client("Asha");
    for (int i = 0; i < 2; ++i)
        CHECK(open_room(network, *client).error() == ErrorCode::ServerLocked);
    CHECK(guesses == 1);
    CHECK(client->model().stays_outside);
    CHECK_FALSE(client->told("--server-password-file"));
}

TEST_CASE("an invitation to another server isn't sent to this one") {
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
    auto client = network.client("Asha");
    CHECK_FALSE(open_room(network, *client).reply);
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
    Network network;
    network.can_ask = true;
    network.make_private(only_invited, "open sesame");
    auto host = network.client("Asha"), watcher = network.client("Mira");
    CHECK_FALSE(open_room(network, *host).reply);
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
