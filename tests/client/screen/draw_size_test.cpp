// Screens of any size: small ones are compared with reviewed texts.
#include "client/console/screen/help.hpp"
#include "tests/client/screen/shot.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using namespace std::chrono_literals;
using Code = Key::Code;

TEST_CASE("the help fits into 60 columns and more") {
    for (int columns : {60, 80, 200})
        for (const HelpLine& line : help_lines(columns)) {
            INFO(line.right);
            CHECK(width(line.right, Charset::Utf8) <=
                  std::min(columns, 80) - (line.left.empty() ? 10 : 25));
        }
}

TEST_CASE("a small screen shows the whole table") {
    Session session(at_table(mid_game(), Seat::One));
    check_golden_with_styles("small_table", shot(session, smallest));
    check_golden("small_table_80x23", shot(session, {80, 23}));
    check_golden("small_table_80x20", shot(session, {80, 20}));
    check_golden("small_table_60x24", shot(session, {60, 24}));
    session.type(U"pppp");
    check_golden("small_picked", shot(session, smallest));
    session.type(U"t");
    session.type(U"Well played!");
    check_golden("small_chat", shot(session, smallest));
    session.press(Code::Escape);
    session.type(U"?");
    check_golden("small_help", shot(session, smallest));
    Session watching(at_open_table(mid_game()));
    add_clock(watching.model, 245s, 8300ms);
    check_golden("small_watching", shot(watching, smallest, Charset::Ascii));
}

TEST_CASE("the other scenes on a small screen") {
    Session menu(at_menu());
    menu.model.kept = {{"K7QX2M", Seat::Zero, "Asha"}, {"2ABC3D", Seat::One, "Asha"}};
    menu.changed();
    check_golden("small_menu", shot(menu, smallest));
    menu.type(U"o");
    menu.press(Code::Up);
    menu.press(Code::Right);
    check_golden("small_form", shot(menu, smallest));
    menu.press(Code::Escape);
    menu.type(U"p");
    add_rooms(menu.model);
    check_golden("small_rooms", shot(menu, smallest));
    check_golden("small_waiting", shot(Session(waiting_for_ready()), smallest));
    Game game(11);
    game.play_round();
    check_golden("small_round_over", shot(Session(at_table(game, Seat::One)), smallest));
    game.play_match();
    Session loser(at_table(game, other(game.match.result->winner.value())));
    loser.model.shuffle = {ShuffleVerdict::Status::Mismatch,
                           "The deck that was dealt is not the one of the proof."};
    check_golden("small_match_lost", shot(loser, smallest));
}

TEST_CASE("a window that is too small gets a notice, and can be left") {
    Session session(at_table(mid_game(), Seat::One));
    const Canvas canvas = shot(session, {59, 20});
    CHECK(shows(canvas, "This window is 59 × 20, and the game needs 60 × 20."));
    CHECK(shows(canvas, "press s for plain mode, q to quit"));
    for (Size size : {Size{0, 0}, Size{1, 1}, Size{60, 19}, Size{3, 200}})
        CHECK(shot(session, size).size() == size);
    const auto asked = [&](char32_t letter) { return update_unseen(session.ui, key(letter)).asks; };
    REQUIRE(asked(U'q').size() == 1);
    CHECK(std::holds_alternative<Quit>(asked(U'q')[0]));
    REQUIRE(asked(U's').size() == 1);
    CHECK(std::holds_alternative<UsePlainMode>(asked(U's')[0]));
    CHECK(asked(U'1').empty()); // nobody sees what it would do
    CHECK(update_unseen(session.ui, key(U'1')).ui == session.ui);
}

TEST_CASE("every scene can be drawn at every size") {
    std::vector<Session> sessions;
    sessions.emplace_back(at_menu());
    sessions.emplace_back(at_menu()).type(U"o");
    sessions.emplace_back(at_menu()).type(U"p");
    add_rooms(sessions.back().model);
    sessions.emplace_back(waiting_alone());
    sessions.emplace_back(at_table(mid_game(), Seat::Zero));
    sessions.emplace_back(at_table(mid_game(), Seat::One)).type(U"?");
    sessions.emplace_back(at_open_table(mid_game())).type(U"q");
    Game game(5);
    game.play_match();
    sessions.emplace_back(at_table(game, Seat::Zero));
    jaipur::test::Random random(3);
    for (const Session& session : sessions)
        for (int i = 0; i < 60; ++i) {
            const Size size{static_cast<int>(random.below(220)),
                            static_cast<int>(random.below(80))};
            const auto charset = static_cast<Charset>(random.below(3));
            const Canvas canvas = shot(session, size, charset);
            CHECK(canvas.size() == size);
            if (charset == Charset::Ascii)
                for (char c : text_of(canvas))
                    REQUIRE((c == '\n' || (c >= ' ' && c <= '~')));
        }
}
