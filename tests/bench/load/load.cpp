#include "tests/bench/load/load.hpp"

#include "tests/bench/load/view_text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::bench {

namespace {

// The ids of these requests; others have 0.
constexpr std::uint64_t move_id = 1, leave_id = 2;

constexpr std::size_t moves_of_a_match = 190; // about, if they are random
constexpr std::size_t connections_per_address = 8000;
constexpr double longest_silence = 20; // seconds

float milliseconds_since(Clock::time_point from, Clock::time_point now) {
    return std::chrono::duration<float, std::milli>(now - from).count();
}

} // namespace

// ---- opening -----------------------------------------------------------------------------------

Load::Seat& Load::add_seat(Room* room, int index) {
    const int source = 1 + static_cast<int>(seats_.size() / connections_per_address);
    Seat& seat = *seats_.emplace_back(std::make_unique<Seat>(port_, source, room, index));
    epoll_.add(seat.connection.descriptor(), &seat);
    return seat;
}

void Load::open(int rooms, const Shape& shape) {
    for (int i = 0; i < rooms; ++i) {
        open_room(shape);
        pump(Clock::now()); // open rooms continue, and answer pings
    }
    settle(rooms_.size());
}

void Load::open_room(const Shape& shape) {
    Room& room = *rooms_.emplace_back(std::make_unique<Room>());
    room.number = rooms_.size() - 1;
    room.shape = shape;
    for (int index = 0; index < 2; ++index)
        room.seats[static_cast<std::size_t>(index)] = &add_seat(&room, index);
    for (Seat* seat : room.seats)
        seat->connection.wait_until_open();
    create(room);
    if (shape.spectators == 0)
        return;
    Seat& first = *room.seats[0];
    while (room.code.empty())
        first.connection.receive([&](std::string_view message) { take(first, message); });
    for (int i = 0; i < shape.spectators; ++i) {
        Seat& spectator = add_seat(&room);
        spectator.plays = false;
        spectator.connection.wait_until_open();
        ask(spectator, R"({"type":"spectate","id":0,"room":")" + room.code + "\"}");
        // Each newcomer is announced to all: the server would close connections that don't read.
        while (pump(Clock::now()) > 0)
            continue;
    }
}

void Load::create(Room& room) {
    room.code.clear();
    ask(*room.seats[0], R"({"type":"create_room","id":0,"name":"A","options":{"seals":)" +
                            std::to_string(room.shape.seals) + "}}");
}

void Load::join(Room& room) {
    ask(*room.seats[1], R"({"type":"join_room","id":0,"name":"B","room":")" + room.code + "\"}");
}

void Load::open_bot_games(int count, std::string_view level) {
    for (int i = 0; i < count; ++i) {
        Room& room = *rooms_.emplace_back(std::make_unique<Room>());
        Seat& seat = add_seat(&room);
        room.seats[0] = &seat;
        seat.connection.wait_until_open();
        ask(seat, R"({"type":"create_room","id":0,"name":"A","options":{"opponent":{"bot":")" +
                      std::string(level) + "\"}}}");
        pump(Clock::now());
    }
}

void Load::open_idle_connections(int count) {
    for (int i = 0; i < count; ++i) {
        Seat& seat = add_seat(nullptr);
        seat.plays = false;
        seat.connection.wait_until_open();
        pump(Clock::now());
    }
}

// ---- running -----------------------------------------------------------------------------------

void Load::advance(std::uint64_t plies) {
    plies_ = plies;
    play_until_settled(Mode::Advance);
}

void Load::spread() {
    for (const auto& room : rooms_) {
        const std::size_t whole = moves_of_a_match * static_cast<std::size_t>(room->shape.matches);
        const std::size_t most = whole * std::min(spread_rooms, rooms_.size()) / rooms_.size();
        room->to_play = most * room->number / rooms_.size();
    }
    play_until_settled(Mode::Spread);
}

void Load::play_until_settled(Mode mode) {
    mode_ = mode;
    for (const auto& room : rooms_)
        if (room->to_move != nullptr)
            may_move(*room);
    settle(rooms_.size());
    mode_ = Mode::Rest;
}

Numbers Load::run(double seconds, double rate, std::size_t busy) {
    numbers_ = {};
    busy_ = std::min(busy, rooms_.size());
    const auto start = Clock::now();
    const auto end = start + seconds_of(seconds);
    schedule_.begin(busy_, rate, start);
    mode_ = Mode::Run;
    for (std::size_t i = 0; i < busy_; ++i) {
        rooms_[i]->owed = false;
        if (!schedule_.paced() && rooms_[i]->to_move != nullptr)
            move(*rooms_[i], start);
    }
    while (Clock::now() < end) {
        serve_schedule();
        pump(std::min(end, schedule_.next()));
    }
    mode_ = Mode::Rest; // but still plays the owed moves
    settle(busy_);
    numbers_.seconds = seconds_since(start);
    return std::move(numbers_);
}

void Load::idle(double seconds) {
    const auto end = Clock::now() + seconds_of(seconds);
    while (Clock::now() < end)
        pump(end);
}

void Load::serve_schedule() {
    const auto now = Clock::now();
    while (const auto who = schedule_.due(now)) {
        Room& room = *rooms_[*who];
        room.owed = true;
        if (room.to_move != nullptr)
            may_move(room);
    }
}

bool Load::rests(const Room& room) const {
    const auto quiet = [](const Seat* seat) { return seat->answers_due == 0 && !seat->view_due; };
    return room.to_move != nullptr && std::ranges::all_of(room.seats, quiet);
}

// Until the first `busy` rooms rest.
void Load::settle(std::size_t busy) {
    heard_ = Clock::now();
    for (std::size_t i = 0; i < busy;) {
        if (rests(*rooms_[i])) {
            ++i; // it won't be moved again
            continue;
        }
        if (seconds_since(heard_) > longest_silence)
            fail("the server does not answer any more");
        pump(Clock::now() + seconds_of(1));
    }
}

// How many connections had something to say.
int Load::pump(Clock::time_point until) {
    return epoll_.wait(until, [this](void* what) {
        Seat& seat = *static_cast<Seat*>(what);
        seat.connection.receive([&](std::string_view message) { take(seat, message); });
    });
}

// ---- messages ----------------------------------------------------------------------------------

void Load::ask(Seat& seat, std::string_view request) {
    ++seat.answers_due;
    seat.connection.ask(request);
}

void Load::take(Seat& seat, std::string_view message) {
    heard_ = Clock::now();
    const bool is_view = is_type(message, "view");
    if (is_type(message, "ok") || is_type(message, "error")) {
        answered(seat, message);
    } else if (!seat.plays) {
        numbers_.watched += is_view ? 1U : 0U;
    } else if (is_view) {
        follow(seat, message);
    } else if (is_type(message, "table")) {
        ++numbers_.other_requests;
        ask(seat, seat.shuffle.reveal());
    } else if (is_type(message, "room")) {
        if (const auto ready = seat.shuffle.ready(message)) {
            ++numbers_.other_requests;
            ask(seat, *ready);
        }
    }
}

void Load::answered(Seat& seat, std::string_view message) {
    --seat.answers_due;
    if (seat.room == nullptr)
        return;
    Room& room = *seat.room;
    const auto id = number(after(message, R"("re":)"));
    if (is_type(message, "error")) {
        // Both were ready before this one asked again: no harm.
        if (id != 0 || message.find("not_playing") == std::string_view::npos)
            fail(std::string(message));
    } else if (id == move_id) {
        ++numbers_.moves;
        numbers_.ok_ms.push_back(milliseconds_since(seat.asked, Clock::now()));
    } else if (id == leave_id) {
        if (++room.left % 2 == 0)
            create(room);
    } else if (room.code.empty()) {
        room.code = quoted(after(message, R"("room":)"));
        ++numbers_.rooms;
        if (room.seats[1] != nullptr) // not a bot
            join(room);
    }
}

void Load::follow(Seat& seat, std::string_view view) {
    const auto phase = quoted(after(view, R"("phase":)"));
    const bool against_bot = seat.room->seats[1] == nullptr;
    if (!against_bot) {
        ++numbers_.views;
        numbers_.view_bytes += view.size();
        if (seat.view_due && number(after(view, R"("ply":)")) > seat.view_due->ply) {
            numbers_.view_ms.push_back(milliseconds_since(seat.view_due->due, Clock::now()));
            seat.view_due.reset();
        }
    }
    if (phase == "round_over" || phase == "match_over")
        follow_end(seat, phase);
    else if (is_my_turn(view) && against_bot)
        ask(seat, move_request(view, choose(view), 0));
    else if (is_my_turn(view))
        follow_turn(seat, view);
}

// After a rematch, `room` shows the match that waits.
void Load::follow_end(Seat& seat, std::string_view phase) {
    Room& room = *seat.room;
    room.dealt = true;
    ++numbers_.other_requests;
    if (phase == "round_over")
        return ask(seat, R"({"type":"ready","id":0})");
    ++seat.matches;
    numbers_.matches += &seat == room.seats[0] ? 1U : 0U;
    if (room.seats[1] != nullptr && room.shape.spectators == 0 &&
        seat.matches % room.shape.matches == 0)
        ask(seat, R"({"type":"leave_room","id":2})");
    else
        ask(seat, R"({"type":"rematch","id":0})");
}

void Load::follow_turn(Seat& seat, std::string_view view) {
    Room& room = *seat.room;
    room.to_move = &seat;
    Choice choice = choose(view);
    room.kind = choice.kind;
    room.request = move_request(view, choice, move_id);
    room.ply = number(after(view, R"("ply":)")).value_or(0);
    room.could_move = Clock::now();
    // A move that fell due between rounds is due now.
    if (std::exchange(room.dealt, false) && room.owed)
        schedule_.excuse(room.number, room.could_move);
    may_move(room);
}

Choice Load::choose(std::string_view view) {
    auto choice = chooser_.choose(view);
    if (!choice)
        fail("no legal action: " + std::string(view));
    return std::move(*choice);
}

// ---- moves -------------------------------------------------------------------------------------

// A seat in this room can move. Should it move now?
void Load::may_move(Room& room) {
    if (mode_ == Mode::Advance) {
        if (room.ply < plies_)
            move(room, Clock::now());
    } else if (mode_ == Mode::Spread) {
        if (room.to_play > 0) {
            --room.to_play;
            move(room, Clock::now());
        }
    } else if (room.owed) {
        room.owed = false;
        const auto due = schedule_.due_of(room.number);
        const auto possible = std::max(due, room.could_move);
        numbers_.late_ms.push_back(milliseconds_since(possible, Clock::now()));
        move(room, due);
        schedule_.served(room.number);
    } else if (mode_ == Mode::Run && !schedule_.paced() && room.number < busy_) {
        move(room, Clock::now());
    }
}

void Load::move(Room& room, Clock::time_point due) {
    Seat& seat = *std::exchange(room.to_move, nullptr);
    Seat& opponent = *room.seats[&seat == room.seats[0] ? 1 : 0];
    opponent.view_due = Owed{room.ply, due};
    ++numbers_.moves_of[static_cast<std::size_t>(room.kind)];
    numbers_.request_bytes += room.request.size();
    seat.asked = Clock::now();
    ask(seat, room.request);
}

} // namespace jaipur::bench
