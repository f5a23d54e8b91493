// Who may chat, as the room's owner decides.
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::ChatFrom;
using protocol::SendChat;
using protocol::SetChat;

namespace {

struct Talk {
    World world;
    Table2 table;
    SessionId watcher;

    explicit Talk(ChatFrom from = ChatFrom::Everyone) {
        protocol::CreateOptions options;
        options.chat = from;
        table = sit_down(world, options);
        watcher = world.connect();
        world.enter(watcher, protocol::Spectate{table.room, "Mira", {}});
    }

    // What the host, the guest and the watcher get for a line.
    std::string answers() {
        std::string all;
        for (const SessionId who : {table.host, table.guest, watcher})
            all += (all.empty() ? "" : " ") + world.answer(who, SendChat{"Hi!"});
        return all;
    }
};

std::size_t kept_rules(const World& world, const RoomCode& room) {
    return static_cast<std::size_t>(std::ranges::count_if(world.log.at(room), [](const auto& is) {
        return std::holds_alternative<ChatSet>(is.body);
    }));
}

} // namespace

TEST_CASE("the creator says who may chat, and everybody sees it") {
    Talk everyone;
    CHECK(everyone.answers() == "ok ok ok");
    CHECK(everyone.world.room(everyone.watcher).options.chat == ChatFrom::Everyone);
    Talk players(ChatFrom::Players);
    CHECK(players.answers() == "ok ok chat_off");
    CHECK(players.world.room(players.watcher).options.chat == ChatFrom::Players);
    Talk nobody(ChatFrom::Nobody);
    CHECK(nobody.answers() == "chat_off chat_off chat_off");
    CHECK(nobody.world.answer(nobody.watcher, SendChat{"\n"}) == "chat_off");
    CHECK(nobody.world.peer(nobody.table.host).chats.empty());
}

TEST_CASE("only the owner changes who may chat, at any time, and everybody is told") {
    Talk talk;
    World& world = talk.world;
    CHECK(world.answer(world.connect(), SetChat{ChatFrom::Nobody}) == "not_in_room");
    CHECK(world.answer(talk.watcher, SetChat{ChatFrom::Nobody}) == "not_a_player");
    CHECK(world.answer(talk.table.guest, SetChat{ChatFrom::Nobody}) == "not_owner");
    const int rooms = world.peer(talk.table.guest).rooms;
    CHECK(world.answer(talk.table.host, SetChat{ChatFrom::Players}) == "ok");
    CHECK(world.peer(talk.table.guest).rooms == rooms + 1);
    CHECK(world.room(talk.table.guest).options.chat == ChatFrom::Players);
    CHECK(talk.answers() == "ok ok chat_off");
    CHECK(world.answer(talk.table.host, SetChat{ChatFrom::Players}) == "ok"); // a repeat
    CHECK(world.peer(talk.table.guest).rooms == rooms + 1);
    deal(world, talk.table);
    CHECK(world.answer(talk.table.host, SetChat{ChatFrom::Everyone}) == "ok");
    CHECK(talk.answers() == "ok ok ok");
    play_match(world, talk.table);
    CHECK(world.answer(talk.table.host, SetChat{ChatFrom::Nobody}) == "ok");
    CHECK(talk.answers() == "chat_off chat_off chat_off");
}

TEST_CASE(
    "the decision about the chat outlives restarts and matches, and only the last one is kept") {
    Talk talk;
    World& world = talk.world;
    for (const auto from : {ChatFrom::Nobody, ChatFrom::Everyone, ChatFrom::Players})
        CHECK(world.answer(talk.table.host, SetChat{from}) == "ok");
    CHECK(kept_rules(world, talk.table.room) == 1);
    world.crash();
    come_back(world, talk.table);
    CHECK(world.room(talk.table.host).options.chat == ChatFrom::Players);
    deal(world, talk.table);
    play_match(world, talk.table);
    const auto match = world.view(talk.table.host).match;
    CHECK(!world.replay(match)->options.chat); // readers of earlier releases would refuse it
    CHECK(world.answer(talk.table.host, protocol::AskRematch{}) == "ok");
    CHECK(world.answer(talk.table.guest, protocol::AskRematch{}) == "ok");
    CHECK(world.snapshots > 0);
    world.crash();
    come_back(world, talk.table);
    CHECK(world.room(talk.table.host).options.chat == ChatFrom::Players);
    CHECK(world.answer(talk.table.host, SetChat{ChatFrom::Everyone}) == "ok");
    CHECK(!world.state(talk.table.room).options.chat); // as in a room that never changed it
}

TEST_CASE("a new owner decides who may chat") {
    Talk talk(ChatFrom::Players);
    World& world = talk.world;
    CHECK(world.answer(talk.table.host, protocol::LeaveRoom{}) == "ok");
    CHECK(world.room(talk.table.guest).options.chat == ChatFrom::Players);
    CHECK(world.answer(talk.table.guest, SetChat{ChatFrom::Everyone}) == "ok");
    CHECK(world.answer(talk.watcher, SendChat{"Hi!"}) == "ok");
}
