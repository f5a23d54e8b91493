// A private server: what strangers may do there, and how people get a pass.
#include "protocol/codec.hpp"
#include "tests/server/core/guesses.hpp"
#include "tests/server/core/guests.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::CreateRoom;
using protocol::Enter;
using protocol::JoinRoom;
using protocol::QuickMatch;
using protocol::ReadInvitation;
using protocol::Resume;
using protocol::Spectate;

namespace {

// What strangers ask to get into this room, or to learn something about it.
std::vector<protocol::RequestBody> ways_into(const RoomCode& room) {
    CreateRoom secret{"", {}}; // the name is wrong as well
    secret.options.password = "sesame";
    return {CreateRoom{"Mira", {}},     secret,
            JoinRoom{room, "Mira", {}}, JoinRoom{room, "", "sesame", pass_of(9)},
            QuickMatch{"Mira", {}},     Spectate{room, {}, {}},
            ReadInvitation{room, {}},   ReadInvitation{room, "sesame"},
            protocol::ListRooms{},      protocol::ListRooms{"nonsense"}};
}

} // namespace

TEST_CASE("a server for guests tells strangers nothing, whether or not there is a room") {
    World world;
    const Table2 table = sit_down(world);
    world.lobby.set_privacy(for_guests);
    const SessionId stranger = world.connect(ip(1));
    for (const RoomCode& room : {table.room, RoomCode("222222"), RoomCode("")})
        for (const auto& request : ways_into(room))
            CHECK_MESSAGE(world.answer(stranger, request) == "server_locked",
                          protocol::encode({1, request}));
    CHECK(world.unhashed.empty());
    for (const auto to : {LinkTo::Seat, LinkTo::Watching})
        CHECK(!world.lobby.preview(ip(1), table.room, to, world.now));
    // None of it was a guess.
    world.lobby.set_privacy({});
    CHECK(guesses(world, ip(1)) == 10);
}

TEST_CASE("a player who has a seat goes on without a pass") {
    World world;
    Table2 table = sit_down(world);
    deal(world, table);
    world.lobby.set_privacy(for_guests);
    play_one(world, table);
    world.disconnect(table.host);
    table.host = world.connect();
    CHECK(world.answer(table.host, protocol::Ping{}) == "ok");
    CHECK(world.answer(table.host, protocol::ReadPushKey{}) == "ok");
    CHECK(world.answer(table.host, protocol::ListGames{{{{}, table.host_token}}}) == "ok");
    world.enter(table.host, Resume{table.room, table.host_token});
    play_match(world, table);
    CHECK(world.answer(table.host, protocol::AskRematch{}) == "ok");
    CHECK(world.answer(table.host, ReadInvitation{table.room, {}}) == "server_locked");
    CHECK(world.answer(table.host, CreateRoom{"Asha", {}}) == "already_in_room");
    // Repeats are answered before anybody asks for a pass.
    const auto token = protocol::from_base64url(table.guest_token).value();
    CHECK(world.answer(world.connect(), CreateRoom{"", {}, token}) == "ok");
    const auto key = std::get<protocol::SeatKey>(
        std::get<protocol::Ok>(world.ask(table.host, protocol::MoveSeat{})).adds);
    CHECK(world.answer(world.connect(), protocol::TakeOver{key.key, pass_of(8)}) == "ok");
}

TEST_CASE("if only guests open rooms, friends join with the code alone") {
    World world;
    CreateRoom open{"Asha", {}};
    open.options.is_public = true;
    const auto room = world.enter(world.connect(), open).room;
    world.lobby.set_privacy(opened_by_guests);
    CHECK(world.answer(world.connect(), CreateRoom{"Mira", {}}) == "server_locked");
    CHECK(world.answer(world.connect(), CreateRoom{"", {}}) == "server_locked");
    CHECK(world.answer(world.connect(), protocol::ListRooms{}) == "ok");
    CHECK(world.answer(world.connect(), ReadInvitation{room, {}}) == "ok");
    CHECK(world.answer(world.connect(), Spectate{room, {}, {}}) == "ok");
    CHECK(world.answer(world.connect(), QuickMatch{"Mira", {}}) == "ok"); // joins
    CHECK(world.answer(world.connect(), QuickMatch{"Zoe", {}}) == "server_locked");
    CHECK(world.answer(world.connect(), JoinRoom{"222222", "Mira", {}}) == "no_such_room");
    invite(world, 1);
    const SessionId guest = world.connect();
    CHECK(world.answer(guest, enter(last_secret(world))) == "ok");
    CHECK(world.answer(guest, QuickMatch{"Zoe", {}}) == "ok");
}

TEST_CASE("on a server for everybody, `enter` is ok and stores nothing") {
    World world;
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "ok");
    CHECK(world.answer(world.connect(), enter("any", 1)) == "ok");
    CHECK(world.answer(world.connect(), enter(pass_of(3), 1)) == "ok");
    CHECK(world.guests.empty());
    CHECK(world.unhashed.empty());
    world.lobby.set_privacy(for_guests);
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "server_locked");
}

TEST_CASE("the server's password gives a pass, which works on every connection from then on") {
    World world;
    world.lobby.set_privacy(for_guests);
    set_password(world, "open sesame");
    const SessionId guest = world.connect();
    CHECK(world.answer(guest, Enter{pass_of(1), {}}) == "server_locked");
    CHECK(world.answer(guest, enter("sesame", 1)) == "wrong_password");
    CHECK(world.answer(guest, Enter{pass_of(1), {}}) == "server_locked");
    CHECK(world.answer(guest, enter("open sesame", 1)) == "ok");
    const auto room = world.enter(guest, CreateRoom{"Asha", {}}).room;
    CHECK(world.answer(guest, Enter{pass_of(1), {}}) == "ok"); // in a room as well
    const SessionId again = world.connect();
    CHECK(world.answer(again, JoinRoom{room, "Mira", {}}) == "server_locked");
    CHECK(world.answer(again, Enter{pass_of(1), {}}) == "ok");
    CHECK(world.answer(again, JoinRoom{room, "Mira", {}}) == "ok");
    CHECK(world.guests.size() == 2); // the password and one pass
    world.crash();
    world.lobby.set_privacy(for_guests);
    const SessionId later = world.connect();
    CHECK(world.answer(later, Enter{pass_of(2), {}}) == "server_locked");
    CHECK(world.answer(later, Enter{pass_of(1), {}}) == "ok");
    CHECK(world.answer(later, Spectate{room, {}, {}}) == "ok");
}

TEST_CASE("repeating `enter` hashes nothing and spends nothing") {
    World world;
    world.lobby.set_privacy(for_guests);
    set_password(world, "sesame");
    invite(world, 2);
    const auto secret = last_secret(world);
    for (int i = 0; i < 5; ++i)
        CHECK(world.answer(world.connect(), enter(secret, 1)) == "ok");
    CHECK(spent(world) == 1);
    world.mode = StoreMode::WhenTold;
    CHECK(world.answer(world.connect(), enter("sesame", 1)) == "ok");
    CHECK(world.answer(world.connect(), enter("wrong", 1)) == "ok");
    CHECK(world.answer(world.connect(), enter(pass_of(77), 1)) == "ok");
    CHECK(world.unhashed.empty());
    CHECK(world.unstored_guests.empty());
}

TEST_CASE("an invitation lets in as many people as it says, until it expires") {
    World world;
    world.lobby.set_privacy(for_guests);
    invite(world, 2, 3600s);
    const auto secret = last_secret(world);
    CHECK(world.answer(world.connect(), enter(secret, 1)) == "ok");
    CHECK(world.answer(world.connect(), enter(secret, 2)) == "ok");
    CHECK(world.answer(world.connect(), enter(secret, 3)) == "invitation_over");
    CHECK(world.answer(world.connect(), Enter{pass_of(3), {}}) == "server_locked");
    CHECK(world.answer(world.connect(), enter(secret, 2)) == "ok"); // a repeat
    invite(world, 2, 3600s);
    const auto other = last_secret(world);
    world.pass(3599s);
    CHECK(world.answer(world.connect(), enter(other, 4)) == "ok");
    world.pass(1s);
    CHECK(world.answer(world.connect(), enter(other, 5)) == "invitation_over");
    for (const int pass : {1, 2, 4}) // passes outlive their invitation
        CHECK(world.answer(world.connect(), Enter{pass_of(static_cast<std::uint8_t>(pass)), {}}) ==
              "ok");
    CHECK(world.answer(world.connect(), enter(pass_of(99), 6)) == "invitation_over");
}

TEST_CASE("the pass and its use are stored before the ok, together, whatever the crash hits") {
    World world;
    world.lobby.set_privacy(for_guests);
    invite(world, 1);
    const auto secret = last_secret(world);
    world.mode = StoreMode::WhenTold;
    const SessionId lost = world.connect();
    world.send(lost, enter(secret, 1));
    CHECK(world.last_answer(lost).empty());
    REQUIRE(world.unstored_guests.size() == 1);
    CHECK(world.unstored_guests.front().entries.size() == 2);
    world.crash(); // before it is stored: nothing has happened
    world.lobby.set_privacy(for_guests);
    const SessionId kept = world.connect();
    world.send(kept, enter(secret, 1));
    world.disconnect(kept); // it counts all the same
    world.answer_guests(Stored::Durable);
    world.crash(); // stored, and never answered
    world.lobby.set_privacy(for_guests);
    CHECK(world.answer(world.connect(), enter(secret, 1)) == "ok");
    CHECK(world.answer(world.connect(), enter(secret, 2)) == "invitation_over");
    CHECK(spent(world) == 1);
}

TEST_CASE(
    "simultaneous requests for one use, or for one pass, get what one after the other would") {
    World world;
    world.lobby.set_privacy(for_guests);
    invite(world, 1);
    const auto secret = last_secret(world);
    world.mode = StoreMode::WhenTold;
    const SessionId first = world.connect(), twin = world.connect(), other = world.connect();
    world.send(first, enter(secret, 1));
    world.send(twin, enter(secret, 1));
    world.send(other, enter(secret, 2));
    world.send(other, protocol::Ping{}); // waits behind it
    CHECK(world.unstored_guests.size() == 1);
    SUBCASE("stored") {
        world.answer_guests(Stored::Durable);
        CHECK(world.last_answer(first) == "ok");
        CHECK(world.last_answer(twin) == "ok");
        CHECK(world.peer(other).replies.size() == 2);
        CHECK(std::get<protocol::Error>(world.peer(other).replies.front()).code ==
              protocol::ErrorCode::InvitationOver);
    }
    SUBCASE("the disk is full") {
        world.answer_guests(Stored::Full);
        CHECK(world.last_answer(first) == "storage_full");
        CHECK(world.last_answer(twin).empty()); // it is the next to try
        world.answer_guests(Stored::Durable);
        CHECK(world.last_answer(twin) == "ok");
        CHECK(world.last_answer(first) == "storage_full");
        CHECK(world.peer(other).replies.size() == 2);
    }
    CHECK(world.unstored_guests.empty());
    CHECK(spent(world) == 1);
}

TEST_CASE("revoking an invitation voids its passes at once, and the match goes on") {
    World world;
    world.lobby.set_privacy(for_guests);
    invite(world, 2);
    const auto number = last_invitation(world);
    const auto secret = last_secret(world);
    set_password(world, "sesame");
    const SessionId host = world.connect(), guest = world.connect(), other = world.connect();
    CHECK(world.answer(host, enter(secret, 1)) == "ok");
    CHECK(world.answer(guest, enter("sesame", 2)) == "ok");
    const auto made = world.enter(host, CreateRoom{"Asha", {}});
    const auto joined = world.enter(guest, JoinRoom{made.room, "Ravi", {}});
    const Table2 table{made.room, host, guest, *made.token, *joined.token};
    deal(world, table);
    CHECK(world.answer(other, enter(secret, 3)) == "ok");
    revoke(world, number);
    CHECK(world.answer(other, protocol::ListRooms{}) == "server_locked");
    CHECK(world.answer(other, Enter{pass_of(3), {}}) == "server_locked");
    CHECK(world.answer(other, enter(secret, 3)) == "invitation_over");
    play_match(world, table);
    CHECK(world.answer(host, protocol::LeaveRoom{}) == "ok");
    CHECK(world.answer(host, CreateRoom{"Asha", {}}) == "server_locked");
    CHECK(world.answer(guest, protocol::LeaveRoom{}) == "ok");
    CHECK(world.answer(guest, CreateRoom{"Ravi", {}}) == "ok");
    world.crash();
    world.lobby.set_privacy(for_guests);
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "server_locked");
    CHECK(world.answer(world.connect(), enter(secret, 4)) == "invitation_over");
    CHECK(world.answer(world.connect(), Enter{pass_of(2), {}}) == "ok");
}

TEST_CASE("revoking again stores what met a full disk") {
    World world;
    world.lobby.set_privacy(for_guests);
    invite(world, 2);
    CHECK(world.answer(world.connect(), enter(last_secret(world), 1)) == "ok");
    world.mode = StoreMode::WhenTold;
    revoke(world, last_invitation(world));
    world.answer_guests(Stored::Full);
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "server_locked");
    revoke(world, last_invitation(world));
    world.answer_guests(Stored::Durable);
    // What a restart finds; it removes the pass.
    Output out;
    Lobby later(patient_limits(), [](auto) {});
    GuestEntries entries;
    for (const auto& [number, entry] : world.guests)
        entries.push_back(entry);
    later.restore_guests(entries, out);
    CHECK(later.guest_book().passes() == 0);
    CHECK(later.guest_book().invitations().begin()->second.revoked);
}

TEST_CASE("a revocation and a pass that are stored at the same time: the pass is void") {
    World world;
    world.lobby.set_privacy(for_guests);
    invite(world, 5);
    const auto secret = last_secret(world);
    world.mode = StoreMode::WhenTold;
    const SessionId guest = world.connect();
    world.send(guest, enter(secret, 1));
    Output out;
    REQUIRE(world.lobby.revoke(last_invitation(world), out));
    world.carry_out(out);
    world.answer_guests(Stored::Durable);
    CHECK(world.last_answer(guest) == "invitation_over");
    world.answer_guests(Stored::Durable);
    world.mode = StoreMode::AtOnce;
    world.crash();
    world.lobby.set_privacy(for_guests);
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "server_locked");
    CHECK(world.answer(world.connect(), enter(secret, 2)) == "invitation_over");
}

TEST_CASE("another password voids the passes of the one before, but not those of invitations") {
    World world;
    world.lobby.set_privacy(for_guests);
    invite(world, 1);
    CHECK(world.answer(world.connect(), enter(last_secret(world), 1)) == "ok");
    set_password(world, "sesame");
    const SessionId guest = world.connect();
    CHECK(world.answer(guest, enter("sesame", 2)) == "ok");
    set_password(world, "abracadabra");
    CHECK(world.answer(guest, CreateRoom{"Asha", {}}) == "server_locked");
    CHECK(world.answer(guest, enter("sesame", 2)) == "wrong_password");
    CHECK(world.answer(guest, enter("abracadabra", 2)) == "ok");
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "ok");
    CHECK(world.guests.size() == 4); // an invitation, a password, two passes
    set_password(world, {});
    world.crash();
    world.lobby.set_privacy(for_guests);
    CHECK(world.answer(world.connect(), enter("abracadabra", 2)) == "wrong_password");
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "ok");
    CHECK(world.guests.size() == 2);
}

TEST_CASE("a password that met a full disk is stored with the first pass that it gives") {
    World world(1, patient_limits(), StoreMode::WhenTold);
    world.lobby.set_privacy(for_guests);
    Output out;
    world.lobby.set_server_password(keep(jaipur::test::quick_hash({0, "sesame", Salt{}})),
                                    world.now, out);
    REQUIRE(out.guest_changes.size() == 1);
    const auto change = out.guest_changes.front().number;
    CHECK(!world.lobby.guests_stored(change, Stored::Full, world.now, out)); // the log tells
    const SessionId guest = world.connect();
    world.send(guest, enter("sesame", 1));
    world.hash_password();
    world.answer_guests(Stored::Durable);
    CHECK(world.last_answer(guest) == "ok");
    world.crash();
    world.lobby.set_privacy(for_guests);
    CHECK(world.answer(world.connect(), Enter{pass_of(1), {}}) == "ok");
}

TEST_CASE("a stopping server stores what is on its way, and takes no more passwords") {
    World world;
    world.lobby.set_privacy(for_guests);
    set_password(world, "sesame");
    invite(world, 2);
    world.mode = StoreMode::WhenTold;
    const SessionId guest = world.connect();
    world.send(guest, enter(last_secret(world), 1));
    world.shut_down();
    world.answer_guests(Stored::Durable);
    CHECK(world.last_answer(guest) == "ok");
    CHECK(world.answer(world.connect(), enter("sesame", 2)) == "shutting_down");
}
