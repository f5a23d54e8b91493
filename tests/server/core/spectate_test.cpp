// Spectators in their three modes, and who reads which chat.
#include "protocol/observe.hpp"
#include "server/core/room/views.hpp"
#include "tests/server/core/watchers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using protocol::SendChat;
using protocol::Spectate;
using protocol::SpectatorMode;

namespace {

// What the spectators of an open room with an agreed delay should see, by definition: keeps every
// state of the room and picks the one that the protocol names.
class History {
  public:
    explicit History(World& world, const Table2& table) : world_(world), table_(table) { note(); }

    void note() {
        const RoomState& room = world_.state(table_.room);
        if (!states_.empty() && states_.back().seq == room.seq)
            return;
        states_.push_back(room);
        states_.back().open.reset();
    }

    // The view that should be shown now, without events.
    protocol::View shown(const RoomState& room) const {
        const RoomState& seen = states_.at(shown_at(room));
        const bool dealt = seen.match.phase != Phase::Waiting;
        return view_of(seen, dealt ? protocol::Viewer::OpenSpectator : protocol::Viewer::Spectator,
                       seen.clock_left);
    }

    // All events of the visible round.
    std::vector<protocol::ObservedEvent> shown_events(const RoomState& room) const {
        return observed(states_.at(shown_at(room)).round_events, protocol::Viewer::OpenSpectator);
    }

  private:
    std::size_t shown_at(const RoomState& room) const {
        const std::size_t last = states_.size() - 1;
        if (room.match.phase != Phase::Playing)
            return last;
        std::size_t dealt = last;
        while (states_[dealt].match.ply > 0 && states_[dealt - 1].match.round == room.match.round &&
               states_[dealt - 1].match.phase == Phase::Playing)
            --dealt;
        const auto actions = last - dealt;
        const auto delay = static_cast<std::size_t>(room.options.delay);
        return actions >= delay ? last - delay : dealt - 1;
    }

    World& world_;
    const Table2& table_;
    std::vector<RoomState> states_;
};

} // namespace

TEST_CASE("spectators see neither hand, nor herd, nor the value of a bonus") {
    World world(9);
    const Table2 table = sit_down(world);
    const SessionId watcher = watch(world, table.room);
    deal(world, table);
    while (world.state(table.room).match.phase == Phase::Playing) {
        for (Seat seat : all_seats) {
            const auto& player = world.view(watcher).players[seat];
            CHECK_FALSE(player.hand);
            CHECK_FALSE(player.herd);
            for (const auto& bonus : player.bonus_tokens)
                CHECK_FALSE(bonus.value);
        }
        CHECK_FALSE(world.view(watcher).legal);
        play_one(world, table);
    }
    CHECK(world.view(watcher).players[Seat::Zero].hand); // face up
}

TEST_CASE("spectators are counted, named or not, and share one message") {
    World world(9);
    const Table2 table = sit_down(world);
    const SessionId first = watch(world, table.room);
    watch(world, table.room, "Mira");
    CHECK(world.room(table.host).spectators == 2);
    CHECK(world.peer(table.host).rooms >= 3);
    world.disconnect(first);
    CHECK(world.room(table.host).spectators == 1);
    watch(world, table.room);
    Output out;
    world.send(table.host, protocol::Ready{});
    world.lobby.received(table.guest, protocol::Request{9, protocol::Ready{}}, world.now, out);
    const auto number = out.records.at(0).number;
    out = {};
    world.lobby.stored(number, Stored::Durable, world.now, out);
    std::vector<const protocol::ServerMessage*> views;
    for (const auto& delivery : out.deliveries)
        if (const auto& send = std::get<Send>(delivery);
            std::holds_alternative<protocol::View>(*send.message))
            views.push_back(send.message.get());
    REQUIRE(views.size() == 4);
    CHECK(views[0] != views[1]);
    CHECK(views[2] == views[3]);
}

TEST_CASE("a room without spectators: no_such_room, before the password is checked") {
    World world(9);
    auto options = watched(SpectatorMode::None);
    const Table2 table = sit_down(world, options);
    CHECK(world.answer(world.connect(), Spectate{table.room, {}, {}}) == "no_such_room");
    CHECK(world.answer(world.connect(), Spectate{"222222", {}, {}}) == "no_such_room");
    CHECK(world.answer(world.connect(), Spectate{"?", {}, {}}) == "no_such_room");
    CHECK(world.room(table.host).spectators == 0);
}

TEST_CASE("spectators need the room's password too") {
    World world(9);
    auto options = watched(SpectatorMode::Public);
    options.password = "sesame";
    const Table2 table = sit_down(world, options);
    CHECK(world.answer(world.connect(), Spectate{table.room, {}, {}}) == "no_such_room");
    CHECK(world.answer(world.connect(), Spectate{table.room, {}, "no"}) == "no_such_room");
    CHECK(world.answer(world.connect(), Spectate{table.room, {}, "sesame"}) == "ok");
}

TEST_CASE("late spectators get all events of the round; after leaving they get nothing") {
    World world(9);
    const Table2 table = sit_down(world);
    deal(world, table);
    for (int i = 0; i < 7; ++i)
        play_one(world, table);
    const SessionId watcher = watch(world, table.room);
    CHECK(world.view(watcher).events.size() == 8);
    play_one(world, table);
    CHECK(world.view(watcher).events.size() == 1);
    CHECK(world.answer(watcher, protocol::LeaveRoom{}) == "ok");
    const auto heard = world.peer(watcher).heard.size();
    play_one(world, table);
    CHECK(world.peer(watcher).heard.size() == heard);
    CHECK(world.room(table.host).spectators == 0);
    CHECK(world.answer(watcher, protocol::Spectate{table.room, {}, {}}) == "ok");
}

TEST_CASE("an agreed delay: spectators see both hands, `delay` actions late, and each event once") {
    for (const int delay : {2, 4, 20})
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            CAPTURE(delay);
            CAPTURE(seed);
            World world(seed);
            auto options = watched(SpectatorMode::Open, delay);
            options.clock = {100, 3};
            const Table2 table = sit_down(world, options);
            const SessionId watcher = watch(world, table.room);
            History history(world, table);
            std::vector<protocol::ObservedEvent> heard; // of the visible round
            std::uint64_t seen_seq = 0;
            const auto check = [&] {
                history.note();
                const RoomState& room = world.state(table.room);
                protocol::View view = world.view(watcher);
                if (view.seq != seen_seq) {
                    const auto begins = std::ranges::find_if(view.events, [](const auto& event) {
                        return std::holds_alternative<RoundStarted>(event);
                    });
                    if (begins != view.events.end() || view.phase == Phase::Waiting)
                        heard.clear();
                    heard.insert(heard.end(),
                                 begins == view.events.end() ? view.events.begin() : begins,
                                 view.events.end());
                    seen_seq = view.seq;
                }
                REQUIRE(heard == history.shown_events(room));
                view.events.clear();
                REQUIRE(view == history.shown(room));
                // A new spectator sees the same, with all events of that round.
                const SessionId late = watch(world, table.room);
                auto first = world.view(late);
                REQUIRE(first.events == heard);
                first.events.clear();
                REQUIRE(first == view);
                world.disconnect(late);
            };
            check();
            for (int match = 0; match < 2; ++match) {
                deal(world, table);
                check();
                while (world.state(table.room).match.phase != Phase::MatchOver) {
                    if (world.state(table.room).match.phase == Phase::RoundOver)
                        deal(world, table);
                    else if (world.random.one_in(150))
                        world.answer(table.host, protocol::Resign{});
                    else
                        play_one(world, table);
                    world.pass(milliseconds(world.random.below(3000)));
                    check();
                }
                world.answer(table.host, protocol::AskRematch{});
                world.answer(table.guest, protocol::AskRematch{});
                check();
            }
        }
}

TEST_CASE("an agreed delay: spectators see all bonus values; players only their own") {
    World world(12);
    const Table2 table = sit_down(world, watched(SpectatorMode::Open, 2));
    const SessionId watcher = watch(world, table.room);
    deal(world, table);
    int seen = 0, hidden = 0;
    const auto count = [](const protocol::View& view, Seat seat, int& known, int& unknown) {
        for (const auto& bonus : view.players[seat].bonus_tokens)
            ++(bonus.value ? known : unknown);
    };
    while (world.state(table.room).match.phase == Phase::Playing) {
        play_one(world, table);
        if (world.state(table.room).match.phase != Phase::Playing)
            break;
        int none = 0;
        count(world.view(watcher), Seat::Zero, seen, none);
        count(world.view(watcher), Seat::One, seen, none);
        CHECK(none == 0);
        int known = 0;
        count(world.view(table.host), Seat::One, known, hidden);
        CHECK(known == 0);
    }
    CHECK(seen > 0);
    CHECK(hidden > 0);
}

TEST_CASE("lists of rooms say what spectators see") {
    for (const auto mode : {SpectatorMode::Public, SpectatorMode::None, SpectatorMode::Open}) {
        World world(9);
        auto options = watched(mode);
        options.is_public = true;
        const Table2 table = sit_down(world, options);
        const auto reply = world.ask(world.connect(), protocol::ListRooms{});
        const auto& rooms = std::get<protocol::RoomList>(std::get<protocol::Ok>(reply).adds).rooms;
        REQUIRE(rooms.size() == 1);
        CHECK(rooms[0].spectator_mode == mode);
    }
}

// ---- chat ---------------------------------------------------------------------------------------

TEST_CASE("chat reaches everyone, including its writer; bad_text is refused") {
    World world(9);
    const Table2 table = sit_down(world);
    const SessionId watcher = watch(world, table.room, "Mira");
    CHECK(world.answer(table.host, SendChat{"Well met!"}) == "ok");
    for (const SessionId session : {table.host, table.guest, watcher}) {
        REQUIRE(world.peer(session).chats.size() == 1);
        const auto& line = world.peer(session).chats[0];
        CHECK(line.seat == Seat::Zero);
        CHECK(line.name == "Asha");
        CHECK(line.text == "Well met!");
        CHECK(line.at == unix_ms(world.now));
    }
    // The ok comes before the push.
    const auto& heard = world.peer(table.host).heard;
    CHECK(std::holds_alternative<protocol::Ok>(heard.at(heard.size() - 2)));
    for (const std::string text : {"", "  ", "a\nb", "\x1b[2J",
                                   "a\xE2\x80\xAE"
                                   "b"})
        CHECK(world.answer(table.host, SendChat{text}) == "bad_text");
    CHECK(world.answer(table.host, SendChat{std::string(201, 'x')}) == "bad_text");
    CHECK(world.answer(table.host, SendChat{std::string(200, 'x')}) == "ok");
    CHECK(world.peer(table.guest).chats.size() == 2);
    CHECK(world.answer(world.connect(), SendChat{"x"}) == "not_in_room");
}

TEST_CASE("during a match, spectators' chat reaches spectators only") {
    World world(9);
    const Table2 table = sit_down(world);
    const SessionId mira = watch(world, table.room, "Mira"), nameless = watch(world, table.room);
    CHECK(world.answer(mira, SendChat{"before"}) == "ok");
    CHECK(world.peer(table.host).chats.size() == 1);
    CHECK(world.peer(table.host).chats[0].name == "Mira");
    CHECK_FALSE(world.peer(table.host).chats[0].seat);
    deal(world, table);
    CHECK(world.answer(mira, SendChat{"take the gold"}) == "ok");
    CHECK(world.answer(nameless, SendChat{"hush"}) == "ok");
    CHECK(world.peer(table.host).chats.size() == 1);
    CHECK(world.peer(table.guest).chats.size() == 1);
    CHECK(world.peer(mira).chats.size() == 3);
    CHECK(world.peer(nameless).chats.size() == 3);
    CHECK_FALSE(world.peer(mira).chats[2].name);
    CHECK(world.answer(table.guest, SendChat{"to all"}) == "ok");
    CHECK(world.peer(mira).chats.size() == 4);
    play_round(world, table);
    CHECK(world.answer(mira, SendChat{"between rounds"}) == "ok");
    CHECK(world.peer(table.host).chats.size() == 2);
    world.answer(table.host, protocol::Resign{});
    CHECK(world.answer(mira, SendChat{"after"}) == "ok");
    CHECK(world.peer(table.host).chats.size() == 3);
}
