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

std::string open_room(Network& network, Player& host) {
    host.frontend.sit_down(protocol::CreateRoom{"Asha", {}});
    network.settle();
    return *host.client->model().room_code;
}

} // namespace

TEST_CASE("a bot says that it can't reach its server, and sits down once it can") {
    Network network(3);
    network.server_is_up = false;
    Player host(network, "Asha");
    host.frontend.sit_down(protocol::CreateRoom{"Asha", {}});
    network.settle();
    network.pass(60s);
    const auto tried = std::ranges::count_if(host.said, [](const std::string& line) {
        return line.starts_with("Can't reach ") && line.ends_with(" Trying again.");
    });
    CHECK(tried >= 2);
    CHECK(tried <= 6); // of more
    network.start_server();
    network.pass(60s);
    CHECK(host.client->model().room_code);
}

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
    guest = std::make_unique<Player>(network, "Ravi",
                                     [&](const protocol::View& view,
                                         std::span<const protocol::ObservedEvent> round,
                                         const bot::Answer& answer) {
                                         CHECK(std::holds_alternative<RoundStarted>(round.front()));
                                         ++decisions;
                                         choose(view, round, answer);
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

namespace {

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

} // namespace

TEST_CASE("a bot that is asked once answers even if its connection is lost meanwhile") {
    SlowMatch match(7);
    auto& [network, ponderer, host, slow] = match;
    const auto ply = host.client->view().ply;
    network.cut(*slow.client);
    network.settle();
    CHECK_FALSE(slow.client->connection);
    CHECK(slow.said.back() == "Trying again."); // after the reason, which isn't repeated
    ponderer.answer(ponderer.action);           // the session sends it later
    network.pass(30s);
    CHECK(host.client->view().ply > ply);
    CHECK(ponderer.asked == 2);
}

TEST_CASE("what a bot decides after the match has ended is too late, and nothing to fail for") {
    SlowMatch match(8);
    auto& [network, ponderer, host, slow] = match;
    host.client->session.request(protocol::Resign{});
    network.settle();
    REQUIRE(host.client->view().phase == Phase::MatchOver);
    const auto lines = slow.said.size();
    SUBCASE("with an action") {
        ponderer.answer(ponderer.action);
    }
    SUBCASE("without one") {
        ponderer.answer(std::nullopt);
    }
    network.settle();
    CHECK(slow.said.size() == lines);
    CHECK_FALSE(slow.frontend.failed());
}

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

TEST_CASE("a bot that was stopped goes on with its match") {
    SlowMatch match(9);
    auto& [network, ponderer, host, slow] = match;
    const std::string room = *host.client->model().room_code;
    slow.client->session.quit();
    network.settle();
    CHECK(slow.client->session.ended());
    CHECK(slow.client->told("The bot's seat in room " + room +
                            " is kept. To let it play on, run: jaipur-client bot --join " + room));
    slow.client.reset();
    network.settle();
    Player again(network, "Devi");
    again.frontend.sit_down(protocol::JoinRoom{room, "Devi", {}});
    network.settle();
    network.pass(2s);
    CHECK(host.client->view().phase == Phase::MatchOver);
    CHECK(host.client->view().result->match->reason == EndReason::Seals);
}

namespace {

// A bot with this name sits down in the host's room, and they play their match.
std::unique_ptr<Player> play_match_with(Network& network, Player& host, const std::string& name) {
    auto guest = std::make_unique<Player>(network, name);
    guest->frontend.sit_down(protocol::JoinRoom{open_room(network, host), name, {}});
    network.settle();
    REQUIRE(host.client->view().phase == Phase::MatchOver);
    return guest;
}

} // namespace

TEST_CASE("a bot that is refused something tries again, ever more seldom") {
    Network network(11);
    bool (*is_refused)(const std::string&) = nullptr;
    SUBCASE("to be ready") {
        is_refused = is<protocol::Ready>;
    }
    SUBCASE("to act") {
        is_refused = is<protocol::Act>;
    }
    SUBCASE("a rematch") {
        is_refused = is<protocol::AskRematch>;
    }
    bot::Choose choose = Player::greedy();
    SUBCASE("to resign") {
        is_refused = is<protocol::Resign>;
        choose = [](const protocol::View&, std::span<const protocol::ObservedEvent>,
                    const bot::Answer& answer) { answer(std::nullopt); };
    }
    bool is_full = true;
    int tries = 0;
    network.refuse(
        [&](const Client& client, const std::string& text) -> std::optional<protocol::ErrorCode> {
            if (!is_full || client.model().name != "Ravi" || !is_refused(text))
                return std::nullopt;
            ++tries;
            return protocol::ErrorCode::StorageFull;
        });
    Player host(network, "Asha"), guest(network, "Ravi", std::move(choose));
    guest.frontend.sit_down(protocol::JoinRoom{open_room(network, host), "Ravi", {}});
    network.settle();
    if (host.client->view().phase == Phase::MatchOver)
        host.client->session.request(protocol::AskRematch{});
    const auto result = host.client->view().result;
    network.pass(5min);
    CHECK(tries >= 5);
    CHECK(tries <= 12);
    is_full = false;
    network.pass(70s);
    CHECK(host.client->view().phase == Phase::MatchOver);
    CHECK(host.client->view().result != result);
}

TEST_CASE("a bot leaves it to the session to repeat what a rate limit refuses") {
    SlowMatch match(18);
    auto& [network, ponderer, host, slow] = match;
    const SteadyTime begin = network.steady;
    std::vector<std::chrono::seconds> tries;
    network.refuse([&](const Client&,
                       const std::string& text) -> std::optional<protocol::ErrorCode> {
        if (!is<protocol::Resign>(text))
            return std::nullopt;
        tries.push_back(std::chrono::duration_cast<std::chrono::seconds>(network.steady - begin));
        return protocol::ErrorCode::RateLimited;
    });
    ponderer.answer(std::nullopt);
    network.pass(11s);
    CHECK(tries == std::vector{0s, 1s, 3s, 6s, 10s});
    network.pass(30s);
    CHECK(tries.size() >= 10);
    CHECK_FALSE(slow.client->session.ended());
}

TEST_CASE("a bot whose request for a rematch was lost asks again") {
    Network network(12);
    Player host(network, "Asha");
    const auto guest = play_match_with(network, host, "Ravi");
    const auto match = host.client->view().match;
    network.to_server = [lost = false](Client& client,
                                       std::string text) mutable -> std::optional<std::string> {
        if (client.model().name != "Ravi" || !is<protocol::AskRematch>(text) ||
            std::exchange(lost, true))
            return text;
        return std::nullopt;
    };
    host.client->session.request(protocol::AskRematch{});
    network.pass(30s);
    CHECK(host.client->view().match != match);
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

TEST_CASE("two bots that have left one room each go back to their own seats") {
    Network network(17);
    const std::string easy = "easy", hard = "hard";
    Ponderer first, second;
    std::string room;
    {
        network.player = easy;
        Player host(network, "Easy bot", first.choose(), "home");
        room = open_room(network, host);
        network.player = hard;
        Player guest(network, "Hard bot", second.choose(), "home");
        guest.frontend.sit_down(protocol::JoinRoom{room, "Hard bot", {}});
        network.settle();
        REQUIRE(first.asked + second.asked == 1);
    }
    const auto go_back = [&](const std::string& player, Seat seat) {
        network.player = player;
        auto bot = std::make_unique<Player>(network, "Bot", first.choose(), "home");
        bot->frontend.sit_down(protocol::JoinRoom{room, "Bot", {}});
        network.settle();
        CHECK(bot->client->model().seat == seat);
        return bot;
    };
    SUBCASE("the first one first") {
        const auto one = go_back(easy, Seat::Zero), other = go_back(hard, Seat::One);
    }
    SUBCASE("the second one first") {
        const auto one = go_back(hard, Seat::One), other = go_back(easy, Seat::Zero);
    }
    SUBCASE("another level takes the seat that is free") {
        auto one = go_back(hard, Seat::One), other = go_back("master", Seat::Zero);
        one.reset();
        other.reset();
        other = go_back("master", Seat::Zero); // it plays there from now on
        one = go_back(hard, Seat::One);
        one.reset();
        other.reset();
    }
    SUBCASE("another level takes the other seat that is free") {
        auto one = go_back(easy, Seat::Zero), other = go_back("master", Seat::One);
        one.reset();
        other.reset();
        other = go_back("master", Seat::One);
    }
}

TEST_CASE("a round without end takes no memory without end") {
    Model model;
    Recorder controls;
    std::size_t shown = 0;
    bot::BotFrontend frontend(
        model, controls, [](std::string_view) {},
        [&](const protocol::View&, std::span<const protocol::ObservedEvent> round,
            const bot::Answer& answer) {
            shown = round.size();
            answer(std::nullopt);
        });
    model.seat = Seat::Zero;
    model.joined = true;
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
