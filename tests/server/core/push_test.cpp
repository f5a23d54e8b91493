// Push messages: what a player who isn't connected is told, and where their subscription stays.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::PushSubscribe;
using protocol::PushUnsubscribe;
using What = Notice::What;

namespace {

PushSubscribe browser(int number) {
    return {{"https://push.example/" + std::to_string(number), {}, {}}};
}

// A match over days in which both players have subscribed: the host's browser is 0, the guest's 1.
struct Days {
    World world;
    Table2 table = sit_down(world, over_days());
    std::uint8_t devices = 0; // that have taken over the host's seat

    Days() {
        for (const Seat seat : all_seats)
            REQUIRE(world.answer(table.at(seat), browser(static_cast<int>(seat))) == "ok");
        deal(world, table);
        world.pushes.clear();
    }

    Seat turn() { return world.state(table.room).match.state.turn; }

    const auto& player(Seat seat) { return world.state(table.room).players[seat]; }

    void resume(Seat seat) {
        const auto& token = seat == Seat::Zero ? table.host_token : table.guest_token;
        const SessionId session = world.connect();
        REQUIRE(world.answer(session, protocol::Resume{table.room, token}) == "ok");
        (seat == Seat::Zero ? table.host : table.guest) = session;
    }

    // Moves the host's seat to another device.
    void move_host() {
        REQUIRE(world.answer(table.host, protocol::MoveSeat{}) == "ok");
        const auto& ok = std::get<protocol::Ok>(world.peer(table.host).replies.back());
        const auto key = std::get<protocol::SeatKey>(ok.adds).key;
        table.host = world.connect();
        world.enter(table.host, protocol::TakeOver{key, Token{++devices}});
    }

    // How many records of this kind the store has.
    template <class Body>
    std::ptrdiff_t kept() {
        return std::ranges::count_if(world.log[table.room], [](const Record& record) {
            return std::holds_alternative<Body>(record.body);
        });
    }

    // The notices since the last call, as "seat what"; "seat -" for one that is withdrawn.
    std::vector<std::string> told() {
        std::vector<std::string> result;
        for (const Push& push : world.pushes) {
            const std::string seat = push.seat == Seat::Zero ? "0 " : "1 ";
            constexpr std::array names{"turn", "start", "over", "rematch"};
            result.push_back(
                seat + (push.notice ? names.at(static_cast<std::size_t>(push.notice->what)) : "-"));
            CHECK(push.room == table.room);
            if (push.notice) {
                CHECK(push.notice->to == browser(static_cast<int>(push.seat)).to);
                CHECK(push.subscribed_by == player(push.seat)->push_by);
            }
        }
        world.pushes.clear();
        return result;
    }
};

using Told = std::vector<std::string>;

std::string in_words(Seat seat, const char* what) {
    return std::string(seat == Seat::Zero ? "0 " : "1 ") + what;
}

} // namespace

TEST_CASE("a player who is away is told once that it's their turn; a connected one never") {
    Days days;
    play_one(days.world, days.table);
    CHECK(days.told().empty());
    const Seat away = other(days.turn());
    days.world.disconnect(days.table.at(away));
    CHECK(days.told().empty()); // it isn't their turn
    play_one(days.world, days.table);
    CHECK(days.told() == Told{in_words(away, "turn")});
    days.world.pass(24h);
    CHECK(days.told().empty());
    days.resume(away);
    CHECK(days.told() == Told{in_words(away, "-")}); // what hasn't been sent needn't be
}

TEST_CASE("a connection that breaks just after the opponent's move may have broken before") {
    for (const milliseconds after : {29999ms, 30000ms}) {
        CAPTURE(after.count());
        Days days;
        play_one(days.world, days.table);
        const Seat turn = days.turn();
        days.world.pass(after);
        days.world.disconnect(days.table.at(turn));
        CHECK(days.told() == (after < 30s ? Told{in_words(turn, "turn")} : Told{}));
    }
}

TEST_CASE("after a restart, a turn that began before it isn't news") {
    Days days;
    play_one(days.world, days.table);
    const Seat turn = days.turn();
    days.world.pass(24h);
    days.world.crash();
    days.resume(turn);
    days.told();
    days.world.disconnect(days.table.at(turn));
    CHECK(days.told().empty());
}

TEST_CASE("a player who is away hears of the match's end, a rematch, and an opponent who waits") {
    Days days;
    days.world.disconnect(days.table.guest);
    REQUIRE(days.world.answer(days.table.host, protocol::Resign{}) == "ok");
    const auto first = days.told();
    CHECK(first.back() == "1 over");
    REQUIRE(days.world.answer(days.table.host, protocol::AskRematch{}) == "ok");
    CHECK(days.told() == Told{"1 rematch"});
    days.resume(Seat::One);
    days.world.disconnect(days.table.host);
    days.told();
    REQUIRE(days.world.answer(days.table.guest, protocol::AskRematch{}) == "ok");
    CHECK(days.told() == Told{"0 start"});
}

TEST_CASE("a player who has committed and left hears when the reveal is due") {
    World world;
    const SessionId host = world.connect();
    const auto seat = world.enter(host, protocol::CreateRoom{"Asha", over_days()});
    REQUIRE(world.answer(host, browser(0)) == "ok");
    protocol::Ready ready;
    ready.commit = commit_for(world, host, Seat::Zero, nonce_of(1));
    REQUIRE(world.answer(host, ready) == "ok");
    world.disconnect(host);
    world.pushes.clear();
    const SessionId guest = world.connect();
    world.enter(guest, protocol::JoinRoom{seat.room, "Ravi", {}});
    CHECK(world.pushes.empty()); // is ready
    REQUIRE(world.answer(guest, protocol::Ready{}) == "ok");
    REQUIRE(world.pushes.size() == 1);
    CHECK(world.pushes[0].notice->what == What::Start);
}

TEST_CASE("a subscription belongs to the device that has the seat, and to its player") {
    Days days;
    World& world = days.world;
    days.move_host();
    CHECK_FALSE(days.player(Seat::Zero)->push);
    CHECK(days.player(Seat::One)->push == browser(1).to);
    CHECK(world.answer(days.table.guest, PushUnsubscribe{}) == "ok");
    CHECK_FALSE(days.player(Seat::One)->push);
    const auto records = world.records;
    CHECK(world.answer(days.table.guest, PushUnsubscribe{}) == "ok"); // a repeat
    CHECK(world.answer(days.table.guest, browser(7)) == "ok");
    CHECK(world.answer(days.table.guest, browser(7)) == "ok");
    CHECK(world.records == records + 1);
    CHECK(world.answer(days.table.guest, browser(8)) == "ok"); // replaces it
    CHECK(days.player(Seat::One)->push == browser(8).to);
}

TEST_CASE("of a room's subscriptions, the log keeps only the last ones") {
    Days days;
    const auto kept = [&] { return days.kept<PushChanged>(); };
    CHECK(kept() == 2);
    for (int i = 0; i < 30; ++i)
        REQUIRE(days.world.answer(days.table.host, browser(i)) == "ok");
    CHECK(kept() == 2);
    days.world.crash(48h);
    CHECK(days.player(Seat::Zero)->push == browser(29).to);
    days.resume(Seat::Zero);
    REQUIRE(days.world.answer(days.table.host, protocol::Resign{}) == "ok");
    REQUIRE(days.world.answer(days.table.host, protocol::LeaveRoom{}) == "ok");
    CHECK(kept() == 1); // the guest's
}

TEST_CASE("nothing of a device that no longer has the seat stays in the log") {
    Days days;
    days.move_host();
    CHECK(days.kept<PushChanged>() == 1); // the guest's
    CHECK(days.kept<SeatMoved>() == 1);
    REQUIRE(days.world.answer(days.table.host, browser(0)) == "ok");
    days.move_host();
    CHECK(days.kept<PushChanged>() == 1);
    CHECK(days.kept<SeatMoved>() == 1);
    REQUIRE(days.world.answer(days.table.host, browser(0)) == "ok");
    days.world.crash(1h);
    CHECK(days.player(Seat::Zero)->push == browser(0).to);
}

TEST_CASE("nothing of a seat's devices stays in the log once its player has left") {
    Days days;
    days.move_host();
    REQUIRE(days.world.answer(days.table.host, browser(0)) == "ok");
    REQUIRE(days.world.answer(days.table.host, protocol::Resign{}) == "ok");
    REQUIRE(days.world.answer(days.table.host, protocol::LeaveRoom{}) == "ok");
    CHECK(days.kept<PushChanged>() == 1); // the guest's
    CHECK(days.kept<SeatMoved>() == 0);
    days.world.crash(1h);
}

TEST_CASE("a subscription that the push service no longer knows is removed, but no newer one") {
    Days days;
    const Seat away = other(days.turn());
    days.world.disconnect(days.table.at(away));
    play_one(days.world, days.table);
    const Push sent = days.world.pushes.back();
    const auto report = [&] {
        Output out;
        days.world.lobby.push_gone(sent, days.world.now, out);
        days.world.carry_out(out);
    };
    SUBCASE("at once") {
        report();
        CHECK_FALSE(days.player(away)->push);
        const auto records = days.world.records;
        report();
        days.world.pass(24h);
        CHECK(days.world.records == records);
    }
    SUBCASE("a newer one stays") {
        days.resume(away);
        REQUIRE(days.world.answer(days.table.at(away), browser(9)) == "ok");
        report();
        days.world.pass(1h);
        CHECK(days.player(away)->push == browser(9).to);
    }
    SUBCASE("once the store has space again") {
        days.world.mode = StoreMode::WhenTold;
        report();
        days.world.answer_store(Stored::Full);
        CHECK(days.player(away)->push);
        days.world.mode = StoreMode::AtOnce;
        days.world.pass(1s);
        CHECK_FALSE(days.player(away)->push);
    }
}

TEST_CASE("subscriptions stop no clock, and last from match to match") {
    Days days;
    const Seat turn = days.turn();
    days.world.pass(48h);
    REQUIRE(days.world.answer(days.table.at(turn), browser(5)) == "ok");
    days.world.pass(24h);
    CHECK(days.world.room(days.table.host).players[turn]->overdue);
    REQUIRE(days.world.answer(days.table.host, protocol::Resign{}) == "ok");
    for (const SessionId session : {days.table.host, days.table.guest})
        REQUIRE(days.world.answer(session, protocol::AskRematch{}) == "ok");
    CHECK(days.player(turn)->push == browser(5).to);
    days.world.crash();
    CHECK(days.player(turn)->push == browser(5).to);
}

TEST_CASE("only a player in a room over days subscribes, and only where the server sends") {
    World world;
    const SessionId reader = world.connect();
    REQUIRE(world.answer(reader, protocol::ReadPushKey{}) == "ok");
    const auto& ok = std::get<protocol::Ok>(world.peer(reader).replies.back());
    CHECK(std::get<protocol::PushKey>(ok.adds).push_key == "key");
    CHECK(world.answer(reader, browser(0)) == "not_in_room");
    const Table2 short_table = sit_down(world), table = sit_down(world, over_days());
    CHECK(world.answer(short_table.host, browser(0)) == "bad_request");
    CHECK(world.answer(short_table.host, PushUnsubscribe{}) == "ok");
    CHECK(world.answer(table.host, PushSubscribe{{"https://other.example/", {}, {}}}) ==
          "bad_request");
    world.enter(reader, protocol::Spectate{table.room, {}, {}});
    CHECK(world.answer(reader, browser(0)) == "not_a_player");
    CHECK(world.answer(reader, PushUnsubscribe{}) == "not_a_player");
    CHECK(world.answer(table.host, browser(0)) == "ok");
}

TEST_CASE("a server without a key offers nothing and sends nothing") {
    World world;
    std::destroy_at(&world.lobby);
    std::construct_at(&world.lobby, patient_limits(), [](auto bytes) {
        static std::uint8_t next = 0;
        for (auto& byte : bytes)
            byte = next++;
    });
    Table2 table = sit_down(world, over_days());
    CHECK(world.answer(table.host, browser(0)) == "bad_request");
    REQUIRE(world.answer(table.host, protocol::ReadPushKey{}) == "ok");
    const auto& ok = std::get<protocol::Ok>(world.peer(table.host).replies.back());
    CHECK_FALSE(std::get<protocol::PushKey>(ok.adds).push_key);
}
