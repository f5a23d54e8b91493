// Passes to private servers: how a session gets one, keeps it, and learns that it has ended.
#include "tests/client/session/private_server.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string>

namespace jaipur::client::test {

TEST_CASE("the pass is kept, and shown on further connections and by further programs") {
    PrivateServer network(Asks::Nobody);
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
    PrivateServer network(Asks::User);
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
    PrivateServer network(Asks::Nobody);
    network.invitation = network.invite(1);
    auto client = network.client("Asha");
    CHECK_FALSE(client->model().gets_in);
    CHECK(client->told("You're in."));
    CHECK(open_room(network, *client).ok());

    auto late = network.client("Ravi");
    CHECK(late->told("This invitation no longer works. It has expired, was already used"));
    CHECK(late->model().stays_outside);
    CHECK_FALSE(kept(*late).secret);
    CHECK_FALSE(kept(*late).has_ended);

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
    PrivateServer network(Asks::Nobody);
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

TEST_CASE("an invitation that is refused for the moment is used on the next connection") {
    PrivateServer network(Asks::Nobody);
    network.invitation = network.invite(1);
    std::optional<ErrorCode> refusal = ErrorCode::ShuttingDown;
    network.refuse([&](const Client&, const std::string& text) {
        return is<protocol::Enter>(text) ? refusal : std::nullopt;
    });
    auto client = network.client("Asha");
    CHECK(client->model().stays_outside);
    refusal.reset();
    network.cut(*client);
    network.pass(2s);
    CHECK(client->told("You're in."));
    CHECK_FALSE(client->model().stays_outside);
    CHECK(open_room(network, *client).ok());

    // Also one that was pasted, unless the password has got the user in meanwhile.
    network.can_ask = true;
    network.invitation.reset();
    const auto two = network.invite(2);
    for (const bool knows_password : {false, true}) {
        auto guest = network.client(knows_password ? "Mira" : "Ravi");
        CHECK_FALSE(open_room(network, *guest).came());
        refusal = ErrorCode::StorageFull;
        CHECK(type(network, *guest, link_with(two)).error() == ErrorCode::StorageFull);
        refusal.reset();
        if (knows_password)
            CHECK(type(network, *guest, "open sesame").ok());
        network.cut(*guest);
        network.pass(2s);
        CHECK(guest->model().room_code);
        CHECK(network.lobby->guest_book().invitations().rbegin()->second.spent == 1);
    }
}

TEST_CASE("a pass that the server no longer knows is dropped, and the user told why") {
    PrivateServer network(Asks::User);
    network.invitation = network.invite(5);
    auto client = network.client("Asha");
    network.invitation.reset();
    network.revoke_invitations();

    // On an open connection, the next request notices.
    CHECK_FALSE(open_room(network, *client).came());
    CHECK(client->told("You no longer have access to this server: the password has changed"));
    REQUIRE(client->model().gate);
    CHECK(client->model().gate->has_ended);
    CHECK(client->model().gate->ended_now);
    CHECK_FALSE(kept(*client).secret);
    client->session.stay_outside();
    CHECK(client->told("This server is private. You need its password or an invitation."));

    // A later program still knows that there was access.
    auto again = network.client("Ravi", "Asha");
    CHECK_FALSE(open_room(network, *again).came());
    REQUIRE(again->model().gate);
    CHECK(again->model().gate->has_ended);
    CHECK_FALSE(again->model().gate->ended_now);
    CHECK(type(network, *again, "open sesame").ok());

    // Another password ends it, too, before the next connection.
    network.make_private(only_invited, "abracadabra");
    network.cut(*again);
    network.pass(2s);
    CHECK(again->told("You no longer have access"));
}

TEST_CASE("another program of the same user gets in: so does this one") {
    PrivateServer network(Asks::Nobody);
    auto first = network.client("Asha");
    network.server_password = "open sesame";
    auto second = network.client("Asha2", "Asha");
    CHECK(open_room(network, *second).ok());
    CHECK(open_room(network, *first).ok());
}

TEST_CASE("a limit on guesses is said, and says nothing about the password") {
    PrivateServer network(Asks::Nobody);
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
    PrivateServer network(Asks::Nobody);
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

} // namespace jaipur::client::test
