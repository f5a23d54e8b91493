// A bot's session in a room of a server's real core, for tests.
#pragma once

#include "bots/greedy.hpp"
#include "bots/knowledge.hpp"
#include "client/console/bot/bot.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

// A session and the bot on it.
struct Player {
    Player(Network& network, const std::string& name, bot::Choose choose = greedy(),
           const std::string& home = {})
        : client(new_client(network, name, home)),
          frontend(
              client->model(), client->session,
              [this](std::string_view line) { said.emplace_back(line); }, std::move(choose),
              [&network] { return network.steady; }) {
        client->session.show_on(&frontend);
    }

    static std::unique_ptr<Client> new_client(Network& network, const std::string& name,
                                              const std::string& home) {
        network.user = SeatUser::Bot;
        return network.client(name, home);
    }

    bool has_said(std::string_view words) const {
        return std::ranges::any_of(
            said, [&](const std::string& line) { return line.find(words) != std::string::npos; });
    }

    // The position that it works out must be possible: the hands add up.
    static bot::Choose greedy() {
        return [](const protocol::View& view, std::span<const protocol::ObservedEvent> round,
                  const bot::Answer& answer) {
            const bots::Position known = bots::position(view, round);
            REQUIRE(hand_size(known.theirs) == view.players[other(*view.you)].hand_size);
            answer(bots::choose_greedily(known.turn));
        };
    }

    std::vector<std::string> said;
    std::unique_ptr<Client> client;
    bot::BotFrontend frontend;
};

inline std::string open_room(Network& network, Player& host) {
    host.frontend.sit_down(protocol::CreateRoom{"Asha", {}});
    network.settle();
    return *host.client->model().room_code;
}

// A bot with this name sits down in the host's room, and they play their match.
inline std::unique_ptr<Player> play_match_with(Network& network, Player& host,
                                               const std::string& name) {
    auto guest = std::make_unique<Player>(network, name);
    guest->frontend.sit_down(protocol::JoinRoom{open_room(network, host), name, {}});
    network.settle();
    REQUIRE(host.client->view().phase == Phase::MatchOver);
    return guest;
}

// Answers when the test wants it.
struct Ponderer {
    bot::Choose choose() {
        return [this](const protocol::View& view, std::span<const protocol::ObservedEvent>,
                      bot::Answer then) {
            REQUIRE(view.legal);
            ++asked;
            action = bots::choose_greedily(*protocol::turn_of(view));
            answer = std::move(then);
        };
    }

    int asked = 0;
    Action action;
    bot::Answer answer;
};

// A match in which the bot in the second seat has just been asked.
struct SlowMatch {
    explicit SlowMatch(std::uint64_t seed) : network(seed) {
        slow.frontend.sit_down(protocol::JoinRoom{open_room(network, host), "Devi", {}});
        network.settle();
        REQUIRE(ponderer.asked == 1);
    }

    Network network;
    Ponderer ponderer;
    Player host{network, "Asha"}, slow{network, "Devi", ponderer.choose()};
};

} // namespace jaipur::client::test
