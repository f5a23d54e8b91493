// Spectators in their three modes, and who reads which chat.
#include "protocol/observe.hpp"
#include "server/core/room/views.hpp"
#include "tests/server/core/world.hpp"

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

protocol::CreateOptions watched(SpectatorMode mode, std::optional<int> delay = {}) {
    protocol::CreateOptions options;
    options.spectators = mode;
    options.delay = delay;
    return options;
}

SessionId watch(World& world, const RoomCode& room, std::optional<std::string> name = {}) {
    const SessionId session = world.connect();
    const auto seated = world.enter(session, Spectate{room, std::move(name), {}});
    REQUIRE_FALSE(seated.seat);
    REQUIRE_FALSE(seated.token);
    return session;
}

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

// ---- agreeing -----------------------------------------------------------------------------------

namespace {

protocol::Ready agreeing(int delay) {
    return {std::nullopt, std::nullopt, delay};
}

// Whether the players have agreed, as everybody in the room is told.
PerSeat<bool> agreed(World& world, const Table2& table) {
    PerSeat<bool> result;
    for (Seat seat : all_seats)
        if (const auto& player = world.room(table.host).players[seat])
            result[seat] = player->agreed;
    return result;
}

// Plays the round. Its spectators see what the spectators of a `public` room see: nothing hidden,
// and the current state.
void check_nothing_shown(World& world, const Table2& table, SessionId watcher) {
    while (world.state(table.room).match.phase == Phase::Playing) {
        const RoomState& room = world.state(table.room);
        protocol::View view = world.view(watcher);
        view.events.clear();
        REQUIRE(view == view_of(room, protocol::Viewer::Spectator, room.clock_left));
        const SessionId late = watch(world, table.room);
        const auto whole_round = observed(room.round_events, protocol::Viewer::Spectator);
        REQUIRE(world.view(late).events == whole_round);
        REQUIRE(world.answer(late, protocol::LeaveRoom{}) == "ok");
        world.enter(late, protocol::Spectate{table.room, {}, {}});
        view = world.view(late);
        REQUIRE(std::exchange(view.events, {}) == whole_round);
        REQUIRE(view == view_of(room, protocol::Viewer::Spectator, room.clock_left));
        world.disconnect(late);
        play_one(world, table);
    }
    for (Seat seat : all_seats)
        CHECK(world.view(watcher).players[seat].hand ==
              world.state(table.room).match.state.traders[seat].hand);
}

} // namespace

TEST_CASE("P26 without an agreement, open spectators see hands only once the round is over") {
    struct Case {
        const char* what;
        bool is_public;
        std::optional<int> delay, host, guest;
    };

    for (const Case& each : {
             Case{"nobody asked for a delay", false, {}, {}, {}},
             Case{"players send the default", false, {}, 4, 4},
             Case{"nobody agreed", false, 2, {}, {}},
             Case{"only the host agreed", false, 2, 2, {}},
             Case{"only the guest agreed", false, 2, {}, 2},
             Case{"the guest named another number", false, 2, 2, 3},
             Case{"the room is public", true, 2, 2, 2},
         }) {
        CAPTURE(each.what);
        World world(9);
        auto options = watched(SpectatorMode::Open, each.delay);
        options.is_public = each.is_public;
        const Table2 table = sit_down(world, options);
        const SessionId watcher = watch(world, table.room);
        const bool offers = each.delay && !each.is_public;
        CHECK(world.room(watcher).options.open_after ==
              (offers ? protocol::OpenAfter::Actions : protocol::OpenAfter::Round));
        CHECK(world.room(watcher).options.delay == each.delay.value_or(4));
        REQUIRE(world.answer(table.host, protocol::Ready{{}, {}, each.host}) == "ok");
        CHECK(agreed(world, table)[Seat::Zero] == (offers && each.host.has_value()));
        REQUIRE(world.answer(table.guest, protocol::Ready{{}, {}, each.guest}) == "ok");
        CHECK(agreed(world, table)[Seat::One] == (offers && each.guest == each.delay));
        check_nothing_shown(world, table, watcher);
    }
}

TEST_CASE("an agreement can be changed until the cards are shuffled, and repeating is safe") {
    World world(9);
    const Table2 table = sit_down(world, watched(SpectatorMode::Open, 3));
    const auto records = [&] { return world.records; };
    REQUIRE(world.answer(table.host, agreeing(3)) == "ok");
    const auto before = records();
    CHECK(world.answer(table.host, agreeing(3)) == "ok"); // nothing new, nothing stored
    CHECK(records() == before);
    CHECK(agreed(world, table)[Seat::Zero]);
    CHECK(world.answer(table.host, protocol::Ready{}) == "ok");
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    CHECK(world.answer(table.host, agreeing(4)) == "ok");
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.host, agreeing(3)) == "ok");
    REQUIRE(world.answer(table.guest, agreeing(3)) == "ok");
    REQUIRE(world.state(table.room).match.phase == Phase::Playing);
    CHECK(world.answer(table.host, agreeing(3)) == "ok");
    CHECK(world.answer(table.host, protocol::Ready{}) == "not_playing"); // too late
    CHECK(agreed(world, table)[Seat::Zero]);
    CHECK(world.state(table.room).open);
    play_round(world, table);
    CHECK(world.answer(table.host, protocol::Ready{}) == "ok"); // later rounds ignore it
    CHECK(world.answer(table.guest, protocol::Ready{}) == "ok");
    CHECK(world.state(table.room).open);
}

TEST_CASE("P26 an agreement is for one match against one opponent") {
    World world(9);
    auto options = watched(SpectatorMode::Open, 2);
    options.seals = 1;
    Table2 table = sit_down(world, options);
    const SessionId watcher = watch(world, table.room);
    REQUIRE(world.answer(table.host, agreeing(2)) == "ok");
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok"); // before the match
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    CHECK(world.room(table.host).players[Seat::Zero]->ready);
    REQUIRE(world.answer(table.host, agreeing(2)) == "ok"); // with nobody
    CHECK(agreed(world, table)[Seat::Zero]);
    world.enter(table.guest, protocol::JoinRoom{table.room, "Mira", {}});
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.guest, agreeing(2)) == "ok");
    check_nothing_shown(world, table, watcher);
    while (world.state(table.room).match.phase != Phase::MatchOver) {
        deal(world, table); // agreeing is too late now
        check_nothing_shown(world, table, watcher);
    }
    SUBCASE("a rematch begins without one") {}

    SUBCASE("even after a match with one") {
        for (const SessionId player : {table.host, table.guest})
            REQUIRE(world.answer(player, protocol::AskRematch{}) == "ok");
        deal(world, table);
        CHECK(world.state(table.room).open);
        play_match(world, table);
    }
    for (const SessionId player : {table.host, table.guest})
        REQUIRE(world.answer(player, protocol::AskRematch{}) == "ok");
    CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.host, agreeing(2)) == "ok");
    REQUIRE(world.answer(table.guest, protocol::Ready{}) == "ok");
    check_nothing_shown(world, table, watcher);
}

TEST_CASE("P26 an agreement on its way when the opponent changes isn't for the new one") {
    World world(9);
    Table2 table = sit_down(world, watched(SpectatorMode::Open, 2));
    protocol::Ready stale = agreeing(2), current = agreeing(2);
    stale.pairing = world.room(table.host).pairing;
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    CHECK(world.answer(table.host, stale) == "bad_commit");
    world.enter(table.guest, protocol::JoinRoom{table.room, "Mira", {}});
    CHECK(world.answer(table.host, stale) == "bad_commit");
    CHECK_FALSE(world.room(table.host).players[Seat::Zero]->ready);
    SUBCASE("without a delay, nothing is agreed") {
        stale.delay = 3;
        CHECK(world.answer(table.host, stale) == "ok");
        CHECK_FALSE(agreed(world, table)[Seat::Zero]);
    }
    SUBCASE("without a pairing, it counts for the opponent who is there") {
        CHECK(world.answer(table.host, agreeing(2)) == "ok");
        CHECK(agreed(world, table)[Seat::Zero]);
    }
    SUBCASE("with the new pairing, it counts, and repeating is safe") {
        current.pairing = world.room(table.host).pairing;
        CHECK(current.pairing == *stale.pairing + 2);
        CHECK(world.answer(table.host, current) == "ok");
        CHECK(world.answer(table.host, current) == "ok");
        CHECK(world.answer(table.guest, current) == "ok");
        CHECK(world.state(table.room).open);
        CHECK(world.answer(table.host, current) == "ok");
    }
}

TEST_CASE("the pairing survives restarts and snapshots") {
    World world(9);
    Table2 table = sit_down(world, watched(SpectatorMode::Open, 2));
    CHECK(world.room(table.host).pairing == 1);
    for (int i = 0; i < 100 && world.snapshots == 0; ++i)
        REQUIRE(world.answer(table.host, i % 2 == 0 ? agreeing(2) : protocol::Ready{}) == "ok");
    REQUIRE(world.answer(table.guest, protocol::LeaveRoom{}) == "ok");
    world.crash();
    world.enter(table.host = world.connect(), protocol::Resume{table.room, table.host_token});
    CHECK(world.room(table.host).pairing == 2);
}

TEST_CASE("a bot agrees whenever its opponent does") {
    for (const bool agrees : {false, true}) {
        CAPTURE(agrees);
        World world(9);
        auto options = watched(SpectatorMode::Open, 2);
        options.bot = "easy";
        const SessionId human = world.connect();
        const auto seated = world.enter(human, protocol::CreateRoom{"Asha", options});
        CHECK_FALSE(world.room(human).players[Seat::One]->agreed);
        REQUIRE(world.answer(human, agrees ? agreeing(2) : protocol::Ready{}) == "ok");
        REQUIRE(world.state(seated.room).match.phase == Phase::Playing);
        CHECK(world.room(human).players[Seat::One]->agreed == agrees);
        CHECK(bool(world.state(seated.room).open) == agrees);
    }
}

TEST_CASE("an agreement survives restarts") {
    World world(9);
    Table2 table = sit_down(world, watched(SpectatorMode::Open, 2));
    for (int i = 0; i < 100 && world.snapshots == 0; ++i)
        REQUIRE(world.answer(table.host, i % 2 == 0 ? agreeing(2) : protocol::Ready{}) == "ok");
    REQUIRE(world.log.at(table.room).size() == 1); // a snapshot replaced the records
    REQUIRE(agreed(world, table)[Seat::Zero]);
    world.crash();
    come_back(world, table);
    CHECK(agreed(world, table)[Seat::Zero]);
    REQUIRE(world.answer(table.guest, agreeing(2)) == "ok");
    CHECK(world.state(table.room).open);
    for (int i = 0; i < 3; ++i)
        play_one(world, table);
    world.crash();
    come_back(world, table);
    const SessionId watcher = watch(world, table.room);
    CHECK(world.view(watcher).ply == 1);
    CHECK(world.view(watcher).players[Seat::One].hand);
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
