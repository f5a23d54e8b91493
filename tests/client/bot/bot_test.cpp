// A bot in a seat that it was invited to, against a server's real core.
#include "bots/greedy.hpp"
#include "bots/knowledge.hpp"
#include "client/console/bot/bot.hpp"
#include "tests/client/network.hpp"
#include "tests/client/plain/plain_game.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

namespace {

// A session and the bot on it.
struct Player {
    Player(Network& network, const std::string& name, bot::Choose choose = greedy())
        : client(network.client(name)),
          frontend(
              client->model(), client->session,
              [this](std::string_view line) { said.emplace_back(line); }, std::move(choose)) {
        client->session.show_on(&frontend);
    }

    // The position that it works out must be possible: the hands add up.
    static bot::Choose greedy() {
        return [](const protocol::View& view, std::span<const protocol::ObservedEvent> round) {
            const bots::Position known = bots::position(view, round);
            REQUIRE(hand_size(known.theirs) == view.players[other(*view.you)].hand_size);
            return std::optional(bots::choose_greedily(known.turn));
        };
    }

    std::vector<std::string> said;
    std::unique_ptr<Client> client;
    bot::BotFrontend frontend;
};

std::string open_room(Network& network, Player& host) {
    host.frontend.sit_down(protocol::CreateRoom{"Asha", {}});
    network.settle();
    return *host.client->model().room_code;
}

} // namespace

TEST_CASE("two bots play a match to its end, and the one that is left alone goes") {
    Network network(3);
    Player host(network, "Asha"), guest(network, "Ravi");
    const std::string room = open_room(network, host);
    guest.frontend.sit_down(protocol::JoinRoom{room, "Ravi", {}});
    network.settle();
    REQUIRE(host.client->view().phase == Phase::MatchOver);
    CHECK(host.client->view().result->rounds.size() >= 2);
    CHECK(guest.client->model().shuffle.status == ShuffleVerdict::Status::Verified);
    CHECK_FALSE(guest.client->session.ended());
    CHECK(guest.said.size() > 20);
    host.client->session.request(protocol::LeaveRoom{});
    network.settle();
    network.pass(2s);
    CHECK(guest.client->session.ended());
    CHECK_FALSE(guest.frontend.failed());
}

TEST_CASE("a bot plays another match if its opponent asks for one") {
    Network network(4);
    Player host(network, "Asha"), guest(network, "Ravi");
    const std::string room = open_room(network, host);
    guest.frontend.sit_down(protocol::JoinRoom{room, "Ravi", {}});
    network.settle();
    const auto match = host.client->view().match;
    REQUIRE(host.client->view().phase == Phase::MatchOver);
    host.client->session.request(protocol::AskRematch{});
    network.settle();
    CHECK(host.client->view().match != match);
    CHECK(host.client->view().phase == Phase::MatchOver); // of the next one
}

TEST_CASE("after a lost connection, a bot goes on with all events of the round") {
    Network network(5);
    Player host(network, "Asha");
    int decisions = 0;
    const auto choose = Player::greedy();
    std::unique_ptr<Player> guest;
    guest = std::make_unique<Player>(
        network, "Ravi",
        [&](const protocol::View& view, std::span<const protocol::ObservedEvent> round) {
            CHECK(std::holds_alternative<RoundStarted>(round.front()));
            ++decisions;
            return choose(view, round);
        });
    network.to_client = [&](Client& client, std::string text) -> std::optional<std::string> {
        const bool is_lost = &client == guest->client.get() && decisions == 5;
        if (!is_lost)
            return text;
        ++decisions;
        return std::nullopt;
    };
    const std::string room = open_room(network, host);
    guest->frontend.sit_down(protocol::JoinRoom{room, "Ravi", {}});
    network.settle();
    CHECK(host.client->view().phase == Phase::Playing);
    network.pass(30s);
    CHECK(host.client->view().phase == Phase::MatchOver);
    CHECK(decisions > 6);
}

TEST_CASE("a bot that is refused a seat, or has no answer, gives up") {
    Network network(6);
    Player lost(network, "Ravi");
    lost.frontend.sit_down(protocol::JoinRoom{"ZZZZZZ", "Ravi", {}});
    network.settle();
    CHECK(lost.frontend.failed());
    Player host(network, "Asha");
    Player silent(network, "Devi",
                  [](const protocol::View&, std::span<const protocol::ObservedEvent>) {
                      return std::optional<Action>();
                  });
    const std::string room = open_room(network, host);
    silent.frontend.sit_down(protocol::JoinRoom{room, "Devi", {}});
    network.settle();
    CHECK(silent.frontend.failed());
    CHECK(host.client->view().phase == Phase::MatchOver);
    CHECK(host.client->view().result->match->reason == EndReason::Resigned);
}

TEST_CASE("a round without end takes no memory without end") {
    Model model;
    Recorder controls;
    std::size_t shown = 0;
    bot::BotFrontend frontend(
        model, controls, [](std::string_view) {},
        [&](const protocol::View&, std::span<const protocol::ObservedEvent> round) {
            shown = round.size();
            return std::optional<Action>();
        });
    model.seat = Seat::Zero;
    protocol::View& view = model.view.emplace();
    view.phase = Phase::Playing;
    view.events.assign(3000, TookCamels{});
    for (; view.seq < 9; ++view.seq)
        frontend.changed();
    CHECK(shown == 0);
    view.legal.emplace();
    frontend.changed();
    CHECK(shown == 10000);
}

} // namespace jaipur::client::test
