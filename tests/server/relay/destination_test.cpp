// Where requests go.
#include "protocol/hash.hpp"
#include "server/relay/destination.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>
#include <string>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::relay;
using Way = Destination::Way;
using std::chrono::seconds;

namespace {

// This server has B, another one has 2 and C, and nobody has D.
struct World {
    core::Slots mine = [] {
        core::Slots slots;
        slots.insert('B');
        return slots;
    }();
    core::Owners owners{"me", [this](core::Slot slot) { return mine.contains(slot); }, seconds(10)};
    std::optional<protocol::Secret> seat; // here
    bool knows_all_passes = false;

    World() {
        owners.see(
            {{{"me", false}, {"other", false}}, {{'2', "other"}, {'B', "me"}, {'C', "other"}}},
            {{"other", "10.0.0.2:7"}}, core::Time{});
    }

    Destination operator()(const protocol::RequestBody& request) const {
        return destination_of(request, owners,
                              {[this](const WhoHas& asked) {
                                   return seat && asked == WhoHas{WhoHas::What::Token,
                                                                  protocol::sha256(*seat)};
                               },
                               [this](const core::TokenHash&) { return knows_all_passes; }});
    }
};

const Destination here{}, there{Way::Move, "10.0.0.2:7"};

protocol::Secret token() {
    protocol::Secret secret{};
    secret[0] = 5;
    return secret;
}

const WhoHas with_token{WhoHas::What::Token, protocol::sha256(token())};

} // namespace

TEST_CASE("a room's code says where it is") {
    const World world;
    CHECK(world(protocol::EntryRequest(protocol::JoinRoom{"BBBBBB", "a", {}})) == here);
    CHECK(world(protocol::EntryRequest(protocol::JoinRoom{"CCCCCC", "a", {}})) == there);
    CHECK(world(protocol::EntryRequest(protocol::JoinRoom{"cccccc", "a", {}})) == there);
    CHECK(world(protocol::EntryRequest(protocol::Spectate{"CCCCCC", {}, {}})) == there);
    CHECK(world(protocol::EntryRequest(protocol::Resume{"CCCCCC", "t"})) == there);
    CHECK(world(protocol::EntryRequest(protocol::ReadInvitation{"CCCCCC", {}})).way == Way::Ask);
    CHECK(world(protocol::EntryRequest(protocol::ReadInvitation{"BBBBBB", {}})) == here);
    // The lobby says what is wrong.
    for (const std::string code : {"", "C", "CCCCCCC", "000000"})
        CHECK(world(protocol::EntryRequest(protocol::JoinRoom{code, "a", {}})) == here);
    for (const auto& request : {protocol::EntryRequest(protocol::JoinRoom{"DDDDDD", "a", {}}),
                                protocol::EntryRequest(protocol::ReadInvitation{"DDDDDD", {}})})
        CHECK(world(request) == Destination{Way::Wait});
    CHECK(world(protocol::TableRequest(protocol::Resign{})) == here);
    CHECK(world(protocol::LobbyRequest(protocol::Ping{})) == here);
}

TEST_CASE("a seat may be anywhere, unless it is here") {
    World world;
    const std::string text = protocol::base64url(token());
    const Destination found{Way::Find, {}, {with_token}}, taken{Way::Find, {}, {with_token}, true};
    CHECK(world(protocol::EntryRequest(protocol::Resume{{}, text})) == found);
    CHECK(world(protocol::EntryRequest(protocol::Resume{{}, "no token"})) == here);
    CHECK(world(protocol::EntryRequest(protocol::CreateRoom{"a", {}, token()})) == taken);
    CHECK(world(protocol::EntryRequest(protocol::CreateRoom{"a", {}, {}})) == here);
    const auto moved = world(protocol::EntryRequest(protocol::TakeOver{{}, token()}));
    CHECK(moved.way == Way::Find);
    CHECK(moved.seats.size() == 2);
    world.seat = token();
    CHECK(world(protocol::EntryRequest(protocol::Resume{{}, text})) == here);
    CHECK(world(protocol::EntryRequest(protocol::CreateRoom{"a", {}, token()})) == here);
    CHECK(world(protocol::EntryRequest(protocol::QuickMatch{"a", {}, token()})) == here);
    CHECK(world(protocol::EntryRequest(protocol::TakeOver{{}, token()})) == here);
    // It is bad_token, because the seat is here.
    CHECK(world(protocol::EntryRequest(protocol::JoinRoom{"CCCCCC", "a", {}, token()})) == here);
}

TEST_CASE("only a server with all slots can say alone that a seat doesn't exist") {
    World world;
    world.owners.see({{{"me", false}}, {{'B', "me"}}}, {}, core::Time{});
    const protocol::EntryRequest resume(protocol::Resume{{}, protocol::base64url(token())});
    CHECK(world(resume).way == Way::Find);
    for (const core::Slot slot : core::all_slots)
        world.mine.insert(slot);
    CHECK(world(resume) == here);
}

TEST_CASE("all quick matches meet at one server") {
    World world;
    CHECK(world(protocol::EntryRequest(protocol::QuickMatch{"a", {}, {}})) == there);
    const auto repeated = world(protocol::EntryRequest(protocol::QuickMatch{"a", {}, token()}));
    CHECK(repeated == Destination{Way::Find, "10.0.0.2:7", {with_token}, true});
    protocol::CreateRoom create{"a", {}, {}};
    CHECK(world(protocol::EntryRequest(create)) == here);
    create.options.is_public = true;
    CHECK(world(protocol::EntryRequest(create)) == there);
    world.mine.insert('2');
    CHECK(world(protocol::EntryRequest(protocol::QuickMatch{"a", {}, {}})) == here);
    CHECK(world(protocol::EntryRequest(create)) == here);
}

TEST_CASE("quick matches don't need a slot that nobody can take") {
    World world;
    const auto see = [&](seconds at) {
        world.owners.see({{{"me", false}, {"other", false}}, {{'3', "other"}, {'B', "me"}}},
                         {{"other", "10.0.0.2:7"}}, core::Time(at));
    };
    const protocol::EntryRequest quick_match(protocol::QuickMatch{"a", {}, {}});
    see(seconds(0));
    CHECK(world(quick_match) == Destination{Way::Wait});
    for (int at = 1; at <= 11; ++at)
        see(seconds(at));
    CHECK(world(quick_match) == there);
}

TEST_CASE("the server that keeps the guest book judges passes that are new here") {
    World world;
    const protocol::EntryRequest enter(protocol::Enter{token(), {}});
    CHECK(world(enter) == there);
    world.knows_all_passes = true;
    CHECK(world(enter) == here);
}

TEST_CASE("a server without slots opens rooms at another one") {
    World world;
    world.mine = {};
    CHECK(world(protocol::EntryRequest(protocol::CreateRoom{"a", {}, {}})) == there);
    CHECK(world(protocol::EntryRequest(protocol::CreateRoom{"a", {}, token()})) ==
          Destination{Way::Find, "10.0.0.2:7", {with_token}, true});
}

TEST_CASE("lists come from all servers, if there are others") {
    World world;
    CHECK(world(protocol::LobbyRequest(protocol::ListRooms{})).way == Way::GatherRooms);
    CHECK(world(protocol::LobbyRequest(protocol::ListGames{{{"CCCCCC", "t"}}})).way ==
          Way::GatherGames);
    // Nobody has that room now: its game isn't gone.
    CHECK(world(protocol::LobbyRequest(protocol::ListGames{{{"DDDDDD", "t"}}})) ==
          Destination{Way::Wait});
    // It may be in a room that nobody has now.
    CHECK(world(protocol::LobbyRequest(protocol::ListGames{{{std::nullopt, "t"}}})) ==
          Destination{Way::Wait});
    world.owners.see({}, {}, core::Time{});
    CHECK(world(protocol::LobbyRequest(protocol::ListRooms{})) == here);
}

TEST_CASE(
    "nobody waits for games in abandoned slots, and the answer says that they may be lacking") {
    World world;
    core::Owners::DamagedFor damaged_for;
    for (const core::Slot slot : core::all_slots)
        if (slot != '2' && slot != 'B' && slot != 'C')
            damaged_for[slot] = std::chrono::hours(1);
    const core::SlotHolders seen = world.owners.seen();
    world.owners.see(seen, {{"other", "10.0.0.2:7"}}, core::Time{}, damaged_for);
    const protocol::LobbyRequest named(protocol::ListGames{{{"DDDDDD", "t"}, {"CCCCCC", "t"}}}),
        nameless(protocol::ListGames{{{"CCCCCC", "t"}, {std::nullopt, "t"}}});
    CHECK(world(named) == Destination{Way::GatherGames});
    const Destination lacking{.way = Way::GatherGames, .all_can_answer = false};
    CHECK(world(nameless) == lacking);
    world.owners.see(seen, {}, core::Time{}, damaged_for);
    for (const core::Slot slot : {'2', 'C'})
        world.mine.insert(slot);
    CHECK(world(named) == here);
    CHECK(world(nameless) == lacking); // this server alone would say that it is gone
}
