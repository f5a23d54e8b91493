// Clicks, as a user sees what to click: by the text on the screen.
#include "client/console/screen/parts.hpp"
#include "tests/client/screen/shot.hpp"
#include "tests/client/screen/tables.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

namespace {

// Where this text begins.
Point place_of(const Canvas& canvas, std::string_view text) {
    for (Point at; at.y < canvas.size().height; ++at.y) {
        for (at.x = 0; at.x < canvas.size().width; ++at.x) {
            std::string from_here;
            for (int x = at.x; x < canvas.size().width; ++x)
                from_here += canvas.at({x, at.y}).text;
            if (from_here.starts_with(text))
                return at;
        }
    }
    FAIL("not shown: " << text);
    return {};
}

// Whether that does anything.
bool click(Session& session, std::string_view text, Size size = small) {
    const Canvas canvas = shot(session, size);
    const auto key = canvas.key_at(place_of(canvas, text));
    if (key)
        session.press(*key);
    return key.has_value();
}

std::string asked_for(const Session& session) {
    const auto* act = session.asked<protocol::Act>();
    return act == nullptr ? "" : jaipur::test::words(act->action);
}

} // namespace

TEST_CASE("cards are picked and played with the mouse, at every size") {
    for (const Size size : {smallest, small, Size{80, 23}, large, Size{160, 50}}) {
        Session session(some_table());
        CHECK(click(session, "═ 1 ═", size)); // the cursor is there
        CHECK(session.ui.selection.market[0]);
        CHECK(click(session, "✓ Take a diamond", size)); // the sentence
        CHECK(asked_for(session) == "take diamond");
        session = Session(some_table());
        for (int i = 0; i < 3; ++i)
            session.press({Code::HandCard, 3 + i});
        CHECK(click(session, "Enter play", size)); // the bar
        CHECK(asked_for(session) == "sell 3 cloth");
        session = Session(some_table());
        CHECK(click(session, "∩ ×2", size));
        CHECK(session.ui.selection.camels == 1);
        CHECK(click(session, "c ", size)); // the first cloth, by its key
        CHECK(session.ui.selection.hand[3]);
        CHECK_FALSE(click(session, "Jaipur", size));
    }
}

TEST_CASE("overlapping cards are picked by what is seen of them") {
    Session session(at_table(mid_game(), Seat::One)); // seven cards
    const Canvas canvas = shot(session, smallest);
    const Point first = place_of(canvas, "│Diamon");
    for (int card = 0; card < 7; ++card)
        CHECK(canvas.key_at({first.x + 7 * card + 6, first.y}) == Key{Code::HandCard, card});
}

TEST_CASE("keys at the bottom, menus, forms and lists are clicked") {
    Session session(at_menu());
    CHECK(click(session, "Open a room for a friend"));
    CHECK(session.ui.page == Page::NewRoom);
    CHECK(click(session, "Seals to win"));
    CHECK(click(session, "2 ▶"));
    CHECK(session.ui.form.options.seals == 3);
    CHECK(click(session, "◀ 3"));
    CHECK(session.ui.form.options.seals == 2);
    CHECK(click(session, "Esc back"));
    CHECK(session.ui.page == Page::Menu);
    CHECK(click(session, "Public rooms"));
    add_rooms(session.model);
    session.changed();
    CHECK(click(session, "7QX2MK"));
    CHECK(session.ui.row == 1);
    CHECK(click(session, "7QX2MK")); // again: enters it
    CHECK(session.asked<protocol::JoinRoom>());
}

TEST_CASE("a question covers what is below it") {
    Session session(some_table());
    session.type(U"x");
    CHECK_FALSE(click(session, "Resign?"));
    CHECK(click(session, "n  no"));
    CHECK(session.ui.overlay == Overlay::None);
    Session owner(waiting_for_ready());
    owner.model.room->owner = Seat::Zero;
    owner.model.spectators = protocol::SpectatorList{{{1, "Wim"}, {2, {}}}};
    owner.type(U"k");
    CHECK(click(owner, "- spectator 1, Wim"));
    CHECK(click(owner, "Enter  yes"));
    REQUIRE(owner.asked<protocol::Remove>());
    CHECK(*owner.asked<protocol::Remove>() == protocol::Remove{protocol::SpectatorNumber{1}});
}

TEST_CASE("the wheel scrolls, and a click on the log opens the history") {
    Session session(at_table(mid_game(), Seat::One));
    session.press(Code::WheelUp);
    CHECK(session.ui.log_back == 3);
    session.press(Code::WheelDown);
    CHECK(session.ui.log_back == 0);
    CHECK(click(session, "What happened"));
    CHECK(session.ui.overlay == Overlay::History);
    session.press(Code::WheelUp);
    CHECK(session.ui.history_back == 3);
    CHECK(session.ui.overlay == Overlay::History);
    session.press(Code::Escape);
    session.type(U"?");
    session.press(Code::WheelDown);
    CHECK(session.ui.help_top == 3);
}

TEST_CASE("with the mouse, the waiting room says how to select the code") {
    Session session(waiting_alone());
    const auto is_told = [&] { return shows(shot(session), "hold Shift"); };
    CHECK_FALSE(is_told());
    session.ui.mouse = Mouse::On;
    CHECK(is_told());
}
