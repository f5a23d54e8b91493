// Seats that were asked for, when the answer is lost: one request, one seat.
#include "client/console/session/session.hpp"
#include "protocol/codec.hpp"
#include "server/core/room/state.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace jaipur::client::test {

namespace {

// Loses the answer to the first request for a seat by this client, and counts them.
struct LostAnswer {
    LostAnswer(Network& network, const Client& client) {
        network.to_server = [&](Client& from, std::string text) {
            const auto request = protocol::decode(text);
            if (&from == &client && request && takes_seat(request->body))
                asked.push_back(*request);
            return std::optional(text);
        };
        network.to_client = [&](Client& to, std::string text) -> std::optional<std::string> {
            const auto message = protocol::decode_server(text);
            const auto* ok = std::get_if<protocol::Ok>(&*message);
            if (&to != &client || !ok || asked.size() != 1 || ok->re != asked[0].id)
                return text;
            return std::nullopt;
        };
    }

    static bool takes_seat(const protocol::RequestBody& body) {
        return protocol::is<protocol::CreateRoom>(body) || protocol::is<protocol::JoinRoom>(body) ||
               protocol::is<protocol::QuickMatch>(body);
    }

    std::vector<protocol::Request> asked;
};

protocol::CreateOptions public_room() {
    protocol::CreateOptions options;
    options.is_public = true;
    return options;
}

std::vector<protocol::RequestBody> ways_to(const std::string& room) {
    return {protocol::CreateRoom{"Ravi", {}}, protocol::JoinRoom{room, "Ravi", {}},
            protocol::QuickMatch{"Ravi", {}}};
}

} // namespace

TEST_CASE("a request for a seat whose answer was lost is repeated, and takes one seat") {
    for (std::size_t way = 0; way < 3; ++way) {
        CAPTURE(way);
        Network network(30);
        auto host = network.client("Asha"), guest = network.client("Ravi");
        host->session.request(protocol::CreateRoom{"Asha", public_room()});
        network.settle();
        LostAnswer lost(network, *guest);
        guest->session.request(ways_to(*host->model().room_code)[way]);
        network.settle();
        CHECK_FALSE(guest->model().room_code);
        network.pass(2s);
        REQUIRE(lost.asked.size() == 2);
        CHECK(lost.asked[0].body == lost.asked[1].body);
        CHECK(guest->model().seat == (way == 0 ? Seat::Zero : Seat::One));
        CHECK(guest->view().you == guest->model().seat);
        CHECK(network.lobby->counts().rooms == (way == 0 ? 2 : 1));
        CHECK(guest->files.list("example:7777").empty()); // only the seat in use
        CHECK_FALSE(network.client("somebody", "Ravi")->model().kept.size() > 0);
    }
}

TEST_CASE("a program that died before the answer finds its seat again") {
    for (std::size_t way = 0; way < 3; ++way) {
        CAPTURE(way);
        Network network(31);
        auto host = network.client("Asha"), guest = network.client("Ravi");
        host->session.request(protocol::CreateRoom{"Asha", public_room()});
        network.settle();
        const std::string room = *host->model().room_code;
        {
            LostAnswer lost(network, *guest);
            guest->session.request(ways_to(room)[way]);
            network.settle();
            guest.reset();
            network.to_client = network.to_server = {};
        }
        guest = network.client("somebody", "Ravi");
        const auto kept = guest->model().kept;
        REQUIRE(kept.size() == 1);
        CHECK(kept[0] == KeptSeat{way == 1 ? room : "", std::nullopt, "Ravi", kept[0].token});
        if (way == 1) // by the command that it was started with
            guest->session.request(protocol::JoinRoom{room, "Ravi", {}});
        else
            guest->session.resume(KeptSeat(kept[0]));
        network.settle();
        CHECK(guest->model().seat == (way == 0 ? Seat::Zero : Seat::One));
        CHECK(guest->model().name == "Ravi");
        CHECK(guest->model().kept.empty());
        CHECK(network.lobby->counts().rooms == (way == 0 ? 2 : 1));
        guest.reset(); // and once more: now it is a seat like any other
        guest = network.client("somebody", "Ravi");
        REQUIRE(guest->model().kept.size() == 1);
        CHECK(guest->model().kept[0].seat == (way == 0 ? Seat::Zero : Seat::One));
        CHECK_FALSE(guest->model().kept[0].room.empty());
    }
}

namespace {

// Refuses repeats of the request, as long as there are refusals left.
struct RefusedRepeats : LostAnswer {
    RefusedRepeats(Network& network, const Client& client, protocol::ErrorCode code, int count)
        : LostAnswer(network, client), left(count) {
        network.to_server = [this, pass = network.to_server](Client& from, std::string text) {
            const std::size_t before = asked.size();
            auto passed = pass(from, text);
            if (asked.size() == before || before == 0 || left == 0)
                return passed;
            --left;
            refused = asked.back().id;
            return std::optional(protocol::encode(
                protocol::Request{refused, protocol::RequestBody{protocol::Ping{}}}));
        };
        network.to_client = [this, code, pass = network.to_client](Client& to, std::string text) {
            const auto message = protocol::decode_server(text);
            const auto* ok = std::get_if<protocol::Ok>(&*message);
            if (ok && ok->re == refused)
                return std::optional(protocol::encode(protocol::Error{refused, code, {}}));
            return pass(to, text);
        };
    }

    int left;
    std::uint64_t refused = 0;
};

constexpr std::array temporary{protocol::ErrorCode::RateLimited, protocol::ErrorCode::StorageFull,
                               protocol::ErrorCode::ShuttingDown};

} // namespace

TEST_CASE("a repeat that is refused for the moment is sent again") {
    for (std::size_t way = 0; way < 3; ++way) {
        CAPTURE(way);
        Network network(34);
        auto host = network.client("Asha"), guest = network.client("Ravi");
        host->session.request(protocol::CreateRoom{"Asha", public_room()});
        network.settle();
        const RefusedRepeats refused(network, *guest, temporary[way], 3);
        guest->session.request(ways_to(*host->model().room_code)[way]);
        network.settle();
        network.pass(15s);
        CHECK(refused.left == 0);
        CHECK(refused.asked.size() == 5);
        CHECK(guest->model().seat == (way == 0 ? Seat::Zero : Seat::One));
        CHECK(network.lobby->counts().rooms == (way == 0 ? 2 : 1));
    }
}

TEST_CASE("if it is refused each time, the seat is kept, and the user can go back to it") {
    for (const protocol::ErrorCode code : temporary) {
        Network network(35);
        auto client = network.client("Ravi");
        {
            const RefusedRepeats refused(network, *client, code, 1000);
            client->session.request(protocol::CreateRoom{"Ravi", {}});
            network.settle();
            network.pass(30s);
            CHECK(refused.asked.size() == 6); // the lost one, and as often as is useful
            network.to_client = network.to_server = {};
        }
        REQUIRE(client->model().kept.size() == 1);
        client->session.resume(KeptSeat(client->model().kept[0]));
        network.settle();
        CHECK(client->model().seat == Seat::Zero);
        CHECK(network.lobby->counts().rooms == 1);
    }
}

TEST_CASE("of two seats that were asked for, the user gets the one that they choose") {
    Network network(36);
    for (const char* name : {"Asha", "Ravi"}) {
        auto client = network.client("somebody", "both");
        const LostAnswer lost(network, *client);
        client->session.request(protocol::CreateRoom{name, {}});
        network.settle();
        client.reset();
        network.to_client = network.to_server = {};
    }
    for (const std::size_t choice : {1u, 0u}) {
        auto client = network.client("somebody", "both");
        const auto kept = client->model().kept;
        REQUIRE(kept.size() == choice + 1);
        client->session.resume(KeptSeat(kept[choice]));
        network.settle();
        CHECK(client->model().name == kept[choice].name);
        client->session.request(protocol::LeaveRoom{});
        network.settle();
    }
}

TEST_CASE("a seat that the client asked for and did not get is forgotten") {
    Network network(32);
    auto client = network.client("Asha");
    bool lost = false;
    network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
        if (!is<protocol::CreateRoom>(text))
            return text;
        lost = true;
        return std::nullopt;
    };
    client->session.request(protocol::CreateRoom{"Asha", {}});
    network.settle();
    REQUIRE(lost);
    client.reset();
    network.to_server = {};
    SUBCASE("because the server says in its list of games that it is gone") {
        client = network.client("Asha");
    }
    SUBCASE("once the user asks, if the server knows no lists of games") {
        network.refuse([](const Client&, const std::string& text) {
            return is<protocol::ListGames>(text) ? std::optional(protocol::ErrorCode::UnknownType)
                                                 : std::nullopt;
        });
        client = network.client("Asha");
        REQUIRE(client->model().kept.size() == 1);
        client->session.resume(KeptSeat(client->model().kept[0]));
        network.settle();
        CHECK(client->told("The seat that you asked for is gone: your request never reached"));
    }
    CHECK(client->model().kept.empty());
    // A refused request leaves nothing, nor does one from inside a room.
    client->session.request(protocol::JoinRoom{"222222", "Asha", {}});
    network.settle();
    client->session.request(protocol::CreateRoom{"Asha", {}});
    network.settle();
    client->session.request(protocol::CreateRoom{"Asha", {}});
    network.settle();
    CHECK(client->told("You are already in a room."));
    CHECK(network.client("somebody", "Asha")->model().kept.empty());
    client->session.request(protocol::LeaveRoom{});
    network.settle();
    CHECK(client->model().kept.empty());
}

TEST_CASE("a list of games that lacks some doesn't cost their seats") {
    Network network(32);
    auto client = network.client("Asha");
    for (int i = 0; i < 2; ++i) {
        client->session.request(protocol::CreateRoom{"Asha", {}});
        network.settle();
        client.reset();
        client = network.client("somebody", "Asha");
    }
    REQUIRE(client->model().kept.size() == 2);
    client.reset();
    bool lacks = false, tells_some = true;
    network.to_client = [&](Client&, std::string text) {
        const auto message = protocol::decode_server(text);
        const auto* ok = message ? std::get_if<protocol::Ok>(&*message) : nullptr;
        const auto* list = ok ? std::get_if<protocol::GameList>(&ok->adds) : nullptr;
        if (!list)
            return std::optional(text);
        lacks = true;
        auto games = list->games;
        games.back().reset();
        games.front()->phase = Phase::MatchOver;
        if (!tells_some)
            games.clear();
        return std::optional(protocol::encode(
            protocol::ServerMessage(protocol::games_lacking(ok->re, std::move(games)))));
    };
    SUBCASE("and tells of the others") {}
    SUBCASE("or all of them") {
        tells_some = false;
    }
    client = network.client("somebody", "Asha");
    network.settle();
    CHECK(lacks);
    REQUIRE(client->model().kept.size() == 2);
    CHECK(client->model().kept[0].over == tells_some);
    CHECK_FALSE(client->model().kept[1].over);
    CHECK_FALSE(client->model().checks_kept);
}

TEST_CASE("a server of release 0.1.0, which doesn't know the token, gets the request without it") {
    Network network(33);
    auto client = network.client("Asha");
    network.to_server = [&](Client&, std::string text) {
        // Unknown fields are bad_request.
        const bool chosen =
            is<protocol::CreateRoom>(text) && text.find("\"token\"") != std::string::npos;
        return std::optional(chosen ? text.substr(0, text.size() - 1) + ",\"more\":1}" : text);
    };
    int replies = 0;
    client->session.request(protocol::CreateRoom{"Asha", {}}, [&](const Controls::Reply& reply) {
        CHECK(std::holds_alternative<protocol::Ok>(reply));
        ++replies;
    });
    network.settle();
    CHECK(replies == 1);
    CHECK(client->model().seat == Seat::Zero);
    CHECK(network.client("somebody", "Asha")->model().kept.empty());
}

} // namespace jaipur::client::test
