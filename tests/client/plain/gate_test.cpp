// A private server asks for its password in plain mode.
#include "tests/client/plain/plain_game.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

namespace {

constexpr const char* question =
    "Type the server's password, or paste an invitation link. An empty line cancels.";

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("the server's password is asked for, as a secret, until one is right") {
    PlainGame game;
    game.tell();
    CHECK_FALSE(game.frontend.wants_secret());
    game.model.gate = Gate{};
    CHECK(game.tell() ==
          Lines{"This server is private.",
                "To play here, enter the server's password. The person who invited you knows it.",
                question});
    CHECK(game.frontend.wants_secret());
    CHECK(game.tell().empty());
    CHECK(game.type(" wrong ").empty());
    CHECK(game.controls.keys == Lines{"wrong"});
    CHECK(game.frontend.wants_secret()); // the answer may take a while
    game.model.gate->refusals = 1;
    game.controls.on_key(protocol::Error{1, protocol::ErrorCode::WrongPassword, {}});
    CHECK(game.tell() == Lines{question}); // the log has said why
    CHECK(game.frontend.wants_secret());
    game.type("open sesame");
    CHECK(game.controls.keys == Lines{"wrong", "open sesame"});
    game.model.gate.reset();
    game.controls.on_key(protocol::Ok{2, {}});
    CHECK(game.tell().empty());
    CHECK_FALSE(game.frontend.wants_secret());
    game.type("rooms");
    CHECK(game.controls.keys.size() == 2);
}

TEST_CASE("an empty line stays outside") {
    PlainGame game;
    game.model.gate = Gate{true, true};
    const Lines said = game.tell();
    CHECK(said.front() == "You need a password to open a room.");
    CHECK(game.heard("You no longer have access to this server"));
    CHECK(game.heard("You can join other people's rooms without this password."));
    CHECK(game.type("") == Lines{"Cancelled."});
    CHECK(game.controls.stays_outside == 1);
    CHECK(game.controls.keys.empty());
}

TEST_CASE("what the log has just said about the end of the access isn't said again") {
    PlainGame game;
    game.model.gate = Gate{false, true, true};
    game.tell();
    CHECK(game.heard("This server is private."));
    CHECK_FALSE(game.heard("You no longer have access"));
}

TEST_CASE("somebody else got in: the next line is a command again") {
    PlainGame game;
    game.model.gate = Gate{};
    game.tell();
    game.model.gate.reset();
    game.tell();
    CHECK_FALSE(game.frontend.wants_secret());
    game.type("rooms");
    CHECK(game.controls.keys.empty());
    game.controls.last<protocol::ListRooms>();
}

TEST_CASE("enter asks for the password, and takes a link, as join does") {
    const std::string link = "http://example:7777/enter#" + std::string(43, 'A');
    PlainGame game;
    game.tell();
    CHECK(game.type("enter") == Lines{question});
    game.type("open sesame");
    game.controls.on_key(protocol::Ok{1, {}});
    CHECK_FALSE(game.frontend.wants_secret());
    game.type("enter " + link);
    game.type("join " + link);
    CHECK(game.controls.keys == Lines{"open sesame", link, link});
    CHECK(game.type("enter sesame").front().find("Type just enter") == 0);
}

TEST_CASE("where a password would be seen, enter takes only a link") {
    PlainGame game(InputFrom::Person, true);
    game.tell();
    CHECK(game.type("enter").front().find("Give the password with --server-password-file") == 0);
    CHECK_FALSE(game.frontend.wants_secret());
    const std::string link = "http://example:7777/enter#" + std::string(43, 'A');
    game.type("enter " + link);
    CHECK(game.controls.keys == Lines{link});
}

TEST_CASE("a script's commands wait until the server has answered an invitation") {
    PlainGame game(InputFrom::Pipe);
    game.model.gets_in = true;
    CHECK(game.tell().empty());
    CHECK_FALSE(game.frontend.wants_input());
    game.frontend.input_ended();
    CHECK(game.controls.quits == 0);
    game.model.gets_in = false;
    game.tell();
    CHECK(game.controls.quits == 1);
}

} // namespace jaipur::client::test
