// When a bot gives up, claims a win or leaves.
#include "tests/client/bot/seated_bot.hpp"

namespace jaipur::client::test {

TEST_CASE("a bot that is refused a seat gives up") {
    Network network(6);
    Player lost(network, "Ravi");
    lost.frontend.sit_down(protocol::JoinRoom{"ZZZZZZ", "Ravi", {}});
    network.settle();
    CHECK(lost.frontend.failed());
}

TEST_CASE("a bot that has no answer resigns, and then leaves") {
    Network network(6);
    protocol::CreateRoom create{"Asha", {}};
    SUBCASE("in a match at a time") {}
    SUBCASE("in a match over days") {
        create.options.patience = 24 * 60 * 60;
    }
    SUBCASE("even if its connection is lost meanwhile") {
        network.to_server = [lost = false](Client&,
                                           std::string text) mutable -> std::optional<std::string> {
            if (!is<protocol::Resign>(text) || std::exchange(lost, true))
                return text;
            return std::nullopt;
        };
    }
    SUBCASE("even if the answer to its resignation is lost") {
        network.to_client = [lost = false](Client& client,
                                           std::string text) mutable -> std::optional<std::string> {
            if (client.model().name != "Devi" || text.find("\"resigned\"") == std::string::npos ||
                std::exchange(lost, true))
                return text;
            return std::nullopt;
        };
    }
    Player host(network, "Asha");
    Player silent(network, "Devi",
                  [](const protocol::View&, std::span<const protocol::ObservedEvent>,
                     const bot::Answer& answer) { answer(std::nullopt); });
    host.frontend.sit_down(create);
    network.settle();
    silent.frontend.sit_down(protocol::JoinRoom{*host.client->model().room_code, "Devi", {}});
    network.settle();
    network.pass(30s);
    CHECK(silent.frontend.failed());
    CHECK(silent.client->session.ended());
    CHECK_FALSE(silent.client->told("kept"));
    CHECK(host.client->view().phase == Phase::MatchOver);
    CHECK(host.client->view().result->match->reason == EndReason::Resigned);
    CHECK_FALSE(host.client->model().room->players[Seat::One]);
}

TEST_CASE("a bot that can't even resign says that its seat is kept") {
    SlowMatch match(10);
    auto& [network, ponderer, host, slow] = match;
    network.to_server = [](Client&, std::string text) -> std::optional<std::string> {
        const auto request = protocol::decode(text);
        if (request && protocol::is<protocol::Resign>(request->body))
            return protocol::encode(protocol::Request{request->id, protocol::ClaimWin{}});
        return text;
    };
    ponderer.answer(std::nullopt);
    network.settle();
    network.pass(2s);
    CHECK(slow.frontend.failed());
    CHECK(slow.client->session.ended());
    CHECK(slow.client->told("The bot's seat in room"));
    CHECK(host.client->view().phase == Phase::Playing);
}

TEST_CASE("a bot that loses its seat says so and goes") {
    Network network(13);
    Player host(network, "Asha");
    std::unique_ptr<Player> guest = play_match_with(network, host, "Ravi");
    SUBCASE("the room's owner removes it") {
        host.client->session.request(protocol::Remove{Seat::One});
        network.settle();
        CHECK(guest->has_said("The room's owner or the server's operator removed you."));
    }
    SUBCASE("the server restarts without the room") {
        network.stop_server(1012);
        network.start_server();
        network.pass(30s);
        CHECK(guest->has_said("Your seat in room"));
        CHECK(guest->has_said("is gone"));
    }
    CHECK(guest->client->session.ended());
    CHECK(guest->frontend.failed());
    CHECK_FALSE(guest->has_said("kept"));
    guest.reset();
    guest = std::make_unique<Player>(network, "Ravi"); // cleans up
    network.settle();
    CHECK(guest->client->files.all().empty());
}

TEST_CASE("a bot that the operator kicks out of a match goes, and says how it can go on") {
    SlowMatch match(13);
    auto& [network, ponderer, host, slow] = match;
    const std::string room = *host.client->model().room_code;
    network.kick(room, Seat::One);
    CHECK(slow.client->session.ended());
    CHECK(slow.frontend.failed());
    CHECK(slow.has_said("run: jaipur-client bot --join " + room));
    slow.client.reset();
    Player again(network, "Devi");
    again.frontend.sit_down(protocol::JoinRoom{room, "Devi", {}});
    network.pass(2s);
    CHECK(host.client->view().phase == Phase::MatchOver);
}

TEST_CASE("a bot claims the win from an opponent who has vanished, and then goes") {
    SlowMatch match(14);
    auto& [network, ponderer, host, slow] = match;
    host.client.reset();
    network.pass(121s);
    REQUIRE(slow.client->view().phase == Phase::MatchOver);
    CHECK(slow.client->view().result->match->reason == EndReason::Claimed);
    CHECK(slow.client->view().result->match->winner == Seat::One);
    network.pass(4min);
    CHECK_FALSE(slow.client->session.ended()); // the opponent may come back
    network.pass(2min);
    CHECK(slow.client->session.ended());
    CHECK_FALSE(slow.frontend.failed());
}

TEST_CASE("a bot without a connection can't know that its opponent is away") {
    Network network(19);
    Player host(network, "Asha");
    const auto guest = play_match_with(network, host, "Ravi");
    const auto match = host.client->view().match;
    const std::string room = *host.client->model().room_code;
    host.client.reset();
    network.pass(1min);
    network.to_server = [](Client& client, std::string text) -> std::optional<std::string> {
        return client.model().name == "Ravi" ? std::nullopt : std::optional(std::move(text));
    };
    network.pass(4min);
    network.user = SeatUser::Bot;
    const auto back = network.client("Asha");
    back->session.resume(back->model().kept.front());
    network.settle();
    REQUIRE(back->model().seat);
    network.pass(1min);
    CHECK_FALSE(guest->client->model().joined);
    CHECK_FALSE(guest->client->session.ended());
    network.to_server = {};
    network.pass(2min);
    REQUIRE_FALSE(guest->client->session.ended());
    back->session.request(protocol::AskRematch{});
    network.settle();
    CHECK(back->view().match != match);
}

TEST_CASE("a bot that nobody plays with goes") {
    Network network(20);
    auto host = network.client("Asha");
    protocol::CreateRoom create{"Asha", undecided()}; // so this session isn't ready by itself
    bool leaves = false;
    std::chrono::seconds patience = 5min;
    SUBCASE("its opponent has left") {
        leaves = true;
    }
    SUBCASE("its opponent has vanished") {}
    SUBCASE("its opponent has vanished from a match over days") {
        patience = 24h;
        create.options.patience = 24 * 60 * 60;
    }
    host->session.request(create);
    network.settle();
    Player guest(network, "Ravi");
    guest.frontend.sit_down(protocol::JoinRoom{*host->model().room_code, "Ravi", {}});
    network.pass(10min);
    REQUIRE_FALSE(guest.client->session.ended());
    REQUIRE(guest.client->view().phase == Phase::Waiting);
    if (leaves)
        host->session.request(protocol::LeaveRoom{});
    else
        host.reset();
    network.pass(patience - 30s);
    CHECK_FALSE(guest.client->session.ended());
    network.pass(1min);
    CHECK(guest.client->session.ended());
    CHECK(guest.client->told("You left the room."));
    CHECK_FALSE(guest.frontend.failed());
}

TEST_CASE("after a match over days, a bot waits as long as for a move") {
    Network network(21);
    auto host = std::make_unique<Player>(network, "Asha");
    protocol::CreateRoom create{"Asha", {}};
    create.options.patience = 24 * 60 * 60;
    host->frontend.sit_down(create);
    network.settle();
    Player guest(network, "Ravi");
    guest.frontend.sit_down(protocol::JoinRoom{*host->client->model().room_code, "Ravi", {}});
    network.settle();
    REQUIRE(guest.client->view().phase == Phase::MatchOver);
    host.reset();
    network.pass(23h);
    CHECK_FALSE(guest.client->session.ended());
    network.pass(61min);
    CHECK(guest.client->session.ended());
    CHECK(guest.client->told("You left the room."));
    CHECK_FALSE(guest.frontend.failed());
}

TEST_CASE("a bot that can't reveal its part of the shuffle doesn't cancel one after the other") {
    Network network(22);
    network.refuse(
        [](const Client& client, const std::string& text) -> std::optional<protocol::ErrorCode> {
            return client.model().name == "Ravi" && is<protocol::Reveal>(text)
                       ? std::optional(protocol::ErrorCode::StorageFull)
                       : std::nullopt;
        });
    Player host(network, "Asha"), guest(network, "Ravi");
    const std::string room = open_room(network, host);
    guest.frontend.sit_down(protocol::JoinRoom{room, "Ravi", {}});
    network.pass(2min);
    CHECK(guest.frontend.failed());
    CHECK(guest.client->session.ended());
    CHECK(host.client->model().room->fair.aborted == 3);
    CHECK_FALSE(host.client->model().room->players[Seat::One]);
}

TEST_CASE("a bot claims the win from an opponent who doesn't move") {
    Network network(15);
    auto host = network.client("Asha");
    host->session.request(protocol::CreateRoom{"Asha", {}});
    network.settle();
    Player guest(network, "Ravi");
    guest.frontend.sit_down(protocol::JoinRoom{*host->model().room_code, "Ravi", {}});
    network.pass(500s);
    REQUIRE(host->view().phase == Phase::Playing);
    network.pass(101s);
    CHECK(host->view().phase == Phase::MatchOver);
    CHECK(host->view().result->match->reason == EndReason::Claimed);
    CHECK(host->view().result->match->winner == Seat::One);
}

TEST_CASE("a bot without an answer resigns only once the server has let it in again") {
    SlowMatch match(16);
    auto& [network, ponderer, host, slow] = match;
    int resumes = 0, resignations = 0;
    network.refuse(
        [&](const Client&, const std::string& text) -> std::optional<protocol::ErrorCode> {
            if (is<protocol::Resume>(text) && ++resumes <= 2)
                return protocol::ErrorCode::RateLimited;
            if (is<protocol::Resign>(text))
                CHECK(++resignations + 2 == resumes);
            return std::nullopt;
        });
    network.cut(*slow.client);
    network.pass(800ms);
    REQUIRE(resumes == 1);
    ponderer.answer(std::nullopt);
    network.pass(30s);
    CHECK(resignations == 1);
    CHECK_FALSE(slow.has_said("You aren't in a room."));
    CHECK(host.client->view().result->match->reason == EndReason::Resigned);
    CHECK(slow.client->session.ended());
}

} // namespace jaipur::client::test
