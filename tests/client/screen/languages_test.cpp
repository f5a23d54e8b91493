// Every scene in every language: nothing may be cut. German is compared with reviewed texts,
// because its words are the longest.
#include "client/console/screen/parts.hpp"
#include "protocol/hash.hpp"
#include "tests/client/screen/shot.hpp"
#include "tests/client/speaking.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <map>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using jaipur::client::test::Speaking;
using Code = Key::Code;

namespace {

constexpr std::array sizes{smallest, Size{80, 23}, small, large};

Session typed(Model model, std::u32string_view keys) {
    Session session(std::move(model));
    session.type(keys);
    return session;
}

Session form(char32_t letter, int last_steps) {
    Session session = typed(at_menu(), {&letter, 1});
    session.press(Code::Up); // the last field
    for (int i = 0; i < last_steps; ++i)
        session.press(Code::Right);
    return session;
}

Session public_rooms() {
    Session session = typed(at_menu(), U"p");
    add_rooms(session.model);
    session.changed();
    return session;
}

Session kept_seats() {
    Session session(at_menu());
    session.model.kept = {{"K7QX2M", Seat::Zero, "Asha"}, {"", std::nullopt, "Asha"}};
    session.changed();
    return session;
}

Session with_clock() {
    Session session(at_table(mid_game(), Seat::One));
    add_clock(session.model, std::chrono::seconds(245), std::chrono::milliseconds(8300));
    session.model.room->players[Seat::Zero]->connected = false;
    session.model.room->players[Seat::Zero]->claim_in = 65'000;
    session.model.room_at = moment;
    return session;
}

Session broken() {
    Session session(at_table(mid_game(), Seat::One));
    session.model.link = {LinkState::Retrying, 8, moment + std::chrono::seconds(20), "reset"};
    return session;
}

Session gate(const Gate& at) {
    Session session(at_menu());
    session.model.gate = at;
    session.changed();
    return session;
}

Model owned(Model model) {
    model.room->owner = model.seat;
    model.room->spectators = 0;
    return model;
}

Session people() {
    Session session(owned(waiting_for_ready()));
    session.type(U"k");
    session.model.spectators = protocol::SpectatorList{};
    for (protocol::SpectatorNumber number = 1; number <= 12; ++number)
        session.model.spectators->spectators.push_back({number, "the curious watcher"});
    session.changed();
    return session;
}

Session other_device() {
    Session session(at_table(mid_game(), Seat::One));
    session.ui = answered(session.ui, protocol::Ok{1, protocol::SeatKey{{}, 600'000}}).ui;
    return session;
}

Session played(int rounds, Seat seat) {
    Game game(11);
    if (rounds == 1)
        game.play_round();
    else
        game.play_match();
    return Session(at_table(game, seat));
}

Session finished(bool won) {
    Game game(11);
    game.play_match();
    const Seat winner = game.match.result->winner.value();
    return Session(at_table(game, won ? winner : other(winner)));
}

// By name, made anew in each language.
const std::map<std::string, std::function<Session()>>& scenes() {
    static const std::map<std::string, std::function<Session()>> all{
        {"menu", kept_seats},
        {"form_bot", [] { return form(U'b', 5); }},
        {"form_room", [] { return form(U'o', 1); }},
        {"form_join", [] { return typed(at_menu(), U"j"); }},
        {"form_quick", [] { return form(U'f', 5); }},
        {"form_watch", [] { return typed(at_menu(), U"w"); }},
        {"rooms", public_rooms},
        {"gate", [] { return gate(Gate{false, true}); }},
        {"gate_rooms", [] { return gate(Gate{true, true}); }},
        {"alone", [] { return Session(waiting_alone()); }},
        {"qr", [] { return typed(waiting_alone(), U"i"); }},
        {"waiting", [] { return Session(waiting_for_ready()); }},
        {"table", [] { return Session(at_table(mid_game(), Seat::One)); }},
        {"other_turn", [] { return Session(at_table(mid_game(), Seat::Zero)); }},
        {"watching", [] { return Session(at_table(mid_game(), std::nullopt)); }},
        {"open", [] { return Session(at_open_table(mid_game())); }},
        {"sale", [] { return typed(at_table(mid_game(), Seat::One), U"pppp"); }},
        {"exchange", [] { return typed(at_table(mid_game(), Seat::One), U"13"); }},
        {"clock", with_clock},
        {"broken", broken},
        {"talk", [] { return typed(at_table(mid_game(), Seat::One), U"t"); }},
        {"people", people},
        {"people_nobody", [] { return typed(owned(at_table(mid_game(), Seat::One)), U"k"); }},
        {"resign", [] { return typed(at_table(mid_game(), Seat::One), U"x"); }},
        {"leave", [] { return typed(at_table(mid_game(), Seat::One), U"q"); }},
        {"other_device", other_device},
        {"help", [] { return typed(at_table(mid_game(), Seat::One), U"?"); }},
        {"history", [] { return typed(at_table(mid_game(), Seat::One), U"h"); }},
        {"round_over", [] { return played(1, Seat::One); }},
        {"won", [] { return finished(true); }},
        {"lost", [] { return finished(false); }},
    };
    return all;
}

} // namespace

TEST_CASE("no text is cut in any language, at any size") {
    for (const auto& [name, scene] : scenes())
        for (const Language language : all_languages)
            for (const Size size : sizes) {
                const Speaking speaking(language);
                const Canvas canvas = shot(scene(), size);
                INFO(name << " in " << code(language) << " at " << size.width << " x "
                          << size.height << ":\n"
                          << text_of(canvas));
                CHECK(canvas.cut == "");
            }
}

TEST_CASE("a waiting room shows all of its advice, in any language and at any size") {
    for (const Language language : all_languages)
        for (const int columns : {60, 80, 100})
            for (int rows = smallest.height; rows <= 40; ++rows)
                for (const Charset charset : {Charset::Utf8, Charset::Ascii}) {
                    const Speaking speaking(language);
                    Session session(waiting_alone());
                    session.model.invite_at = "127.0.0.1:33367";
                    session.ui.mouse = Mouse::On;
                    const Canvas canvas = shot(session, {columns, rows}, charset);
                    INFO(text_of(canvas));
                    CHECK(shows(canvas, "HOST:7777"));
                    CHECK(shows(canvas, language == Language::German    ? "Umschalt"
                                        : language == Language::Spanish ? "May"
                                        : language == Language::French  ? "Maj"
                                                                        : "hold Shift"));
                }
}

TEST_CASE("a command in the log has a row for itself, in any language") {
    const std::string command = "./jaipur replay " + std::string(32, '0') + " 127.0.0.1:7777";
    for (const Language language : all_languages) {
        const Speaking speaking(language);
        Session session(at_table(mid_game(), Seat::One));
        session.model.log.push_back({LogLine::Kind::Notice, std::nullopt,
                                     _("To watch this match again, run:") + " " + command});
        CHECK(shows(shot(session, small), "\n   " + command));
    }
}

TEST_CASE("no card's name touches its border, in any language") {
    for (const Language language : all_languages)
        for (const int columns : {9, 11, 13})
            for (const Card card : all_cards) {
                const Speaking speaking(language);
                Canvas canvas({columns, 4}, Charset::Utf8);
                draw_card(Area(canvas), {card, "", Mark::None, false});
                INFO(text_of(canvas));
                CHECK(canvas.at({0, 2}).text == "│");
                CHECK(canvas.at({columns - 1, 2}).text == "│");
            }
}

// A verdict may take several rows.
TEST_CASE("the end of a match shows its ID, in any language and at any size") {
    for (const char* scene : {"won", "lost"})
        for (const Language language : all_languages)
            for (const Size size : sizes)
                for (const int words : {1, 20, 60}) {
                    const Speaking speaking(language);
                    Session session = scenes().at(scene)();
                    std::string& verdict = session.model.shuffle.text;
                    for (int i = 0; i < words; ++i)
                        verdict += "fair ";
                    session.model.shuffle.status = ShuffleVerdict::Status::Mismatch;
                    const Canvas canvas = shot(session, size);
                    INFO(text_of(canvas));
                    CHECK(shows(canvas, protocol::hex(session.model.view->match)));
                }
}

TEST_CASE("the screens in German") {
    const Speaking german(Language::German);
    for (const char* name :
         {"menu", "form_room", "rooms", "alone", "table", "sale", "help", "lost", "round_over"}) {
        const Session session = scenes().at(name)();
        check_golden(std::string("german_") + name, shot(session, small));
        check_golden(std::string("german_small_") + name, shot(session, smallest));
    }
}

TEST_CASE("tables in Spanish and French") {
    {
        const Speaking spanish(Language::Spanish);
        check_golden("spanish_table", shot(scenes().at("table")(), small));
        check_golden("spanish_small_table", shot(scenes().at("table")(), smallest));
    }
    const Speaking french(Language::French);
    check_golden("french_table", shot(scenes().at("table")(), small));
    check_golden("french_small_table", shot(scenes().at("table")(), smallest));
}

TEST_CASE("why there is no connection, and what to do, is shown whole in every scene") {
    Game over(11);
    over.play_round();
    const std::string command = "./jaipur play --listen 127.0.0.1:7778";
    for (const Language language : all_languages) {
        const Speaking speaking(language);
        const std::string reason = _("The server that this program started has ended. To start "
                                     "again and return to your seat, run:");
        for (const Model& model : {at_menu(), waiting_for_ready(), at_table(mid_game(), Seat::One),
                                   at_table(over, Seat::One)}) {
            Session session(model);
            session.model.link = {LinkState::Closed, 1, moment, reason + " " + command};
            session.changed();
            for (const Size size : sizes) {
                const Canvas picture = shot(session, size);
                CAPTURE(text_of(picture));
                for (const std::string& row : wrap(reason, size.width - 2, Charset::Utf8))
                    CHECK(shows(picture, row));
                CHECK(shows(picture, command));
            }
        }
    }
}
