// How the games of several seats stand, told without entering their rooms.
#include "protocol/hash.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Game;
using protocol::ListGames;
using protocol::SeatToken;

namespace {

std::vector<std::optional<Game>> games(World& world, SessionId session,
                                       std::vector<SeatToken> seats) {
    REQUIRE(world.answer(session, ListGames{std::move(seats)}) == "ok");
    const auto& ok = std::get<protocol::Ok>(world.peer(session).replies.back());
    return std::get<protocol::GameList>(ok.adds).games;
}

} // namespace

TEST_CASE("games tells of each seat what its player may know, in the order of the request") {
    World world;
    const Table2 first = sit_down(world), second = sit_down(world);
    deal(world, first);
    play_one(world, first);
    const SessionId reader = world.connect();
    const std::vector<SeatToken> seats{{second.room, second.guest_token}, {{}, first.host_token}};
    const auto all = games(world, reader, seats);
    REQUIRE(all.size() == 2);
    CHECK(
        all[0] ==
        Game{
            second.room, Seat::One, "Ravi", "Asha", {}, {}, Phase::Waiting, 0, {}, {}, {}, {}, {}});
    const RoomState& room = world.state(first.room);
    CHECK(all[1] == Game{first.room,
                         Seat::Zero,
                         "Asha",
                         "Ravi",
                         {},
                         {},
                         Phase::Playing,
                         1,
                         room.match.state.turn,
                         600000,
                         {},
                         {},
                         room.steps.back().at});
    world.pass(10s);
    CHECK(games(world, reader, seats)[1]->move_in == 590000);
    CHECK(world.peer(reader).rooms == 0);
    CHECK(world.room(first.host).spectators == 0);
    CHECK(games(world, first.guest, seats).size() == 2); // from within a room, too
}

TEST_CASE("games tells whose clock runs, who won, and that a seat is free") {
    World world;
    protocol::CreateOptions options;
    options.clock = {300, 5};
    options.seals = 1;
    const Table2 table = sit_down(world, options);
    const SessionId reader = world.connect();
    const auto game = [&] { return games(world, reader, {{table.room, table.host_token}})[0]; };
    deal(world, table);
    const Seat turn = world.state(table.room).match.state.turn;
    world.pass(7s);
    CHECK(game()->turn == turn);
    CHECK(game()->move_in == 293000);
    REQUIRE(world.answer(table.guest, protocol::Resign{}) == "ok");
    CHECK(game()->phase == Phase::MatchOver);
    CHECK(game()->winner == Seat::Zero);
    CHECK_FALSE(game()->turn);
    CHECK_FALSE(game()->move_in);
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    CHECK_FALSE(game()->opponent);
    CHECK(game()->winner == Seat::Zero);
}

TEST_CASE("games: a wrong token is a gone seat, and costs nothing") {
    World world;
    const Table2 table = sit_down(world);
    const SessionId reader = world.connect(ip(3));
    for (int i = 0; i < 30; ++i)
        for (const SeatToken& wrong :
             {SeatToken{"222222", table.host_token}, SeatToken{"", table.host_token},
              SeatToken{table.room, ""}, SeatToken{table.room, std::string(43, 'A')},
              SeatToken{{}, "zz"}})
            CHECK_FALSE(games(world, reader, {wrong})[0]);
    CHECK(games(world, reader, {{table.room, table.host_token}})[0]);
}

TEST_CASE("games: a seat that is being stored isn't gone yet") {
    for (const Stored result : {Stored::Durable, Stored::Full}) {
        World world(1, patient_limits(), StoreMode::WhenTold);
        Token token{};
        token.fill(7);
        world.send(world.connect(), protocol::CreateRoom{"Asha", {}, token});
        const SessionId reader = world.connect();
        world.send(reader, ListGames{{{{}, protocol::base64url(token)}}});
        CHECK(world.last_answer(reader).empty());
        world.answer_store(result);
        REQUIRE(world.last_answer(reader) == "ok");
        const auto& ok = std::get<protocol::Ok>(world.peer(reader).replies.back());
        const auto& all = std::get<protocol::GameList>(ok.adds).games;
        CHECK(all.at(0).has_value() == (result == Stored::Durable));
    }
}
