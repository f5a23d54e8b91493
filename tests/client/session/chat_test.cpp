// Messages to the room whose connection breaks: sent once, in their order, or known to be lost.
#include "client/console/session/session.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

namespace {

void say(Client& client, const std::string& text) {
    client.session.request(protocol::SendChat{text});
}

// What the client has heard of a player's messages.
std::vector<std::string> messages(const Client& client, Seat from) {
    std::vector<std::string> texts;
    for (const auto& message : client.heard)
        if (const auto* chat = std::get_if<protocol::Chat>(&message); chat && chat->seat == from)
            texts.push_back(chat->text);
    return texts;
}

} // namespace

TEST_CASE("messages written while offline are sent once the seat is back, once and in order") {
    Network network(1);
    Couple couple = sit_down(network);
    couple.guest->listens = true;
    int broken = 0;
    bool asked = false;
    network.to_server = [&](Client& client, std::string text) -> std::optional<std::string> {
        if (&client != couple.host.get() || !is<protocol::Resume>(text))
            return text;
        if (broken < 2) { // before the server hears of us again
            ++broken;
            return std::nullopt;
        }
        if (!std::exchange(asked, true))
            say(*couple.host, "third");
        return text;
    };
    network.cut(*couple.host);
    say(*couple.host, "first");
    CHECK(couple.host->told("Your message will be sent once the connection is back."));
    say(*couple.host, "second");
    network.pass(60s);
    REQUIRE(asked);
    say(*couple.host, "fourth");
    network.settle();
    CHECK(messages(*couple.guest, Seat::Zero) ==
          std::vector<std::string>{"first", "second", "third", "fourth"});
    CHECK(couple.host->told("You: first"));
    CHECK_FALSE(couple.host->told("The server hadn't confirmed your message"));
}

TEST_CASE("spectators are told from the start who reads what they write") {
    Network network(1);
    Couple couple = sit_down(network);
    auto spectator = network.client("Mira");
    spectator->session.request(protocol::Spectate{couple.room, "Mira", std::nullopt});
    network.settle();
    CHECK(spectator->told("While a match runs, only other spectators see what you write."));
    CHECK_FALSE(couple.guest->told("only other spectators"));
}

TEST_CASE("a message that the server refused for now waits for the seat as well") {
    Network network(1);
    Couple couple = sit_down(network);
    couple.guest->listens = true;
    network.refuse([refused = false](const Client&, const std::string& text) mutable {
        const bool refuses = is<protocol::SendChat>(text) && !std::exchange(refused, true);
        return refuses ? std::optional(protocol::ErrorCode::RateLimited) : std::nullopt;
    });
    say(*couple.host, "first");
    network.settle();
    CHECK(messages(*couple.guest, Seat::Zero).empty());
    network.cut(*couple.host);
    say(*couple.host, "second");
    network.pass(10s);
    CHECK(messages(*couple.guest, Seat::Zero) == std::vector<std::string>{"first", "second"});
}

TEST_CASE("more messages than the server accepts at once keep their order") {
    Network network(1);
    Couple couple = sit_down(network);
    couple.guest->listens = true;
    network.cut(*couple.host);
    std::vector<std::string> written;
    for (int i = 0; i < 30; ++i)
        say(*couple.host, written.emplace_back(std::to_string(i)));
    network.pass(60s);
    CHECK(messages(*couple.guest, Seat::Zero) == written);
}

TEST_CASE("a spectator's message waits until they watch again") {
    Network network(1);
    Couple couple = sit_down(network, undecided()); // during a match, players don't read it
    auto watcher = network.client("Mira");
    watcher->session.request(protocol::Spectate{couple.room, "Mira", {}});
    network.settle();
    network.cut(*watcher);
    say(*watcher, "hello");
    network.pass(3s);
    CHECK(couple.guest->told("hello"));
}

TEST_CASE("messages are kept in the log if the seat is gone, and when the user quits") {
    Network network(1);
    Couple couple = sit_down(network);
    network.cut(*couple.host);
    say(*couple.host, "are you there?");
    SUBCASE("the server has lost the room") {
        network.stop_server(0);
        network.start_server();
        network.pass(10s);
        REQUIRE(couple.host->told("Your seat in room " + couple.room + " is gone"));
    }
    SUBCASE("the user quits") {
        couple.host->session.quit();
        REQUIRE(couple.host->session.ended());
    }
    CHECK(couple.host->told("Your message wasn't sent: are you there?"));
}

TEST_CASE("a message without an answer is named") {
    Network network(1);
    Couple couple = sit_down(network);
    network.frozen = true;
    say(*couple.host, "lost");
    network.cut(*couple.host);
    CHECK(couple.host->told("The server hadn't confirmed your message \"lost\"."));
}

} // namespace jaipur::client::test
