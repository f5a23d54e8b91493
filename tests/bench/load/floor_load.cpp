#include "tests/bench/load/floor_load.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace jaipur::bench {

namespace {

constexpr int rooms_per_address = 4000;

float milliseconds_since(Clock::time_point from) {
    return std::chrono::duration<float, std::milli>(Clock::now() - from).count();
}

} // namespace

FloorLoad::FloorLoad(Port port, int rooms, std::size_t move_bytes) : message_(move_bytes, 'x') {
    for (int i = 0; i < rooms; ++i) {
        Room& room = *rooms_.emplace_back(std::make_unique<Room>());
        room.number = rooms_.size() - 1;
        for (auto& seat : room.seats) {
            seat = std::make_unique<Seat>(port, 1 + i / rooms_per_address, room);
            seat->connection.wait_until_open();
            epoll_.add(seat->connection.descriptor(), seat.get());
        }
    }
}

Numbers FloorLoad::run(double seconds, double rate) {
    numbers_ = {};
    const auto start = Clock::now();
    const auto end = start + seconds_of(seconds);
    schedule_.begin(rooms_.size(), rate, start);
    running_ = true;
    for (const auto& room : rooms_) {
        room->owed = false;
        if (!schedule_.paced())
            move(*room, start);
    }
    while (Clock::now() < end) {
        serve_schedule();
        pump(std::min(end, schedule_.next()));
    }
    running_ = false; // but still plays the owed moves
    while (due_ > 0)
        pump(Clock::time_point::max());
    numbers_.seconds = seconds_since(start);
    return std::move(numbers_);
}

void FloorLoad::serve_schedule() {
    const auto now = Clock::now();
    while (const auto who = schedule_.due(now)) {
        rooms_[*who]->owed = true;
        may_move(*rooms_[*who]);
    }
}

void FloorLoad::may_move(Room& room) {
    if (!room.can_move)
        return;
    if (std::exchange(room.owed, false)) {
        const auto due = schedule_.due_of(room.number);
        numbers_.late_ms.push_back(milliseconds_since(std::max(due, room.could_move)));
        move(room, due);
        schedule_.served(room.number);
    } else if (running_ && !schedule_.paced()) {
        move(room, Clock::now());
    }
}

void FloorLoad::move(Room& room, Clock::time_point due) {
    Seat& mover = *room.seats[room.mover];
    room.can_move = false;
    room.due = due;
    mover.own += 2; // ok and view
    due_ += 3;
    numbers_.request_bytes += message_.size();
    mover.connection.ask(message_);
}

// The opponent moves as soon as it has its view.
void FloorLoad::got(Seat& seat) {
    Room& room = seat.room;
    --due_;
    if (seat.own > 0) {
        --seat.own;
        return;
    }
    ++numbers_.moves;
    numbers_.view_ms.push_back(milliseconds_since(room.due));
    room.mover ^= 1U;
    room.can_move = true;
    room.could_move = Clock::now();
    may_move(room);
}

void FloorLoad::pump(Clock::time_point until) {
    epoll_.wait(until, [this](void* what) {
        Seat& seat = *static_cast<Seat*>(what);
        seat.connection.receive([&](std::string_view) { got(seat); });
    });
}

} // namespace jaipur::bench
