// The screens before a match, compared with reviewed texts.
#include "tests/client/screen/shot.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

TEST_CASE("the start menu") {
    Session session(at_menu());
    check_golden_with_styles("menu", shot(session));
    session.model.kept = {
        {"K7QX2M", Seat::Zero, "Asha"}, {"2ABC3D", Seat::One, "Asha"}, {"", std::nullopt, "Asha"}};
    session.changed();
    check_golden("menu_kept", shot(session));
    check_golden("menu_ascii", shot(session, small, Charset::Ascii));
    check_golden("menu_large", shot(session, large));
    Session connecting(offline());
    check_golden("menu_connecting", shot(connecting));
}

TEST_CASE("the forms") {
    Session session(at_menu());
    session.type(U"o");
    check_golden("form_new_room", shot(session));
    session.press(Code::Up);
    session.press(Code::Right);
    check_golden("form_new_room_open", shot(session));
    session.press(Code::Escape);
    session.type(U"j");
    session.type(U"k7qx2m");
    check_golden("form_join", shot(session));
    session.press(Code::Escape);
    session.type(U"b");
    check_golden("form_bot_ascii", shot(session, small, Charset::Ascii));
}

TEST_CASE("the form says what each choice about spectators means") {
    Session session(at_menu());
    session.type(U"o");
    session.press(Code::Up);
    CHECK(shows(shot(session), "They see only face-up cards, as each player does."));
    session.press(Code::Right);
    CHECK(shows(shot(session), "Not even people who know the room's code."));
    session.press(Code::Right);
    CHECK(shows(shot(session), "After each round, they see both hands."));
}

TEST_CASE("the list of public rooms") {
    Session session(at_menu());
    session.type(U"p");
    check_golden("rooms_asking", shot(session));
    add_rooms(session.model);
    session.changed();
    session.press(Code::Down);
    check_golden("rooms", shot(session));
    check_golden("rooms_ascii", shot(session, small, Charset::Ascii));
}

TEST_CASE("a waiting room") {
    Session session(waiting_alone());
    check_golden("waiting_alone", shot(session));
    session.model = waiting_for_ready();
    session.changed();
    check_golden("waiting_ready", shot(session));
    check_golden("waiting_ascii", shot(session, small, Charset::Ascii));
    check_golden("waiting_large", shot(session, large));
    session.model.room->players[Seat::One]->missed_reveals = 2;
    session.model.room->fair.aborted = 2;
    session.changed();
    check_golden("waiting_missed", shot(session));
}

TEST_CASE("removing somebody") {
    Session session(waiting_for_ready());
    session.model.room->owner = Seat::Zero;
    session.changed();
    check_golden("waiting_owner", shot(session));
    session.type(U"k");
    session.model.spectators = protocol::SpectatorList{};
    for (protocol::SpectatorNumber number = 1; number <= 12; ++number)
        session.model.spectators->spectators.push_back({number, "王さん the watcher"});
    session.model.spectators->spectators[1].name.reset();
    session.changed();
    check_golden("ask_remove", shot(session));
    for (int i = 0; i < 8; ++i)
        session.press(Code::Down);
    check_golden("ask_remove_ascii", shot(session, small, Charset::Ascii));
}
