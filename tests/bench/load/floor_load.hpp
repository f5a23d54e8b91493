// Drives `reference/floor.cpp`: rooms of two connections that take turns to send a message as long
// as a move, and get the messages that a move gets.
#pragma once

#include "tests/bench/load/epoll.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/bench/load/schedule.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace jaipur::bench {

class FloorLoad {
  public:
    FloorLoad(Port port, int rooms, std::size_t move_bytes);

    // Like `Load::run`.
    Numbers run(double seconds, double rate = 0);

  private:
    struct Room;

    struct Seat {
        Seat(Port port, int source, Room& of) : connection(port, source), room(of) {}

        Connection connection;
        Room& room;
        int own = 0; // messages that its own move will bring
    };

    struct Room {
        std::size_t number = 0;
        std::array<std::unique_ptr<Seat>, 2> seats;
        std::size_t mover = 0;
        bool can_move = true; // the mover has seen the last move
        bool owed = false;    // a move is due
        Clock::time_point due, could_move;
    };

    void move(Room& room, Clock::time_point due);
    void may_move(Room& room);
    void got(Seat& seat);
    void serve_schedule();
    void pump(Clock::time_point until);

    std::string message_;
    Epoll epoll_;
    Schedule schedule_;
    std::vector<std::unique_ptr<Room>> rooms_;
    int due_ = 0; // messages, in all rooms
    bool running_ = false;
    Numbers numbers_;
};

} // namespace jaipur::bench
