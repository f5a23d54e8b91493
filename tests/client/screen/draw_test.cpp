// Whole screens, compared with reviewed texts.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/help.hpp"
#include "client/console/screen/parts.hpp"
#include "tests/client/screen/golden.hpp"
#include "tests/client/screen/sample.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using namespace std::chrono_literals;
using Code = Key::Code;

namespace {

Canvas shot(const Session& session, Size size = small, Charset charset = Charset::Utf8) {
    return draw(session.model, session.ui, size, charset, moment);
}

} // namespace

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

TEST_CASE("the end of a round") {
    Game game(11);
    game.play_round();
    Session session(at_table(game, Seat::One));
    check_golden_with_styles("round_over", shot(session));
    check_golden("round_over_ascii", shot(session, small, Charset::Ascii));
    session.type(U"v");
    check_golden("round_over_board", shot(session));
}

TEST_CASE("the end of a match") {
    Game game(11);
    game.play_match();
    const Seat winner = game.match.result->winner.value();
    Session session(at_table(game, winner));
    session.model.shuffle = {ShuffleVerdict::Status::Verified,
                             "The shuffle was fair: the proof fits what was agreed before."};
    session.model.room->players[other(winner)]->rematch = true;
    check_golden("match_won", shot(session));
    check_golden("match_won_ascii", shot(session, small, Charset::Ascii));
    check_golden("match_won_large", shot(session, large));
    Session loser(at_table(game, other(winner)));
    loser.model.shuffle = {ShuffleVerdict::Status::Mismatch,
                           "The deck that was dealt is not the one of the proof."};
    check_golden_with_styles("match_lost_unfair", shot(loser));
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

TEST_CASE("only the winner gets large letters") {
    Game game(11);
    game.play_match();
    const Seat winner = game.match.result->winner.value();
    const auto is_large = [](const Session& session) { return shows(shot(session), "█▀▀▀█"); };
    CHECK(is_large(Session(at_table(game, winner))));
    Session loser(at_table(game, other(winner)));
    CHECK_FALSE(is_large(loser));
    CHECK(shows(shot(loser), "Well traded."));
    const Session spectator(at_table(game, std::nullopt));
    CHECK_FALSE(is_large(spectator));
    CHECK(shows(shot(spectator), "Asha is the Maharaja's own trader"));
    CHECK_FALSE(shows(shot(spectator), "Well traded."));
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
