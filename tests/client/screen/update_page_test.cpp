#include "tests/client/screen/sample.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

TEST_CASE("the bot is two keys away") {
    Session session(at_menu());
    session.press(Code::Enter);
    CHECK(session.ui.page == Page::Bot);
    session.press(Code::Enter);
    const auto* create = session.asked<protocol::CreateRoom>();
    REQUIRE(create);
    CHECK(create->name == "Asha");
    CHECK(create->options.bot == "easy");
    session.press(Code::Enter); // not twice
    CHECK(session.asks.size() == 1);
}

TEST_CASE("the bot's form keeps the chosen level, and other rooms have none") {
    Session session(at_menu());
    session.type(U"b");
    session.press(Code::Down);
    session.press(Code::Left); // from easy
    session.press(Code::Left); // there is no weaker one
    session.press(Code::Enter);
    const auto* create = session.asked<protocol::CreateRoom>();
    REQUIRE(create);
    CHECK(create->options.bot == "beginner");
    CHECK(chosen_level(begin(UiState{}, *create).ui.form.options) == "beginner");
    session.press(Code::Escape);
    session.type(U"o");
    session.press(Code::Enter);
    CHECK_FALSE(session.asked<protocol::CreateRoom>()->options.bot); // a room for a friend
}

TEST_CASE("the menu offers plain mode") {
    Session session(at_menu());
    session.type(U"s");
    REQUIRE(session.asks.size() == 1);
    CHECK(std::holds_alternative<UsePlainMode>(session.asks[0]));
    CHECK(session.ui.page == Page::Menu);
}

TEST_CASE("a room with every option") {
    Session session(at_menu());
    session.type(U"o");
    session.press(key(char32_t{0x15}));
    session.type(U"Béa"); // the name
    session.press(Code::Down);
    session.press(Code::Right); // public
    session.press(Code::Left);  // or rather not: only private rooms offer a spectator delay
    session.press(Code::Down);
    session.type(U"secret");
    session.press(Code::Down);
    session.press(Code::Right); // 3 seals
    session.press(Code::Right); // no more than that
    session.press(Code::Down);
    session.press(Code::Right);
    session.press(Code::Right); // the second clock
    session.press(Code::Down);
    session.press(Code::Left); // less grace
    session.press(Code::Down);
    session.press(Code::Right); // only players may chat
    session.press(Code::Down);
    session.press(Code::Left); // open: one step back from public
    session.press(Code::Down);
    for (int delay = 2; delay <= 5; ++delay)
        session.press(Code::Right); // hands after each round, or 2 to 20 moves late
    session.press(Code::Enter);
    const auto* create = session.asked<protocol::CreateRoom>();
    REQUIRE(create);
    CHECK(create->name == "Béa");
    protocol::CreateOptions expected;
    expected.password = "secret";
    expected.seals = 3;
    expected.clock = protocol::ClockOptions{120, 5};
    expected.grace = 60;
    expected.chat = protocol::ChatFrom::Players;
    expected.spectators = protocol::SpectatorMode::Open;
    expected.delay = 5;
    CHECK(create->options == expected);
}

TEST_CASE("a new room starts with the command line's options") {
    protocol::CreateOptions wanted;
    wanted.clock = protocol::ClockOptions{77, 7};
    wanted.seals = 1;
    Session session(at_menu());
    session.ui = first_state(session.model, wanted);
    session.type(U"o");
    session.press(Code::Enter);
    const auto* create = session.asked<protocol::CreateRoom>();
    REQUIRE(create);
    CHECK(create->options == wanted);
    // The clock steps from there to its neighbours.
    protocol::CreateOptions options = wanted;
    change_field(options, Field::Clock, 1);
    CHECK(options.clock == protocol::ClockOptions{120, 5});
    options = wanted;
    change_field(options, Field::Clock, -1);
    CHECK(options.clock == protocol::ClockOptions{60, 3});
}

TEST_CASE("public rooms offer no spectator delay, and without open spectators there is none") {
    Session session(at_menu());
    session.type(U"o");
    auto& options = session.ui.form.options;
    const auto asks_for_delay = [&] {
        const auto fields = fields_of(session.ui);
        return std::find(fields.begin(), fields.end(), Field::Delay) != fields.end();
    };
    CHECK_FALSE(asks_for_delay());
    options.spectators = protocol::SpectatorMode::Open;
    CHECK(asks_for_delay());
    options.is_public = true;
    CHECK_FALSE(asks_for_delay());
    change_field(options, Field::Delay, 1);
    CHECK(options.delay == 2);
    change_field(options, Field::Delay, -1);
    CHECK_FALSE(options.delay); // after each round
    change_field(options, Field::Delay, -1);
    CHECK_FALSE(options.delay);
}

TEST_CASE("only rooms without a clock have a time per move") {
    UiState ui;
    ui.page = Page::NewRoom;
    const auto asks = [&] { return std::ranges::count(fields_of(ui), Field::Patience) == 1; };
    CHECK(asks());
    change_field(ui.form.options, Field::Patience, 1);
    CHECK(ui.form.options.patience == 1200);
    change_field(ui.form.options, Field::Clock, 1);
    CHECK_FALSE(asks());
}

TEST_CASE("choices stay within the protocol's bounds") {
    for (Field field : {Field::Visibility, Field::Spectators, Field::Delay, Field::Clock,
                        Field::Seals, Field::Patience, Field::Grace})
        for (int step : {-1, 1}) {
            protocol::CreateOptions options;
            for (int i = 0; i < 50; ++i) {
                change_field(options, field, step);
                CHECK(options.delay.value_or(2) >= 2);
                CHECK(options.delay.value_or(2) <= 20);
                CHECK(options.seals >= 1);
                CHECK(options.seals <= 3);
                CHECK(options.grace >= 1);
                CHECK(options.grace <= 3600);
                CHECK(protocol::patience_bounds.hold(options.patience));
                if (options.clock) {
                    CHECK(options.clock->initial >= 1);
                    CHECK(options.clock->initial <= 36'000);
                    CHECK(options.clock->increment <= 300);
                }
            }
        }
}

TEST_CASE("codes are typed in capitals") {
    Session session(at_menu());
    session.type(U"j");
    session.type(U"k7qx");
    session.press(Code::Enter);
    CHECK(session.asks.empty());
    CHECK(session.ui.notice == "A room code has six letters and digits (no 0, 1, I or O).");
    session.type(U" 2-m");
    session.press(Code::Enter);
    const auto* join = session.asked<protocol::JoinRoom>();
    REQUIRE(join);
    CHECK(join->room == "K7QX2M");
    CHECK(join->name == "Asha");
    CHECK(!join->password);
}

TEST_CASE("the forms take links as the server prints them and a browser shows them") {
    const auto asked = [](std::u32string_view page, std::u32string_view link) {
        Session session(at_menu());
        session.type(page);
        session.type(link);
        session.press(Code::Enter);
        return session;
    };
    for (const std::u32string_view link :
         {U"http://jaipur.example:7777/K7QX2M", U"jaipur.example:7777/k7qx2m/",
          U"http://jaipur.example:7777/#/K7QX2M", U"http://jaipur.example:7777/watch/K7QX2M"}) {
        const Session joins = asked(U"j", link);
        const auto* join = joins.asked<protocol::JoinRoom>();
        REQUIRE(join);
        CHECK(join->room == "K7QX2M");
        const Session watches = asked(U"w", link);
        const auto* watch = watches.asked<protocol::Spectate>();
        REQUIRE(watch);
        CHECK(watch->room == "K7QX2M");
    }
    const Session moves = asked(U"j", U"http://jaipur.example:7777/K7QX2M#"
                                      U"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE");
    const auto* move = moves.asked<protocol::TakeOver>();
    REQUIRE(move);
    CHECK(move->key[31] == 1);
    CHECK(moves.ui.asked == Asked::SeatHere);
    const Session away = asked(U"j", U"http://other:1/K7QX2M");
    CHECK(away.asks.empty());
    CHECK(away.ui.notice == "That room is on other:1. Quit, run ./jaipur join and paste the link.");
    CHECK(asked(U"j", U"https://jaipur.example/K7QX2M").ui.notice ==
          "That room is on https://jaipur.example. Quit, run ./jaipur join and paste the link.");
    CHECK(asked(U"j", U"http://jaipur.example:7777/replays").ui.notice ==
          "A room code has six letters and digits (no 0, 1, I or O).");
}

TEST_CASE("without a name only watching is possible") {
    Session session(at_menu());
    session.model.name.clear();
    session.ui = state_for(session.model);
    session.type(U"b");
    session.press(Code::Enter);
    CHECK(session.asks.empty());
    CHECK(session.ui.notice == "Type your name first.");
    session.press(Code::Escape);
    session.type(U"w");
    session.type(U"K7QX2M");
    session.press(Code::Enter);
    const auto* watch = session.asked<protocol::Spectate>();
    REQUIRE(watch);
    CHECK(watch->room == "K7QX2M");
    CHECK(!watch->name);
}

TEST_CASE("nothing is asked offline") {
    Session session(offline());
    session.press(Code::Enter);
    session.press(Code::Enter);
    session.press(Code::Escape);
    session.type(U"p");
    CHECK(session.asks.empty());
    CHECK(!session.ui.notice.empty());
    session.changed();
    CHECK(!session.ui.notice.empty());
    session.model.link.state = LinkState::Online;
    session.changed();
    CHECK(session.ui.notice.empty());
    session.ui.notice = "Type your name first."; // has nothing to do with it
    session.changed();
    CHECK(!session.ui.notice.empty());
}

TEST_CASE("public rooms: joining, watching, a password, more of them") {
    Session session(at_menu());
    session.type(U"p");
    REQUIRE(session.asked<protocol::ListRooms>());
    session.press(Code::Enter); // the list is not there yet
    CHECK(session.asks.size() == 1);
    add_rooms(session.model);
    session.press(Code::Enter);
    const auto* join = session.asked<protocol::JoinRoom>();
    REQUIRE(join);
    CHECK(join->room == "2ABC3D");

    session.ui = state_for(session.model);
    session.type(U"p");
    session.press(Code::Down);
    session.type(U"w");
    const auto* watch = session.asked<protocol::Spectate>();
    REQUIRE(watch);
    CHECK(watch->room == "7QX2MK");

    session.ui = state_for(session.model);
    session.asks.clear();
    session.type(U"p");
    for (int i = 0; i < 5; ++i)
        session.press(Code::Down);
    session.press(Code::Enter); // it has a password
    CHECK(session.asks.size() == 1);
    CHECK(session.ui.page == Page::Join);
    session.type(U"abc");
    session.press(Code::Enter);
    const auto* locked = session.asked<protocol::JoinRoom>();
    REQUIRE(locked);
    CHECK(locked->room == "ZZ9Y8X");
    CHECK(locked->password == "abc");

    session.ui = state_for(session.model);
    session.type(U"pm");
    const auto* more = session.asked<protocol::ListRooms>();
    REQUIRE(more);
    CHECK(more->after == "ZZ9Y8X");
}

TEST_CASE("a kept seat can be resumed or forgotten") {
    Session session(at_menu());
    session.model.kept = {{"K7QX2M", Seat::Zero, "Asha"}};
    session.changed();
    session.press(Code::Enter);
    REQUIRE(session.asks.size() == 1);
    REQUIRE(std::holds_alternative<ResumeSeat>(session.asks[0]));
    CHECK(std::get<ResumeSeat>(session.asks[0]).seat.room == "K7QX2M");
    session.press(Code::Delete);
    REQUIRE(session.asks.size() == 2);
    CHECK(std::holds_alternative<ForgetSeat>(session.asks[1]));
    session.press(Code::Down);
    session.press(Code::Delete); // nothing to forget there
    CHECK(session.asks.size() == 2);
}

TEST_CASE("an error is shown, and the form can be sent again") {
    Session session(at_menu());
    session.press(Code::Enter);
    session.press(Code::Enter);
    CHECK(session.ui.asked != Asked::Nothing);
    const Step step = answered(session.ui, protocol::Error{1, protocol::ErrorCode::BadName, {}});
    CHECK(step.asks.empty());
    session.ui = step.ui;
    CHECK(session.ui.asked == Asked::Nothing);
    CHECK(!session.ui.notice.empty());
    session.press(Code::Enter);
    CHECK(session.asks.size() == 2);
    CHECK(session.ui.notice.empty());
    session.model.link.state = LinkState::Retrying; // the session asks again by itself
    session.changed();
    session.press(Code::Enter);
    CHECK(session.asks.size() == 2);
    session.model.link.state = LinkState::Online;
    session.changed();
    CHECK(answered(session.ui, protocol::Ok{1, {}}).ui.asked == Asked::Nothing);
}

TEST_CASE("entering a room leaves the forms, leaving it shows the menu") {
    Session session(at_menu());
    session.type(U"o");
    session.model = waiting_alone();
    session.changed();
    CHECK(scene_of(session.ui, session.model) == Scene::Waiting);
    session.type(U"q");
    session.type(U"l");
    CHECK(session.asked<protocol::LeaveRoom>());
    session.model = at_menu();
    session.changed();
    CHECK(scene_of(session.ui, session.model) == Scene::Page);
    CHECK(session.ui.page == Page::Menu);
    session.type(U"q");
    CHECK(std::holds_alternative<Quit>(session.asks.back()));
}

TEST_CASE("the user can retry the connection at once") {
    Session session(offline());
    session.type(U"n");
    CHECK(session.asks.empty());
    session.model.link.state = LinkState::Retrying;
    session.type(U"n");
    REQUIRE(session.asks.size() == 1);
    CHECK(std::holds_alternative<ReconnectNow>(session.asks[0]));
}

TEST_CASE("the menu offers the newest seats, and all of them on demand") {
    Session session(at_menu());
    for (int i = 0; i < 12; ++i)
        session.model.kept.push_back(
            {"K7QX2" + std::string(1, static_cast<char>('A' + i)), Seat::Zero, "Asha", {}, i == 1});
    session.changed();
    const auto seats = [&] {
        std::vector<std::string> rooms;
        for (const MenuEntry& entry : menu_entries(session.ui, session.model))
            if (const auto* seat = std::get_if<ResumeSeat>(&entry.does))
                rooms.push_back(seat->seat.room);
        return rooms;
    };
    CHECK(seats() == std::vector<std::string>{"K7QX2A", "K7QX2C", "K7QX2D"}); // one is over
    CHECK(menu_entries(session.ui, session.model)[3].label == "8 more seats");
    session.type(U"m");
    CHECK(seats().size() == 9);
}
