// Whole lives of rooms, many at a time: two clients connect, one opens a room, the other joins,
// both get ready, play for a while or to the end, and leave; then the next two connect, or the same
// two open another room.
#pragma once

#include "tests/bench/load/choice.hpp"
#include "tests/bench/load/epoll.hpp"
#include "tests/bench/load/shuffle.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::bench {

class Lives {
  public:
    struct Plan {
        int at_once = 32;
        std::uint64_t plies = 6; // then the match is resigned
        bool stay = false;       // then the same two connections open the next room
        int seals = 2;
    };

    struct Told {
        std::uint64_t lives = 0, moves = 0;
        double seconds = 0;
    };

    Lives(Port port, const Plan& plan) : port_(port), plan_(plan) {}

    // Runs until this many are over or the time is up; finishes those that have begun.
    Told run(std::uint64_t lives, double seconds);

  private:
    struct Life;

    struct Seat {
        Seat(Port port, int source, Life& of, int index)
            : connection(port, source), life(of), shuffle(index) {}

        Connection connection;
        Life& life;
        ShufflePart shuffle;
        bool greeted = false, left = false;
    };

    struct Life {
        std::array<std::unique_ptr<Seat>, 2> seats;
        std::string code;
        bool over = false; // both have left
    };

    void begin();
    bool ends(Life& life, bool more);
    std::unique_ptr<Seat> enter(Life& life, int index);
    void readable(Seat& seat);
    void greet(Seat& seat);
    void take(Seat& seat, std::string_view message);
    void answered(Seat& seat, std::string_view message);
    void follow(Seat& seat, std::string_view view);

    Port port_;
    Plan plan_;
    Epoll epoll_;
    Chooser chooser_;
    std::vector<std::unique_ptr<Life>> lives_;
    std::uint64_t begun_ = 0;
    std::uint64_t connections_ = 0;
    Told told_;
};

} // namespace jaipur::bench
