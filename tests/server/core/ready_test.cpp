// Readiness and the fair shuffle: ready, table, reveal, and voided commitments.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::Ready;
using protocol::Reveal;

namespace {

const protocol::Secret nonce0 = nonce_of(1), nonce1 = nonce_of(2);

// Both have committed: the table is out.
void commit_both(World& world, const Table2& table) {
    REQUIRE(world.answer(table.host, Ready{commit_for(world, table.host, Seat::Zero, nonce0)}) ==
            "ok");
    REQUIRE(world.answer(table.guest, Ready{commit_for(world, table.guest, Seat::One, nonce1)}) ==
            "ok");
    REQUIRE(world.state(table.room).table_published);
}

std::string reveal(World& world, SessionId session, const protocol::Secret& nonce) {
    return world.answer(session, Reveal{nonce});
}

using Counts = std::array<int, 2>;

// As the host is told.
Counts missed(World& world, const Table2& table) {
    const auto& players = world.room(table.host).players;
    return {players[Seat::Zero]->missed_reveals, players[Seat::One]->missed_reveals};
}

} // namespace

TEST_CASE("nobody commits: the round is dealt at once") {
    World world;
    const Table2 table = sit_down(world);
    deal(world, table);
    CHECK(world.peer(table.host).tables == 1); // to everyone in the room, with no reveal due
    CHECK_FALSE(world.peer(table.host).table->seats[Seat::Zero]);
    CHECK_FALSE(world.peer(table.host).table->seats[Seat::One]);
    CHECK(world.view(table.host).round == 1);
    const auto& event = world.view(table.host).events.at(0);
    REQUIRE(std::holds_alternative<RoundStarted>(event));
    CHECK(std::get<RoundStarted>(event).starter == world.view(table.host).turn);
}

TEST_CASE("one commits: a table, one reveal, then the round") {
    World world;
    const Table2 table = sit_down(world);
    CHECK(world.answer(table.host, Ready{}) == "ok");
    CHECK(world.answer(table.guest, Ready{commit_for(world, table.guest, Seat::One, nonce1)}) ==
          "ok");
    CHECK(world.peer(table.host).tables == 1);
    CHECK(world.view(table.host).phase == Phase::Waiting);
    CHECK_FALSE(world.peer(table.host).table->seats[Seat::Zero]);
    CHECK(reveal(world, table.host, nonce0) == "bad_reveal"); // none is due
    CHECK(reveal(world, table.guest, nonce1) == "ok");
    CHECK(world.view(table.host).phase == Phase::Playing);
}

TEST_CASE("the deal follows from the revealed secrets") {
    World world(3);
    const Table2 table = sit_down(world);
    commit_both(world, table);
    reveal(world, table.host, nonce0);
    reveal(world, table.guest, nonce1);
    const RoomState& room = world.state(table.room);
    const auto t = protocol::transcript_hash(commitments(room), {{nonce0, nonce1}});
    const auto shuffle = protocol::shuffle_round(room.fresh.server_seed, t, 1);
    CHECK(room.match.state.deal.deck == shuffle.deck);
    CHECK(room.match.state.deal.bonus3 == shuffle.bonus3);
    CHECK(room.match.state.deal.bonus4 == shuffle.bonus4);
    CHECK(room.match.state.deal.bonus5 == shuffle.bonus5);
    CHECK(room.match.state.starter == protocol::draw_starter(room.fresh.server_seed, t));
}

TEST_CASE("ready may come before the opponent, and again with another commit") {
    World world;
    const SessionId host = world.connect(), guest = world.connect();
    const auto code = world.enter(host, protocol::CreateRoom{"Asha", {}}).room;
    const auto first = commit_for(world, host, Seat::Zero, nonce0);
    const auto second = commit_for(world, host, Seat::Zero, nonce_of(3));
    CHECK(world.answer(host, Ready{first}) == "ok");
    const auto records = world.records;
    CHECK(world.answer(host, Ready{first}) == "ok"); // nothing new, nothing stored
    CHECK(world.records == records);
    CHECK(world.answer(host, Ready{second}) == "ok");
    world.enter(guest, protocol::JoinRoom{code, "Ravi", {}});
    CHECK(world.room(guest).players[Seat::Zero]->ready);
    CHECK(world.answer(guest, Ready{}) == "ok");
    CHECK(reveal(world, host, nonce0) == "bad_reveal");
    CHECK(reveal(world, host, nonce_of(3)) == "ok");
    CHECK(world.view(guest).phase == Phase::Playing);
}

TEST_CASE("a commit equal to the opponent's is bad_commit") {
    World world;
    const Table2 table = sit_down(world);
    const auto commit = commit_for(world, table.host, Seat::Zero, nonce0);
    CHECK(world.answer(table.host, Ready{commit}) == "ok");
    CHECK(world.answer(table.guest, Ready{commit}) == "bad_commit");
    CHECK_FALSE(world.room(table.host).players[Seat::One]->ready);
    CHECK(world.answer(table.guest, Ready{nonce_of(9)}) == "ok"); // any other hash is fine
}

TEST_CASE("a commit to a replaced match is bad_commit") {
    World world;
    const Table2 table = sit_down(world);
    const auto commit = commit_for(world, table.host, Seat::Zero, nonce0);
    const std::string match = protocol::hex(world.room(table.host).fair.match);
    for (const std::string& other : {std::string(32, '0'), match.substr(1), std::string()})
        CHECK(world.answer(table.host, Ready{commit, other}) == "bad_commit");
    CHECK_FALSE(world.room(table.host).players[Seat::Zero]->ready);
    CHECK(world.answer(table.host, Ready{commit, match}) == "ok");
    CHECK(world.room(table.host).players[Seat::Zero]->ready);
}

TEST_CASE("while the table is out, another ready is not_playing and a wrong nonce bad_reveal") {
    World world;
    const Table2 table = sit_down(world);
    CHECK(reveal(world, table.host, nonce0) == "not_playing");
    commit_both(world, table);
    CHECK(world.answer(table.host, Ready{}) == "not_playing");
    CHECK(world.answer(table.host, Ready{nonce_of(9)}) == "not_playing");
    CHECK(reveal(world, table.host, nonce1) == "bad_reveal"); // the other seat's
    CHECK(world.answer(table.host, Reveal{}) == "bad_reveal");
    CHECK(world.view(table.host).phase == Phase::Waiting);
}

TEST_CASE("a repeated ready is ok in any phase of its match") {
    World world(11);
    const Table2 table = sit_down(world);
    commit_both(world, table);
    const auto commit = commit_for(world, table.host, Seat::Zero, nonce0);
    const std::string match = protocol::hex(world.room(table.host).fair.match);
    const auto repeated = [&] {
        const auto records = world.records;
        CHECK(world.answer(table.host, Ready{commit}) == "ok");
        CHECK(world.answer(table.host, Ready{commit, match}) == "ok");
        CHECK(world.records == records);
    };
    repeated(); // the table is out
    reveal(world, table.host, nonce0);
    reveal(world, table.guest, nonce1);
    REQUIRE(world.view(table.host).phase == Phase::Playing);
    repeated();
    CHECK(world.answer(table.host, Ready{nonce_of(9)}) == "not_playing");
    CHECK(world.answer(table.host, Ready{commit, std::string(32, '0')}) == "not_playing");
    CHECK(world.answer(table.host, Ready{}) == "not_playing");
    play_match(world, table);
    REQUIRE(world.view(table.host).phase == Phase::MatchOver);
    repeated();
    world.answer(table.host, protocol::AskRematch{});
    world.answer(table.guest, protocol::AskRematch{});
    CHECK(world.answer(table.host, Ready{commit, match}) == "bad_commit"); // another match
}

TEST_CASE("a repeated ready without a commitment is ok, even if it dealt the round") {
    World world;
    const Table2 table = sit_down(world);
    deal(world, table);
    const auto records = world.records;
    for (const SessionId session : {table.host, table.guest})
        CHECK(world.answer(session, Ready{}) == "ok");
    CHECK(world.records == records);
}

TEST_CASE("a repeated reveal is ok in any phase of its match") {
    World world(11);
    const Table2 table = sit_down(world);
    commit_both(world, table);
    CHECK(reveal(world, table.host, nonce0) == "ok");
    const auto records = world.records;
    CHECK(reveal(world, table.host, nonce0) == "ok");
    CHECK(reveal(world, table.host, nonce_of(9)) == "bad_reveal");
    CHECK(world.records == records);
    CHECK(reveal(world, table.guest, nonce1) == "ok");
    CHECK(reveal(world, table.guest, nonce1) == "ok");
    CHECK(reveal(world, table.guest, nonce0) == "not_playing");
    play_match(world, table);
    CHECK(reveal(world, table.host, nonce0) == "ok");
    world.answer(table.host, protocol::AskRematch{});
    world.answer(table.guest, protocol::AskRematch{});
    CHECK(reveal(world, table.host, nonce0) == "not_playing"); // another match
}

TEST_CASE("no reveal within 10 s: nobody is ready, a new match, one aborted") {
    World world;
    Table2 table = sit_down(world);
    commit_both(world, table);
    reveal(world, table.host, nonce0);
    const auto before = world.room(table.host).fair;
    world.pass(9999ms);
    CHECK(world.room(table.host).fair.aborted == 0);
    world.pass(1ms);
    const auto& room = world.room(table.host);
    CHECK(room.fair.aborted == 1);
    CHECK(missed(world, table) == Counts{0, 1});
    CHECK(room.fair.match != before.match);
    CHECK(room.fair.server_commit != before.server_commit);
    for (Seat seat : all_seats)
        CHECK_FALSE(room.players[seat]->ready);
    CHECK(world.view(table.guest).seq == 1);
    CHECK(world.view(table.guest).match == room.fair.match);
    CHECK(world.view(table.guest).phase == Phase::Waiting);
    CHECK(reveal(world, table.guest, nonce1) == "not_playing");
    // Everything starts over; aborted counts over the room's life.
    commit_both(world, table);
    world.pass(10s);
    CHECK(world.room(table.guest).fair.aborted == 2);
    CHECK(missed(world, table) == Counts{1, 2});
    world.crash(); // from a snapshot
    come_back(world, table);
    CHECK(missed(world, table) == Counts{1, 2});
    deal(world, table); // without commitments
    CHECK(missed(world, table) == Counts{1, 2});
    CHECK(world.view(table.guest).seq == 3);
}

TEST_CASE("a reveal that the store refuses isn't missed") {
    World world;
    const Table2 table = sit_down(world);
    commit_both(world, table);
    reveal(world, table.host, nonce0);
    world.pass(9s);
    world.mode = StoreMode::WhenTold;
    world.send(table.guest, Reveal{nonce1});
    world.answer_store(Stored::Full);
    world.mode = StoreMode::AtOnce;
    world.pass(9s);
    CHECK(reveal(world, table.guest, nonce1) == "ok");
    CHECK(missed(world, table) == Counts{0, 0});
    CHECK(world.view(table.guest).phase == Phase::Playing);
}

TEST_CASE("missed reveals belong to the player, not to the seat") {
    World world;
    const Table2 table = sit_down(world);
    commit_both(world, table);
    world.pass(10s);
    CHECK(missed(world, table) == Counts{1, 1});
    CHECK(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    const SessionId third = world.connect();
    world.enter(third, protocol::JoinRoom{table.room, "Mira", {}});
    CHECK(missed(world, table) == Counts{1, 0});
    deal(world, {table.room, table.host, third, {}, {}});
    play_match(world, {table.room, table.host, third, {}, {}});
    CHECK(missed(world, table) == Counts{1, 0});
}

TEST_CASE("a late reveal finds the match gone") {
    World world;
    const Table2 table = sit_down(world);
    commit_both(world, table);
    world.now += 10s; // nobody has woken the lobby
    CHECK(reveal(world, table.host, nonce0) == "not_playing");
    CHECK(world.room(table.host).fair.aborted == 1);
}

TEST_CASE("leaving while the table is out voids the match") {
    World world;
    const Table2 table = sit_down(world);
    commit_both(world, table);
    CHECK(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    const auto& room = world.room(table.host);
    CHECK(room.fair.aborted == 1);
    CHECK_FALSE(room.players[Seat::One]);
    CHECK_FALSE(room.players[Seat::Zero]->ready);
    CHECK(room.players[Seat::Zero]->missed_reveals == 0); // there was time left
    CHECK(world.view(table.host).seq == 1);
    world.pass(1min);
    CHECK(world.room(table.host).fair.aborted == 1);
}

TEST_CASE("leaving before the table keeps the opponent's readiness") {
    World world;
    const Table2 table = sit_down(world);
    CHECK(world.answer(table.host, Ready{}) == "ok");
    CHECK(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    CHECK(world.room(table.host).players[Seat::Zero]->ready);
    CHECK(world.room(table.host).fair.aborted == 0);
    const SessionId third = world.connect();
    CHECK(world.enter(third, protocol::JoinRoom{table.room, "Mira", {}}).seat == Seat::One);
    CHECK(world.answer(third, Ready{}) == "ok");
    CHECK(world.view(third).phase == Phase::Playing);
}

TEST_CASE("the next round needs only ready, ignores a commit, and starts after 60 s anyway") {
    World world(2);
    const Table2 table = sit_down(world);
    commit_both(world, table);
    reveal(world, table.host, nonce0);
    reveal(world, table.guest, nonce1);
    play_round(world, table);
    REQUIRE(world.view(table.host).phase == Phase::RoundOver);
    const protocol::Hash commit = nonce_of(9);
    CHECK(world.answer(table.host, Ready{commit, std::string(32, '0')}) == "bad_commit");
    CHECK(world.answer(table.host, Ready{commit}) == "ok");
    CHECK(world.room(table.guest).players[Seat::Zero]->ready);
    CHECK(world.state(table.room).players[Seat::Zero]->commit != std::nullopt);
    CHECK(world.state(table.room).players[Seat::Zero]->commit != commit);
    const auto records = world.records;
    CHECK(world.answer(table.host, Ready{}) == "ok");
    CHECK(world.records == records);
    world.disconnect(table.guest);
    world.pass(59999ms);
    CHECK(world.view(table.host).phase == Phase::RoundOver);
    world.pass(1ms);
    CHECK(world.view(table.host).phase == Phase::Playing); // the absent player too
    CHECK(world.view(table.host).round == 2);
    for (const Ready& repeat : {Ready{}, Ready{commit}})
        CHECK(world.answer(table.host, repeat) == "ok");
}

TEST_CASE("R17 the loser starts the next round, R5 nobody else") {
    World world(8);
    const Table2 table = sit_down(world);
    deal(world, table);
    play_round(world, table);
    const auto winner = world.view(table.host).result->rounds.back().winner;
    REQUIRE(winner);
    deal(world, table);
    CHECK(world.view(table.host).turn == other(*winner));
}

TEST_CASE("anyone who enters while the table is out is sent it") {
    World world;
    const Table2 table = sit_down(world);
    commit_both(world, table);
    reveal(world, table.guest, nonce1);
    world.disconnect(table.host);
    world.disconnect(table.guest);
    const SessionId host = world.connect(), guest = world.connect(), spectator = world.connect();
    world.enter(host, protocol::Resume{table.room, table.host_token});
    world.enter(guest, protocol::Resume{table.room, table.guest_token}); // no reveal due
    world.enter(spectator, protocol::Spectate{table.room, {}, {}});
    for (const SessionId session : {host, guest, spectator}) {
        CHECK(world.peer(session).tables == 1);
        // ok, room, table, view
        CHECK(std::holds_alternative<protocol::Commitments>(world.peer(session).heard.at(2)));
    }
    CHECK(reveal(world, host, nonce0) == "ok");
    CHECK(world.view(guest).phase == Phase::Playing);
    const SessionId late = world.connect();
    world.enter(late, protocol::Spectate{table.room, {}, {}});
    CHECK(world.peer(late).tables == 0);
}
