// How the plain frontend handles input and its end.
#include "client/console/plain/plain.hpp"
#include "tests/client/network.hpp"
#include "tests/client/plain/plain_game.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

namespace jaipur::client::test {

namespace {

// A frontend that reads from a pipe, in front of a real session.
struct Script {
    Network network{50};
    std::unique_ptr<Client> client;
    std::vector<std::string> heard;
    std::unique_ptr<PlainFrontend> frontend;

    explicit Script(bool server_is_up) {
        network.server_is_up = server_is_up;
        client = network.client("Asha");
        frontend = std::make_unique<PlainFrontend>(
            client->model(), client->session,
            [this](std::string_view line) { heard.emplace_back(line); },
            PlainOptions{InputFrom::Pipe});
        client->session.show_on(frontend.get());
        frontend->changed();
    }

    Script(const Script&) = delete;
    Script& operator=(const Script&) = delete;

    ~Script() { client->session.show_on(nullptr); }

    void run(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) {
            REQUIRE(frontend->wants_input());
            frontend->line(line);
            network.settle();
        }
        frontend->input_ended();
        network.settle();
    }

    long lines_with(std::string_view words) const {
        return std::count_if(heard.begin(), heard.end(), [&](const std::string& line) {
            return line.find(words) != std::string::npos;
        });
    }
};

} // namespace

TEST_CASE("plain: a line that was asked for before the connection waits for the answers, too") {
    PlainGame game(InputFrom::Pipe);
    game.model.link.state = LinkState::Connecting;
    game.tell();
    game.frontend.obey(command::New{});
    CHECK(game.frontend.wants_input());
    game.model.link.state = LinkState::Online;
    game.tell();
    game.type("quit");
    CHECK(game.controls.quits == 0);
    game.controls.answer(protocol::Ok{1, {}});
    game.tell();
    CHECK(game.controls.quits == 1);
}

TEST_CASE("plain: a person may type at any time, a pipe waits for each answer") {
    PlainGame person;
    CHECK(person.frontend.wants_input());
    PlainGame game(InputFrom::Pipe);
    game.model.link.state = LinkState::Connecting;
    game.tell();
    CHECK(game.frontend.wants_input()); // only to know of its end: see input_test.cpp
    game.model.link.state = LinkState::Online;
    game.tell();
    CHECK(game.frontend.wants_input());
    game.type("new");
    CHECK_FALSE(game.frontend.wants_input());
    game.controls.answer(protocol::Ok{1, {}});
    CHECK(game.frontend.wants_input());

    game.sit_down();
    game.opponent();
    game.type("wait");
    CHECK_FALSE(game.frontend.wants_input());
    game.play(Seat::One);
    CHECK_FALSE(game.frontend.wants_input());
    game.model.view->turn = Seat::Zero;
    CHECK(game.frontend.wants_input());
    game.type("take gold");
    game.controls.answer(protocol::Ok{2, {}});
    CHECK_FALSE(game.frontend.wants_input()); // the view is still to come
    ++game.model.view->ply;
    game.model.view->turn = Seat::One;
    CHECK(game.frontend.wants_input());
    game.type("wait");
    game.model.room->phase = game.model.view->phase = Phase::RoundOver;
    CHECK(game.frontend.wants_input());
    game.tell();
    game.type("ready");
    game.type("wait"); // for the next round
    CHECK_FALSE(game.frontend.wants_input());
    game.play(Seat::Zero);
    game.model.view->round = 2;
    CHECK(game.frontend.wants_input());
    game.type("say a");
    CHECK_FALSE(game.frontend.wants_input());
    game.model.link.state = LinkState::Retrying; // answers may never come
    game.tell();
    CHECK(game.frontend.wants_input());
}

TEST_CASE("plain: the end of the input ends the program, unless it is a spectator's") {
    PlainGame game(InputFrom::Pipe);
    game.frontend.input_ended();
    CHECK(game.controls.quits == 1);
    CHECK_FALSE(game.frontend.wants_input());
    PlainGame watcher(InputFrom::Pipe);
    watcher.sit_down();
    watcher.model.seat.reset();
    watcher.play(Seat::Zero);
    watcher.frontend.input_ended();
    watcher.tell();
    CHECK(watcher.controls.quits == 0);
    watcher.model.room->phase = watcher.model.view->phase = Phase::MatchOver;
    watcher.tell();
    CHECK(watcher.controls.quits == 1);
}

TEST_CASE("plain: after the end of the input nobody waits for a connection") {
    for (const bool typed : {false, true}) {
        Script script(false);
        if (!typed)
            script.frontend->obey(command::Rooms{});
        script.run(typed ? std::vector<std::string>{"rooms"} : std::vector<std::string>{});
        CHECK_FALSE(script.client->session.ended());
        for (int i = 0; i < 200 && !script.client->session.ended(); ++i)
            script.network.pass(100ms); // the program ends at once
        CHECK(script.client->session.ended());
        CHECK(script.frontend->failed());
        CHECK(script.client->model().link.attempt == PlainFrontend::most_tries);
        CHECK(script.lines_with("Connection refused. Trying again.") ==
              PlainFrontend::most_tries - 1);
        CHECK(script.heard.back() ==
              "Can't reach example:7777: Connection refused. There is no more input: giving up "
              "after attempt 3.");
    }
}

TEST_CASE("plain: a person or an open input waits for a connection") {
    Script script(false);
    script.frontend->line("rooms");
    script.network.pass(60s);
    CHECK_FALSE(script.client->session.ended());
    // Queued commands run in order, each after the answer to the previous one.
    script.frontend->line("new");
    script.network.start_server();
    script.network.pass(20s);
    CHECK(script.lines_with("There are no public rooms.") == 1);
    CHECK(script.client->model().room_code);
    CHECK_FALSE(script.frontend->failed());
    // The queue is bounded.
    Script endless(false);
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(endless.frontend->wants_input());
        endless.frontend->line("look");
    }
    CHECK_FALSE(endless.frontend->wants_input());
    PlainGame person;
    person.model.link = {LinkState::Retrying, 9, {}, "Can't reach example:7777."};
    person.tell();
    CHECK(person.controls.quits == 0);
    person.frontend.input_ended(); // the person gives up
    CHECK(person.controls.quits == 1);
    CHECK(person.frontend.failed());
    CHECK(person.said.back() == "Can't reach example:7777.");
    PlainGame hasty;
    hasty.model.link = {LinkState::Connecting, 0, {}, {}};
    hasty.tell();
    hasty.frontend.input_ended();
    CHECK(hasty.controls.quits == 1);
    CHECK(hasty.frontend.failed());
    CHECK(hasty.said.empty());
}

TEST_CASE("plain: commands before the end of the input run if the connection comes in time") {
    Script script(false);
    script.run({"rooms", "bot"});
    script.network.start_server();
    script.network.pass(2s);
    CHECK(script.lines_with("There are no public rooms.") == 1);
    CHECK(script.lines_with("You have a seat in room") == 1);
    CHECK(script.client->session.ended());
    CHECK_FALSE(script.frontend->failed());
}

TEST_CASE("plain: a refused client leaves with the input and says so") {
    const std::string last = "There is no more input, and no room: the program ends here.";
    for (const char* line : {"join ABCDEF", "watch ABCDEF", "join ABCDEF secret", "resume"}) {
        CAPTURE(line);
        Script script(true);
        script.run({line});
        CHECK(script.frontend->failed());
        CHECK(script.heard.back() == last);
        CHECK(script.client->session.ended());
    }
    // A client that got in after all has not failed, nor has a person.
    Script script(true);
    script.run({"join ABCDEF", "new"});
    CHECK_FALSE(script.frontend->failed());
    CHECK(script.heard.back() != last);
    PlainGame person;
    person.tell();
    person.type("join ABCDEF");
    person.controls.answer(protocol::Error{1, protocol::ErrorCode::NoSuchRoom, {}});
    person.frontend.input_ended();
    CHECK_FALSE(person.frontend.failed());
    CHECK(person.controls.quits == 1);
}

} // namespace jaipur::client::test
