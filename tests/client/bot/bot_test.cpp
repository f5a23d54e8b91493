// A bot in a seat that it was invited to, against a server's real core.
#include "tests/client/bot/seated_bot.hpp"
#include "tests/client/plain/plain_game.hpp"

namespace jaipur::client::test {

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
    const auto player_of = [&](Seat seat) { // as the kept seat says
        const auto reader = network.client("Reader", "home");
        const auto records = reader->files.list(reader->model().server);
        const auto found = std::ranges::find(records, seat, &SeatRecord::seat);
        return found != records.end() ? found->player : std::string();
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
        CHECK(player_of(Seat::Zero) == "master");
        CHECK(player_of(Seat::One) == hard);
    }
    SUBCASE("another level takes the other seat that is free") {
        auto one = go_back(easy, Seat::Zero), other = go_back("master", Seat::One);
        one.reset();
        other.reset();
        other = go_back("master", Seat::One);
        other.reset();
        CHECK(player_of(Seat::Zero) == easy);
        CHECK(player_of(Seat::One) == "master");
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
