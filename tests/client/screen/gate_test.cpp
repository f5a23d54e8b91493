// A private server asks for its password.
#include "tests/client/screen/shot.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

namespace {

constexpr std::u32string_view invitation =
    U"jaipur.example:7777/enter#pQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

std::string words_on(const Session& session) {
    return text_of(shot(session));
}

void reply_to(Session& session, const Controls::Reply& reply) {
    session.ui = answered(session.ui, reply).ui;
    session.changed();
}

std::string asked_key(const Session& session) {
    const auto* enter =
        session.asks.empty() ? nullptr : std::get_if<EnterServer>(&session.asks.back());
    return enter != nullptr ? enter->key : "";
}

// The user wanted to open a room.
Session at_gate(const Gate& gate = {}) {
    Session session(at_menu());
    session.type(U"o");
    session.press(Code::Enter);
    REQUIRE(session.asked<protocol::CreateRoom>());
    session.model.gate = gate;
    session.changed();
    return session;
}

void refuse(Session& session, const std::string& why) {
    ++session.model.gate->refusals;
    session.model.gate->refusal = why;
    reply_to(session, protocol::Error{2, protocol::ErrorCode::WrongPassword, {}});
}

} // namespace

TEST_CASE("the gate is a separate page, at any size") {
    Session session = at_gate();
    check_golden("gate", shot(session));
    check_golden("small_gate", shot(at_gate({false, true}), smallest));
    check_golden("gate_rooms", shot(at_gate({true}), {80, 23}));
    session.type(U"open sesame");
    refuse(session, "Wrong server password. Check it and try again.");
    check_golden("gate_wrong", shot(session));
}

TEST_CASE("the password is shown as dots, unless the user wants to see it") {
    Session session = at_gate();
    session.type(U"open sesame");
    CHECK(words_on(session).find("•••••••••••") != std::string::npos);
    CHECK(words_on(session).find("sesame") == std::string::npos);
    session.press(key(ctrl_p));
    CHECK(words_on(session).find("open sesame") != std::string::npos);
    session.press(Code::Enter);
    CHECK(asked_key(session) == "open sesame");
    session.press(Code::Enter); // not twice
    CHECK(session.asks.size() == 2);
}

TEST_CASE("after the gate, the user is where they were") {
    Session session = at_gate();
    session.press(Code::Enter);
    CHECK(session.ui.notice == "Enter the password first.");
    session.type(U"wrong");
    session.press(Code::Enter);
    refuse(session, "Wrong server password. Check it and try again.");
    CHECK(session.ui.notice == "Wrong server password. Check it and try again.");
    CHECK(session.ui.page == Page::Server);
    session.press(key(char32_t{0x15}));
    session.type(U"open sesame");
    session.press(Code::Enter);
    CHECK(asked_key(session) == "open sesame");
    session.model.gate.reset();
    reply_to(session, protocol::Ok{3, {}});
    CHECK(session.ui.page == Page::NewRoom);
    CHECK(session.ui.form.server_password.text.empty());
    CHECK(session.ui.asked == Asked::Something); // the room is still to come
    CHECK(words_on(session).find("You're in.") != std::string::npos);
}

TEST_CASE("Escape stays outside, and the form can be sent again") {
    Session session = at_gate();
    session.press(Code::Escape);
    REQUIRE(session.asks.size() == 2);
    CHECK(std::holds_alternative<StayOutside>(session.asks.back()));
    session.model.gate.reset();
    reply_to(session, protocol::Error{1, protocol::ErrorCode::ServerLocked, {}});
    CHECK(session.ui.page == Page::NewRoom);
    CHECK(session.ui.notice.find("This server is private.") == 0);
    session.press(Code::Enter);
    CHECK(session.asks.size() == 3);
}

TEST_CASE("Escape before the server has answered to a password says that the form was refused") {
    Session session = at_gate();
    session.type(U"open barley");
    session.press(Code::Enter);
    session.press(Code::Escape);
    session.model.gate.reset();
    reply_to(session, protocol::Error{1, protocol::ErrorCode::ServerLocked, {}});
    CHECK(session.ui.notice.find("This server is private.") == 0);
    CHECK(session.ui.asked == Asked::Nothing);
}

TEST_CASE("an invitation link is used, in the gate and where a room's link is expected") {
    Session gate = at_gate();
    gate.type(invitation);
    gate.press(Code::Enter);
    CHECK(asked_key(gate) == utf8(LineEdit{std::u32string(invitation), 0}));

    for (const std::u32string_view page : {U"j", U"w"}) {
        Session session(at_menu());
        session.type(page);
        session.type(invitation);
        session.press(Code::Enter);
        CHECK(asked_key(session) == asked_key(gate));
        reply_to(session, protocol::Ok{1, {}});
        CHECK(session.ui.page == Page::Menu);
        CHECK(session.ui.done.find("You're in.") == 0);
    }
    Session broken(at_menu());
    broken.type(U"j");
    broken.type(invitation.substr(0, 40));
    broken.press(Code::Enter);
    CHECK(broken.asks.empty());
    CHECK(broken.ui.notice.find("This invitation no longer works.") == 0);
    Session elsewhere(at_menu());
    elsewhere.type(U"j");
    elsewhere.type(U"other.");
    elsewhere.type(invitation);
    elsewhere.press(Code::Enter);
    CHECK(elsewhere.asks.empty());
    CHECK(elsewhere.ui.notice.find("This invitation is for other.jaipur.example:7777.") == 0);
}
