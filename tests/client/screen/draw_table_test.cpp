// The table and what can cover it, compared with reviewed texts.
#include "client/console/screen/parts.hpp"
#include "tests/client/screen/shot.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using namespace std::chrono_literals;
using Code = Key::Code;

TEST_CASE("the table in play") {
    Session session(at_table(mid_game(), Seat::One));
    check_golden_with_styles("table", shot(session));
    check_golden("table_ascii", shot(session, small, Charset::Ascii));
    check_golden("table_large", shot(session, large));
    check_golden("table_wide", shot(session, {160, 50}));
    check_golden("table_tall", shot(session, {80, 50}));
    session.model = at_table(mid_game(), Seat::Zero);
    session.changed();
    check_golden("table_other_turn", shot(session));
}

TEST_CASE("picked cards, and what they would do") {
    Session session(at_table(mid_game(), Seat::One));
    session.type(U"pppp");
    check_golden_with_styles("picked_sale", shot(session));
    session.press(Code::Escape);
    session.type(U"13");
    check_golden("picked_half_exchange", shot(session));
}

TEST_CASE("clocks, absence, a lost connection") {
    Session session(at_table(mid_game(), Seat::One));
    add_clock(session.model, 245s, 8300ms);
    session.model.view_at = moment - 1s;
    session.model.room->players[Seat::Zero]->connected = false;
    session.model.room->players[Seat::Zero]->claim_in = 65'000;
    session.model.room_at = moment - 5s;
    check_golden("table_clock", shot(session));
    session.model.room->players[Seat::Zero]->claim_in = 0;
    session.model.link = {LinkState::Retrying, 2, moment + 2500ms, "The server closed the line."};
    check_golden("table_broken_line", shot(session));
}

TEST_CASE("a server of our own that has ended") {
    Session session(at_table(mid_game(), Seat::One));
    const std::string reason =
        "The server that this program started has ended. To start again and return to your seat, "
        "run: ./jaipur play --listen 127.0.0.1:7778";
    session.model.log.push_back({LogLine::Kind::Warning, std::nullopt, reason});
    session.model.link = {LinkState::Closed, 1, moment, reason};
    check_golden("server_ended", shot(session, {80, 23}));
    check_golden("small_server_ended", shot(session, smallest));
}

TEST_CASE("a move that takes long") {
    Session session(at_table(mid_game(), Seat::One));
    auto& model = session.model;
    model.view->move_in = 600'000;
    model.view_at = moment - 539s;
    CHECK_FALSE(shows(shot(session), "1:01")); // not short yet
    model.view_at = moment - 555s;
    check_golden("table_short_move", shot(session));
    const Seat slow = *model.view->turn;
    Session waiting(at_table(mid_game(), other(slow)));
    waiting.model.room->players[slow]->overdue = true;
    waiting.type(U"w");
    check_golden("ask_claim_slow", shot(waiting));
}

TEST_CASE("the page of everything that has happened") {
    Session session(at_table(mid_game(), Seat::One));
    session.model.log.push_back({LogLine::Kind::Chat, Seat::Zero, "Asha: Your turn!"});
    session.type(U"h");
    check_golden("history", shot(session));
    CHECK(shows(shot(session), "Asha: Your turn!"));
    session.press(Code::Home);
    CHECK(shows(shot(session, smallest), "Round 1 begins."));
    CHECK_FALSE(shows(shot(session, smallest), "Asha: Your turn!"));
    for (int i = 0; i < 9; ++i)
        session.press(Code::PageDown);
    CHECK(session.ui.history_back == 0);
    session.press(Code::Up);
    CHECK(session.ui.history_back == 1);
    session.type(U"h");
    CHECK(session.ui.overlay == Overlay::None);
}

TEST_CASE("a spectator learns who reads what they write") {
    Session session(at_table(mid_game(), std::nullopt));
    session.type(U"t");
    CHECK(shows(shot(session), "To spectators: "));
    session.model.view->phase = Phase::MatchOver;
    CHECK(shows(shot(session), "Say: "));
}

TEST_CASE("spectators see the same table without a hand") {
    Session session(at_table(mid_game(), std::nullopt));
    check_golden("watching", shot(session));
    session.model = at_open_table(mid_game());
    session.changed();
    check_golden("watching_open", shot(session));
}

TEST_CASE("overlays") {
    Session session(at_table(mid_game(), Seat::One));
    session.type(U"x");
    check_golden("ask_resign", shot(session));
    session.press(Code::Escape);
    session.type(U"q");
    check_golden("ask_leave", shot(session));
    session.press(Code::Escape);
    session.type(U"t");
    session.type(U"Well played! 王さん");
    check_golden("chat", shot(session));
    session.press(Code::Escape);
    session.type(U"?");
    check_golden("help", shot(session));
    session.press(Code::PageDown);
    session.press(Code::PageDown);
    session.press(Code::PageDown);
    check_golden("help_end", shot(session));
}

TEST_CASE("names in any script do not move the columns") {
    const auto lines = [](const Canvas& canvas) {
        // Columns of the vertical lines of the first card's sides tell whether a line is shifted.
        std::vector<int> columns;
        for (int y = 0; y < canvas.size().height; ++y)
            for (int x = 0; x < canvas.size().width; ++x)
                if (canvas.at({x, y}).text == "│")
                    columns.push_back(y * canvas.size().width + x);
        return columns;
    };
    Session session(at_table(mid_game(), Seat::One));
    const auto before = lines(shot(session));
    for (std::string name :
         {"王小明王小明王小明王小明王小明王小明王小", "Zoë", "שלום עולם", "आशा भोसले",
          "🐪🐪🐪🐪🐪🐪🐪🐪🐪🐪", "e\u0301e\u0301e\u0301", "a\u202eb\x1b[31mc"}) {
        session.model.room->players[Seat::Zero]->name = name;
        const Canvas canvas = shot(session);
        CHECK(lines(canvas) == before);
        CHECK(text_of(canvas).find('\x1b') == std::string::npos);
    }
    session.model.room->players[Seat::Zero]->name = "王小明王小明王小明王小明王小明王小明王小";
    session.model.log.push_back({LogLine::Kind::Chat, Seat::Zero, "王小明: 你好，朋友！🐪"});
    check_golden("table_wide_name", shot(session));
}

TEST_CASE("the log scrolls by the lines it shows, without accounts of rounds") {
    Session session(at_table(mid_game(), Seat::Zero));
    auto& log = session.model.log;
    log.clear();
    for (const char* text : {"first", "second", "third", "fourth"}) {
        log.push_back({LogLine::Kind::Game, std::nullopt, text});
        for (int i = 0; i < 10; ++i)
            log.push_back({LogLine::Kind::Account, Seat::Zero, "so many tokens"});
    }
    REQUIRE(lines_of_log(session.model).size() == 4);
    CHECK(lines_of_log(session.model).back()->text == "fourth");
    CHECK(shows(shot(session), "fourth"));
    CHECK_FALSE(shows(shot(session), "so many tokens"));
    for (int i = 0; i < 9; ++i)
        session.press(Key::Code::PageUp);
    CHECK(session.ui.log_back == 3); // the oldest stays in sight
    CHECK(shows(shot(session), "first"));
    CHECK_FALSE(shows(shot(session), "second"));
    session.press(Key::Code::PageDown);
    CHECK(session.ui.log_back == 0);
}

TEST_CASE("a lying server's table can be drawn") {
    Session session(at_table(mid_game(), Seat::One));
    protocol::View& view = *session.model.view;
    for (auto& trader : view.players.values) {
        trader.hand = GoodCounts{};
        for (Good good : all_goods)
            (*trader.hand)[good] = 255;
        trader.herd = 255;
        trader.seals = 255;
        trader.hand_size = 255;
    }
    view.market.clear();
    view.deck = 255;
    view.ply = 4'000'000'000;
    session.changed();
    for (int i = 0; i < 30; ++i)
        session.press(Code::Right);
    session.type(U"12345dddddddgggggmmmmmmm");
    session.press(Code::Down);
    session.press(Code::Enter);
    CHECK(shot(session).size() == small);
    view.phase = Phase::RoundOver; // without any result
    session.changed();
    CHECK(shot(session).size() == small);
    view.phase = Phase::MatchOver;
    session.changed();
    CHECK(shot(session).size() == small);
    CHECK(seals_won(0, 1'000) == seals_won(0, protocol::seals_bounds.max)); // not a thousand stars
}
