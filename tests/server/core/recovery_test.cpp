// A room follows from its records: after a crash at any moment it is the same, to the byte.
#include "tests/server/core/world.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using jaipur::test::asked_for;
using jaipur::test::grouped;
using jaipur::test::proved;
using protocol::Ready;

namespace {

void rematch(World& world, const Table2& table) {
    REQUIRE(world.answer(table.host, protocol::AskRematch{}) == "ok");
    REQUIRE(world.answer(table.guest, protocol::AskRematch{}) == "ok");
}

} // namespace

TEST_CASE("after a crash both players continue where they were") {
    World world(4);
    Table2 table = sit_down(world);
    deal(world, table);
    for (int i = 0; i < 7; ++i)
        play_one(world, table);
    const auto before = world.view(table.guest);
    world.crash();
    come_back(world, table);
    auto after = world.view(table.guest);
    CHECK(after.seq == before.seq);
    after.events = before.events; // now all of the round
    CHECK(after == before);
    play_match(world, table);
    CHECK(world.replay(before.match));
}

TEST_CASE("a crash between two steps of the fair shuffle") {
    World world(4);
    Table2 table = sit_down(world);
    const auto secrets = std::array{nonce_of(1), nonce_of(2)};
    const auto commit = [&](Seat seat) {
        return Ready{commit_for(world, table.at(seat), seat, secrets[index(seat)])};
    };
    const auto reveal = [&](Seat seat) { return protocol::Reveal{secrets[index(seat)]}; };
    REQUIRE(world.answer(table.host, commit(Seat::Zero)) == "ok");
    world.crash();
    come_back(world, table);
    CHECK(world.room(table.guest).players[Seat::Zero]->ready);
    REQUIRE(world.answer(table.guest, commit(Seat::One)) == "ok");
    world.crash();
    come_back(world, table);
    CHECK(world.peer(table.host).table); // sent again: it is still out
    REQUIRE(world.answer(table.host, reveal(Seat::Zero)) == "ok");
    world.crash();
    come_back(world, table);
    for (const SessionId session : {table.host, table.guest})
        CHECK(world.peer(session).table);
    REQUIRE(world.answer(table.guest, reveal(Seat::One)) == "ok");
    CHECK(world.view(table.host).phase == Phase::Playing);
}

TEST_CASE("a reveal that was due has 30 s more after a crash") {
    World world(4);
    Table2 table = sit_down(world);
    REQUIRE(world.answer(table.host,
                         Ready{commit_for(world, table.host, Seat::Zero, nonce_of(1))}) == "ok");
    REQUIRE(world.answer(table.guest, Ready{}) == "ok");
    world.pass(9s);
    world.crash(1h);
    world.pass(29999ms); // clients may need 24 s to come back
    CHECK(world.state(table.room).aborted == 0);
    world.pass(1ms);
    CHECK(world.state(table.room).aborted == 1);
}

TEST_CASE("server downtime counts against nobody") {
    World world(4);
    protocol::CreateOptions options;
    options.clock = {60, 0};
    options.grace = 100;
    Table2 table = sit_down(world, options);
    deal(world, table);
    const Seat first = *world.view(table.host).turn;
    world.disconnect(table.at(other(first)));
    world.pass(10s);
    play_one(world, table); // its record holds the clocks
    world.pass(20s);        // this is in no record
    world.crash(48h);
    const SessionId me = world.connect();
    world.enter(me, protocol::Resume{table.room,
                                     first == Seat::Zero ? table.host_token : table.guest_token});
    const auto& clock = *world.view(me).clock;
    CHECK(clock.remaining_ms[first] == 50000);
    CHECK(clock.remaining_ms[other(first)] == 60000);
    CHECK(world.room(me).players[other(first)]->claim_in == 90000);
    CHECK(world.answer(me, protocol::ClaimWin{}) == "cannot_claim");
}

TEST_CASE("seals, a rematch offer, chat and an open table are restored") {
    World world(9);
    protocol::CreateOptions options;
    options.spectators = protocol::SpectatorMode::Open;
    options.delay = 4;
    Table2 table = sit_down(world, options);
    deal(world, table);
    play_round(world, table);
    REQUIRE(world.answer(table.host, protocol::SendChat{"well played"}) == "ok");
    world.crash();
    come_back(world, table);
    CHECK(world.state(table.room).chat.back().text == "well played");
    play_match(world, table);
    REQUIRE(world.answer(table.host, protocol::AskRematch{}) == "ok");
    world.crash();
    come_back(world, table);
    CHECK(world.room(table.guest).players[Seat::Zero]->rematch);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, {}, {}});
    CHECK(world.view(watcher).result->match);
    REQUIRE(world.answer(table.guest, protocol::AskRematch{}) == "ok");
    deal(world, table);
    for (int i = 0; i < 6; ++i)
        play_one(world, table);
    const auto shown = world.view(watcher);
    world.crash();
    const SessionId again = world.connect();
    world.enter(again, protocol::Spectate{table.room, {}, {}});
    CHECK(world.view(again).ply == shown.ply);
    CHECK(world.view(again).players == shown.players);
}

TEST_CASE("P3 random matches: replaying the log gives the room, after every record") {
    const std::uint64_t matches = asked_for("JAIPUR_RECOVERY_MATCHES", 200);
    std::uint64_t crashes = 0;
    for (std::uint64_t seed = 1; seed <= matches; ++seed) {
        CAPTURE(seed);
        World world(seed);
        protocol::CreateOptions options;
        options.spectators = static_cast<protocol::SpectatorMode>(seed % 3);
        if (seed % 4 != 0)
            options.delay = 4; // agreed if the room is open
        options.seals = 1;
        if (seed % 2 == 0)
            options.clock = {600, 5};
        Table2 table = sit_down(world, options);
        deal(world, table);
        while (world.state(table.room).match.phase != Phase::MatchOver) {
            world.pass(milliseconds(world.random.below(2000)));
            if (world.state(table.room).match.phase == Phase::RoundOver)
                deal(world, table);
            else
                play_one(world, table);
            if (world.random.one_in(12)) { // compares each room with its records
                world.crash();
                come_back(world, table);
                ++crashes;
            }
            RoomState replayed;
            for (const Record& record : world.log.at(table.room))
                apply(replayed, record);
            REQUIRE(replayed == world.state(table.room));
        }
        CHECK(world.replay(world.state(table.room).fresh.match));
    }
    REQUIRE(crashes > matches);
    proved("P3", "random matches, crashes",
           grouped(matches) + " matches, " + grouped(crashes) + " crashes");
}

TEST_CASE("a room keeps the records of one match, however many it has had") {
    World world(5);
    Table2 table = sit_down(world);
    std::vector<protocol::MatchId> matches;
    for (int i = 0; i < 5; ++i) {
        deal(world, table);
        play_match(world, table);
        matches.push_back(world.state(table.room).fresh.match);
        REQUIRE(world.answer(table.guest, protocol::SendChat{"again!"}) == "ok");
        rematch(world, table);
        CHECK(world.log.at(table.room).size() == 1); // the snapshot
        world.crash();
        come_back(world, table);
        CHECK(world.state(table.room).chat.size() == static_cast<std::size_t>(i + 1));
    }
    CHECK(world.snapshots == 5);
    for (const auto& match : matches)
        CHECK(world.replay(match));
}

TEST_CASE("a finished match is kept even if the crash came first") {
    World world(5);
    Table2 table = sit_down(world);
    deal(world, table);
    play_match(world, table);
    const auto match = world.state(table.room).fresh.match;
    const protocol::Replay kept = *world.replay(match);
    world.finished.clear(); // the store had not got to it
    world.crash();
    REQUIRE(world.replay(match));
    CHECK(*world.replay(match) == kept);
}

TEST_CASE("a closed room leaves only its matches behind") {
    World world(5);
    Table2 table = sit_down(world);
    deal(world, table);
    play_match(world, table);
    const auto match = world.state(table.room).fresh.match;
    world.disconnect(table.host);
    world.disconnect(table.guest);
    world.pass(15min);
    CHECK_FALSE(world.lobby.room(table.room));
    CHECK_FALSE(world.log.contains(table.room));
    CHECK(world.replay(match));
}

TEST_CASE("a room whose last stored record closes it isn't restored") {
    World world(5);
    const Table2 table = sit_down(world);
    world.log.at(table.room).push_back({100, table.room, world.now, {}, {}, RoomClosed{}});
    Lobby lobby(patient_limits(), [](std::span<std::uint8_t>) {});
    Output out;
    for (const Record& record : world.log.at(table.room))
        lobby.restore(record, out);
    CHECK(lobby.restored(100, world.now).empty());
    CHECK_FALSE(lobby.room(table.room));
    REQUIRE(out.discarded.size() == 1); // the server died before it was told
    CHECK(out.discarded.front().last == 100);
}

TEST_CASE("a restored waiting room closes after 15 minutes if nobody is there") {
    World world(5);
    const auto code = world.enter(world.connect(), protocol::CreateRoom{"Asha", {}}).room;
    world.crash();
    world.pass(60s);
    CHECK_FALSE(world.state(code).players[Seat::Zero]); // the seat is free
    world.pass(15min);
    CHECK_FALSE(world.lobby.room(code));
}

TEST_CASE("a room whose records don't fit is left out, and the others come back") {
    World world(5);
    const Table2 bad = sit_down(world), good = sit_down(world);
    deal(world, bad);
    deal(world, good);
    play_one(world, bad);
    std::vector<Record> records;
    for (const auto& [room, of_room] : world.log)
        records.insert(records.end(), of_room.begin(), of_room.end());
    for (Record& record : records)
        if (auto* acted = std::get_if<Acted>(&record.body))
            acted->ply = 17;
    Lobby lobby(patient_limits(), [](std::span<std::uint8_t>) {});
    Output out;
    std::ranges::sort(records, {}, &Record::number);
    for (const Record& record : records)
        lobby.restore(record, out);
    CHECK(lobby.restored(1000, world.now) == std::vector<RoomCode>{bad.room});
    CHECK_FALSE(lobby.room(bad.room));
    REQUIRE(lobby.room(good.room));
    CHECK(*lobby.room(good.room) == world.state(good.room));
}

TEST_CASE("chat stops no clock") {
    World world(4);
    protocol::CreateOptions options;
    options.clock = {60, 0};
    const Table2 table = sit_down(world, options);
    deal(world, table);
    const Seat first = *world.view(table.host).turn;
    world.mode = StoreMode::WhenTold;
    world.pass(10s);
    world.send(table.at(other(first)), protocol::SendChat{"take your time"});
    world.pass(10s);
    world.answer_store(Stored::Durable);
    world.send(table.at(other(first)), protocol::SendChat{"or not"});
    world.answer_store(Stored::Full);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, {}, {}});
    CHECK(world.view(watcher).clock->remaining_ms[first] == 40000);
}

TEST_CASE("resume can fetch missed chat, but nothing the player couldn't see") {
    World world(4);
    Table2 table = sit_down(world);
    deal(world, table);
    const SessionId watcher = world.connect();
    world.enter(watcher, protocol::Spectate{table.room, {}, {}});
    REQUIRE(world.answer(table.host, protocol::SendChat{"one"}) == "ok");
    const auto heard = static_cast<std::uint64_t>(world.peer(table.guest).chats.back().at);
    world.disconnect(table.guest);
    REQUIRE(world.answer(table.host, protocol::SendChat{"two"}) == "ok");
    REQUIRE(world.answer(watcher, protocol::SendChat{"psst"}) == "ok"); // spectators only
    REQUIRE(world.answer(table.host, protocol::SendChat{"three"}) == "ok");
    world.crash();
    const auto texts = [&](std::optional<std::uint64_t> after) {
        const SessionId again = world.connect();
        world.enter(again, protocol::Resume{table.room, table.guest_token, after});
        std::vector<std::string> result;
        for (const auto& chat : world.peer(again).chats)
            result.push_back(chat.text);
        return result;
    };
    using Texts = std::vector<std::string>;
    CHECK(texts(std::nullopt) == Texts{});
    CHECK(texts(heard) == Texts{"two", "three"});
    CHECK(texts(0) == Texts{"one", "two", "three"});
    CHECK(texts((std::uint64_t{1} << 53) - 1) == Texts{});
}
