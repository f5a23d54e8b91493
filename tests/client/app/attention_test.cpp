// Calling a user who looks elsewhere.
#include "client/console/app/attention.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace jaipur::client::test {

using namespace app;
using namespace std::chrono_literals;

namespace {

using Desktop = TerminalKind::Desktop;

struct Table {
    Model model;
    SteadyTime now{1h};
    Attention attention;

    explicit Table(Notify wanted = {true, false, false}, Desktop desktop = Desktop::None)
        : attention(wanted, {true, desktop}) {
        model.room_code = "K7QX2M";
        model.seat = Seat::Zero;
        model.room.emplace().players[Seat::Zero].emplace().name = "Asha";
        model.view.emplace().you = Seat::Zero;
        changed();
    }

    std::string changed(std::chrono::milliseconds later = 0ms) {
        now += later;
        return attention.changed(model, now);
    }

    void opponent() { model.room->players[Seat::One].emplace().name = "Ravi"; }

    void turn(Seat seat) {
        model.view->phase = Phase::Playing;
        model.view->turn = seat;
        ++model.view->ply;
        model.view_at = now;
    }

    // The user's turn begins in a match with this clock.
    void clocked_turn(int initial_s, std::int64_t left_ms) {
        model.room->options.clock = protocol::ClockOptions{initial_s, 0};
        opponent();
        changed();
        turn(Seat::Zero);
        model.view->clock = protocol::ClockReading{{{left_ms, 1000 * initial_s}}, Seat::Zero};
    }

    void chat(std::optional<Seat> seat, std::string text) {
        model.log.push_back({LogLine::Kind::Chat, seat, std::move(text)});
    }
};

} // namespace

TEST_CASE("the bell rings when the opponent sits down, but not for one who is there already") {
    Table table;
    CHECK(table.changed().empty());
    table.opponent();
    CHECK(table.changed() == "\a");
    CHECK(table.changed().empty());
    Table watcher;
    watcher.model.seat.reset();
    watcher.changed();
    watcher.opponent();
    CHECK(watcher.changed().empty());
    Table guest;
    guest.model.room.reset();
    guest.model.room_code.reset();
    guest.changed();
    guest.model.room.emplace();
    guest.opponent();
    CHECK(guest.changed().empty());
}

TEST_CASE("a turn calls after a wait, not after a quick move") {
    Table table;
    table.opponent();
    table.changed();
    table.turn(Seat::Zero);
    CHECK(table.changed(1s).empty()); // the user has just got ready
    table.turn(Seat::One);
    CHECK(table.changed().empty());
    table.turn(Seat::Zero);
    CHECK(table.changed(2s).empty()); // still looking
    table.turn(Seat::One);
    table.changed();
    table.changed(4s);
    table.turn(Seat::Zero);
    CHECK(table.changed(2s) == "\a");
    CHECK(table.changed(60s).empty()); // once
}

TEST_CASE("chat calls, but not the user's own, and not all the time") {
    Table table;
    table.chat(Seat::Zero, "You: hello");
    CHECK(table.changed().empty());
    table.chat(Seat::One, "Ravi: hello");
    CHECK(table.changed() == "\a");
    table.chat(Seat::One, "Ravi: again");
    CHECK(table.changed(1s).empty());
    table.chat(std::nullopt, "Mira (watching): hello");
    CHECK(table.changed(10s) == "\a");
}

TEST_CASE("a low clock calls once in a move") {
    Table table;
    table.clocked_turn(300, 62000);
    CHECK(table.changed().empty());
    CHECK(table.changed(3s) == "\a");
    CHECK(table.changed(30s).empty());
}

TEST_CASE("a short clock calls with its first warning") {
    Table table;
    table.clocked_turn(75, 75000);
    CHECK(table.changed().empty());
    CHECK(table.changed(38s).empty()); // the warning comes at 30 seconds
    CHECK(table.changed(7s) == "\a");
    CHECK(table.changed(20s).empty());
}

TEST_CASE("the desktop is told what happened, as the terminal understands it") {
    Table nine({false, false, true}, Desktop::Osc9);
    nine.opponent();
    CHECK(nine.changed() == "\x1b]9;Jaipur: Ravi joined your room.\x1b\\");
    Table seven({false, false, true}, Desktop::Osc777);
    seven.chat(Seat::One, "Ravi: a; b\x1b[2J");
    CHECK(seven.changed() == "\x1b]777;notify;Jaipur;Ravi: a, b\\u{001B}[2J\x1b\\");
    Table none({false, false, false}, Desktop::Osc9);
    none.opponent();
    CHECK(none.changed().empty());
}

TEST_CASE("the title says whose turn it is, and is given back") {
    Table table({false, true, false});
    CHECK(table.changed().empty());
    table.opponent();
    table.changed();
    table.turn(Seat::Zero);
    CHECK(table.changed() == "\x1b]2;Your turn: Jaipur\x1b\\");
    table.turn(Seat::One);
    CHECK(table.changed() == "\x1b]2;Ravi's turn: Jaipur\x1b\\");
    CHECK(table.attention.end() == "\x1b[23;2t");
    CHECK(table.attention.end().empty());
    Attention first({false, true, false}, {true, Desktop::None});
    CHECK(first.changed(Model(), SteadyTime()) == "\x1b[22;2t\x1b]2;Jaipur\x1b\\");
    Attention dumb({true, true, true}, {});
    CHECK(dumb.changed(table.model, table.now).empty());
    CHECK(dumb.end().empty());
}

TEST_CASE("a title that is left alone is given back and stays") {
    Table table({false, true, false});
    CHECK(table.attention.leave_title() == "\x1b[23;2t");
    table.turn(Seat::Zero);
    CHECK(table.changed().empty());
    CHECK(table.attention.end().empty());
}

TEST_CASE("what terminals understand") {
    const auto kind = [](std::map<std::string, std::string> variables) {
        return terminal_kind([variables](const char* name) {
            const auto found = variables.find(name);
            return found == variables.end() ? std::string() : found->second;
        });
    };
    for (const char* plain : {"", "dumb", "linux", "vt100"}) {
        CHECK_FALSE(kind({{"TERM", plain}}).titles);
        CHECK(kind({{"TERM", plain}}).desktop == Desktop::None);
    }
    CHECK(kind({{"TERM", "xterm-256color"}}).desktop == Desktop::Osc9);
    CHECK(kind({{"TERM", "xterm-256color"}, {"VTE_VERSION", "7200"}}).desktop == Desktop::Osc777);
    CHECK(kind({{"TERM", "rxvt-unicode-256color"}}).desktop == Desktop::Osc777);
    CHECK(kind({{"TERM", "tmux-256color"}}).titles);
    CHECK(kind({{"TERM", "tmux-256color"}}).desktop == Desktop::None);
}

TEST_CASE("a text goes to the clipboard") {
    CHECK(to_clipboard("") == "\x1b]52;c;\x1b\\");
    CHECK(to_clipboard("M") == "\x1b]52;c;TQ==\x1b\\");
    CHECK(to_clipboard("Ma") == "\x1b]52;c;TWE=\x1b\\");
    CHECK(to_clipboard("Man") == "\x1b]52;c;TWFu\x1b\\");
    CHECK(to_clipboard("http://a:1/#/K7QX2M") == "\x1b]52;c;aHR0cDovL2E6MS8jL0s3UVgyTQ==\x1b\\");
}

} // namespace jaipur::client::test
