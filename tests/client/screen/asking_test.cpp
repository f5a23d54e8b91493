// Requests made by the command line, and how answers affect the forms.
#include "tests/client/screen/shot.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;
using Code = Key::Code;

namespace {

// Started with a request before there is a connection; then it connects.
Session started(const protocol::RequestBody& request) {
    Session session(offline());
    Step step = begin(session.ui, request);
    session.ui = std::move(step.ui);
    session.asks = std::move(step.asks);
    session.changed();
    REQUIRE(session.asks.size() == 1);
    session.model = at_menu();
    session.changed();
    return session;
}

void answer(Session& session, const Controls::Reply& reply) {
    Step step = answered(session.ui, reply);
    session.ui = std::move(step.ui);
    for (Ask& ask : step.asks)
        session.asks.push_back(std::move(ask));
    session.changed();
}

std::string seen(const Session& session) {
    return text_of(shot(session));
}

} // namespace

TEST_CASE("starting with the public rooms shows their list") {
    Session session = started(protocol::ListRooms{});
    CHECK(session.ui.page == Page::Rooms);
    CHECK(seen(session).find("Asking the server") != std::string::npos);
    add_rooms(session.model);
    answer(session, protocol::Ok{1, {}});
    CHECK(session.ui.page == Page::Rooms);
    CHECK(seen(session).find("2ABC3D") != std::string::npos);
}

TEST_CASE("a refused code stays in its form, and the cursor moves to the password") {
    Session session = started(protocol::JoinRoom{"K7QX2M", "Asha", std::nullopt});
    CHECK(session.ui.page == Page::Join);
    answer(session, protocol::Error{1, protocol::ErrorCode::NoSuchRoom, {}});
    CHECK(session.ui.notice == "No such room, or wrong password. Check both.");
    session.type(U"secret");
    session.press(Code::Enter);
    const protocol::JoinRoom again{"K7QX2M", "Asha", "secret"};
    REQUIRE(session.asked<protocol::JoinRoom>());
    CHECK(*session.asked<protocol::JoinRoom>() == again);
    // The same from the form; watching has its own texts.
    Session watching(at_menu());
    watching.type(U"w");
    watching.type(U"K7QX2M");
    watching.press(Code::Enter);
    answer(watching, protocol::Error{1, protocol::ErrorCode::NoSuchRoom, {}});
    CHECK(watching.ui.notice.find("or spectators aren't allowed") != std::string::npos);
    watching.type(U"pw");
    watching.press(Code::Enter);
    CHECK(watching.asked<protocol::Spectate>()->password == "pw");
    CHECK(watching.asked<protocol::Spectate>()->room == "K7QX2M");
}

TEST_CASE("a removal is confirmed, and named in the question") {
    Session session(waiting_for_ready());
    session.model.room->owner = Seat::Zero;
    session.model.spectators = protocol::SpectatorList{{{1, "Wim"}, {2, {}}}};
    session.type(U"k");
    CHECK(seen(session).find("Remove Ben, your guest, from the room?") != std::string::npos);
    session.press(Code::Down);
    CHECK(seen(session).find("Remove spectator 1, Wim, from the room?") != std::string::npos);
    session.press(Code::Enter);
    REQUIRE(session.asked<protocol::Remove>());
    const std::string who = removed_person(session.model, *session.asked<protocol::Remove>());
    session.ui = answered(session.ui, protocol::Ok{1, {}}, who).ui;
    CHECK(seen(session).find("You removed spectator 1, Wim.") != std::string::npos);
    session.press(Code::Right);
    CHECK(seen(session).find("You removed") == std::string::npos);
    CHECK(removed_person(session.model, protocol::ListSpectators{}).empty());
}

TEST_CASE("the owner says who may chat, beside the people who can be removed") {
    Session session(waiting_for_ready());
    session.model.room->owner = Seat::Zero;
    session.type(U"k");
    CHECK(seen(session).find("Who may write in the chat: everyone") != std::string::npos);
    session.press(Code::Right);
    REQUIRE(session.asked<protocol::SetChat>());
    CHECK(session.asked<protocol::SetChat>()->from == protocol::ChatFrom::Players);
    session.model.room->options.chat = protocol::ChatFrom::Players;
    answer(session, protocol::Ok{1, {}});
    CHECK(session.ui.overlay == Overlay::People); // still open
    CHECK(seen(session).find("Who may write in the chat: only the players") != std::string::npos);
    session.press(Code::Right);
    CHECK(session.asked<protocol::SetChat>()->from == protocol::ChatFrom::Nobody);
    session.press(Code::Left);
    CHECK(session.asked<protocol::SetChat>()->from == protocol::ChatFrom::Everyone);
    session.press(Code::Escape);
    CHECK(session.ui.overlay == Overlay::None);
    CHECK_FALSE(session.asked<protocol::Remove>());
}

TEST_CASE("during a match, there may be nobody to remove, but the chat to close") {
    Session session(at_table(mid_game(), Seat::One));
    session.type(U"k");
    CHECK(session.ui.overlay == Overlay::None); // not the owner
    session.model.room->owner = Seat::One;
    session.model.room->spectators = 0;
    session.changed();
    CHECK(seen(session).find("k people") != std::string::npos);
    session.type(U"k");
    CHECK(seen(session).find("Nobody is watching.") != std::string::npos);
    CHECK(seen(session).find("yes, remove") == std::string::npos);
    session.press(Code::Left);
    CHECK(session.asked<protocol::SetChat>()->from == protocol::ChatFrom::Nobody);
    session.type(U"n");
    session.model.room->players[Seat::Zero]->bot = "easy";
    session.changed();
    session.type(U"k"); // nobody is there who could write
    CHECK(session.ui.overlay == Overlay::None);
}

TEST_CASE("a link that moves a seat here has no form; a refusal says what to do") {
    Session session = started(protocol::TakeOver{});
    CHECK(session.ui.page == Page::Menu);
    answer(session, protocol::Error{1, protocol::ErrorCode::BadToken, {}});
    CHECK(session.ui.notice.find("This link no longer works.") == 0);
}

TEST_CASE("a player who leaves can take the seat to another device") {
    Session session(at_table(mid_game(), Seat::One));
    session.type(U"q");
    CHECK(seen(session).find("o  other device") != std::string::npos);
    session.type(U"o");
    REQUIRE(session.asked<protocol::MoveSeat>());
    answer(session, protocol::Ok{1, protocol::SeatKey{{}, 600'000}});
    const std::string link = "/K7QX2M#" + std::string(43, 'A');
    CHECK(seen(session).find(link) != std::string::npos);
    CHECK(seen(session).find("It works once, for the next 10 minutes.") != std::string::npos);
    session.type(U"c");
    REQUIRE(std::holds_alternative<CopyLink>(session.asks.back()));
    CHECK(std::get<CopyLink>(session.asks.back()).link.ends_with(link));
    session.press(Code::Escape);
    CHECK(seen(session).find(link) == std::string::npos);
    CHECK_FALSE(session.ui.seat_key);
    session.ui = answered(session.ui, protocol::Ok{1, protocol::SeatKey{{}, 600'000}}).ui;
    session.model.link.state = LinkState::Closed; // it is there now
    session.changed();
    CHECK(seen(session).find(link) == std::string::npos);
    Session watching(at_table(mid_game(), std::nullopt));
    watching.type(U"qo");
    CHECK_FALSE(watching.asked<protocol::MoveSeat>());
}

TEST_CASE("a removed person is told so, until the next key") {
    Session session(at_table(Game(3), std::nullopt));
    session.model.link = {LinkState::Retrying, 1, moment,
                          "The room's owner or the server's operator removed you."};
    session.model.room_code.reset();
    session.model.view.reset();
    session.changed();
    const std::string told = session.model.link.reason;
    CHECK(seen(session).find(told) != std::string::npos);
    session.model.link = at_menu().link;
    session.changed();
    CHECK(seen(session).find(told) != std::string::npos);
    session.press(Code::Down);
    CHECK(seen(session).find(told) == std::string::npos);
}

TEST_CASE("a password is dots until the user shows it") {
    Session session = started(protocol::JoinRoom{"K7QX2M", "Asha", "hush"});
    answer(session, protocol::Error{1, protocol::ErrorCode::NoSuchRoom, {}});
    CHECK(seen(session).find("hush") == std::string::npos);
    CHECK(seen(session).find("••••_") != std::string::npos);
    CHECK(text_of(shot(session, small, Charset::Ascii)).find("****_") != std::string::npos);
    CHECK(seen(session).find("^P show it") != std::string::npos);
    session.press(key(ctrl_p));
    CHECK(seen(session).find("hush_") != std::string::npos);
    session.press(key(ctrl_p));
    CHECK(seen(session).find("hush") == std::string::npos);
    session.press(key(ctrl_p));
    session.press(Code::Escape); // the next password is a different one
    session.type(U"j");
    CHECK_FALSE(session.ui.password_shown);
}

TEST_CASE("a password stays in the form it was typed into") {
    protocol::CreateOptions wanted;
    wanted.password = "hush";
    const auto nothing_left = [](Session& session) {
        for (const std::u32string_view letter : {U"o", U"j", U"w"}) {
            session.type(letter);
            CHECK(session.ui.form.password.text.empty());
            session.press(Code::Enter);
            if (const auto* create = session.asked<protocol::CreateRoom>())
                CHECK_FALSE(create->options.password);
            answer(session, protocol::Error{1, protocol::ErrorCode::ServerFull, {}});
            session.press(Code::Escape);
        }
    };
    Session menu(at_menu());
    menu.ui = first_state(menu.model, wanted);
    nothing_left(menu);
    Session refused = started(protocol::JoinRoom{"K7QX2M", "Asha", "hush"});
    answer(refused, protocol::Error{1, protocol::ErrorCode::NoSuchRoom, {}});
    CHECK_FALSE(refused.ui.form.password.text.empty());
    refused.press(Code::Escape);
    nothing_left(refused);
    Session entered = started(protocol::CreateRoom{"Asha", wanted});
    answer(entered, protocol::Ok{1, {}});
    entered.model = waiting_alone();
    entered.changed();
    entered.model = at_menu();
    entered.changed();
    nothing_left(entered);
    // From the list of rooms, too.
    Session rooms(at_menu());
    rooms.type(U"j");
    rooms.press(Code::Down);
    rooms.type(U"hush");
    rooms.press(Code::Escape);
    rooms.type(U"p");
    add_rooms(rooms.model);
    rooms.changed();
    rooms.press(Code::Enter);
    CHECK_FALSE(rooms.asked<protocol::JoinRoom>()->password);
}

TEST_CASE("a bot never claims the win when a player leaves") {
    Game game(3);
    game.play(5);
    Session session(at_table(game, Seat::Zero));
    session.type(U"q");
    CHECK(seen(session).find("can claim the win") != std::string::npos);
    session.model.room->players[Seat::One]->bot = "easy";
    CHECK(seen(session).find("claim the win") == std::string::npos);
    CHECK(seen(session).find("The bot will wait for you.") != std::string::npos);
}

TEST_CASE("a player whose program runs the server learns that it stops, if a person plays there") {
    Session session(at_table(mid_game(), Seat::Zero));
    session.type(U"q");
    CHECK(seen(session).find("the server stops") == std::string::npos);
    session.model.owns_server = true;
    CHECK(seen(session).find("the server stops") != std::string::npos);
    session.model.room->players[Seat::One]->bot = "easy";
    CHECK(seen(session).find("the server stops") == std::string::npos);
}

TEST_CASE("the waiting room shows the command and the link, until the room is full") {
    const std::string alone = seen(Session(waiting_alone()));
    CHECK(alone.find("./jaipur join K7QX2M jaipur.example:7777") != std::string::npos);
    CHECK(alone.find("http://jaipur.example:7777/K7QX2M") != std::string::npos);
    CHECK(seen(Session(waiting_for_ready())).find("./jaipur join") == std::string::npos);
}

TEST_CASE("the waiting room says that other computers cannot reach a local address") {
    Session session(waiting_alone());
    CHECK(seen(session).find("can't reach") == std::string::npos);
    session.model.invite_at = "127.0.0.1:33367";
    CHECK(seen(session).find("can't reach 127.0.0.1:33367") != std::string::npos);
    CHECK(seen(session).find("HOST:7777") != std::string::npos);
    session.model = waiting_for_ready();
    session.model.invite_at = "127.0.0.1:33367";
    CHECK(seen(session).find("can't reach") == std::string::npos);
}

TEST_CASE("a refused start leaves its form open for correction") {
    protocol::CreateRoom create{"Béa", {}};
    create.options.seals = 3;
    Session room = started(create);
    answer(room, protocol::Error{1, protocol::ErrorCode::ServerFull, {}});
    CHECK(room.ui.page == Page::NewRoom);
    room.press(Code::Enter);
    CHECK(*room.asked<protocol::CreateRoom>() == create);

    const protocol::QuickMatch quick{"Béa", protocol::ClockOptions{60, 3}};
    Session finding = started(quick);
    answer(finding, protocol::Error{1, protocol::ErrorCode::ServerFull, {}});
    finding.press(Code::Enter);
    CHECK(*finding.asked<protocol::QuickMatch>() == quick);

    const protocol::Spectate watch{"K7QX2M", "Béa", "secret"};
    Session watching = started(watch);
    answer(watching, protocol::Error{1, protocol::ErrorCode::NoSuchRoom, {}});
    watching.press(Code::Enter);
    CHECK(*watching.asked<protocol::Spectate>() == watch);
}
