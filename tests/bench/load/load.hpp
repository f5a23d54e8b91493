// Plays random legal moves in rooms of a running server: as fast as it replies, at a given rate in
// an open loop, or not at all. Matches end, and begin with their shuffle; after some of them, both
// players leave and open another room. Between two runs everything rests, so that the server's cost
// of a run can be measured exactly.
//
// It knows only as much of the game as the text of a view says, and only as much of WebSockets as
// a well-behaved peer needs. One thread.
#pragma once

#include "tests/bench/load/choice.hpp"
#include "tests/bench/load/epoll.hpp"
#include "tests/bench/load/schedule.hpp"
#include "tests/bench/load/shuffle.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::bench {

struct Numbers {
    std::vector<float> ok_ms;   // from the sending of a move to its ok
    std::vector<float> view_ms; // from when a move was due to the opponent's view of it
    std::vector<float>
        late_ms; // from when a move was due and possible to its sending: the generator's
    std::uint64_t moves = 0;                                // that were answered
    std::array<std::uint64_t, all_kinds.size()> moves_of{}; // by kind
    std::uint64_t other_requests = 0;
    std::uint64_t matches = 0, rooms = 0;    // ended; opened during the run
    std::uint64_t request_bytes = 0;         // of moves
    std::uint64_t views = 0, view_bytes = 0; // of players
    std::uint64_t watched = 0;               // views of spectators
    double seconds = 0;
};

struct Shape {
    int spectators = 0; // in each room
    int seals = 2;
    int matches = 2; // then both leave, and open another room; not if there are spectators
};

class Load {
  public:
    explicit Load(Port port) : port_(port) {}

    // Opens more rooms, each with a running match.
    void open(int rooms, const Shape& shape = {});

    // Opens connections that are in no room.
    void open_idle_connections(int count);

    // Opens rooms in which a person plays a bot of this level: the person moves at once, whatever
    // else happens, and these moves aren't counted. Afterwards, only `run` with `busy` rooms comes
    // to rest.
    void open_bot_games(int count, std::string_view level);

    // Plays in every room until its match has had this many moves.
    void advance(std::uint64_t plies);

    // Plays a different number of moves in each room, so that from then on, matches end and rooms
    // open and close all the time. With up to `spread_rooms` rooms, they are then spread evenly
    // over the matches of a room; more rooms are spread over the beginnings of their first match.
    void spread();

    static constexpr std::size_t spread_rooms = 300;

    static constexpr auto all = std::numeric_limits<std::size_t>::max();

    // Plays in the first `busy` rooms, this many moves per second in total (0: as fast as
    // possible).
    Numbers run(double seconds, double rate = 0, std::size_t busy = all);

    // Polls instead of sleeping, so that the processor stays awake.
    void spin(bool on) { epoll_.spin(on); }

    // Nobody plays; pings are answered.
    void idle(double seconds);

  private:
    struct Owed {
        std::uint64_t ply;
        Clock::time_point due;
    };

    struct Room;

    struct Seat {
        Seat(Port port, int source, Room* in, int index)
            : connection(port, source), room(in), shuffle(index) {}

        Connection connection;
        Room* room;
        ShufflePart shuffle;
        bool plays = true;       // or watches, or does nothing
        int matches = 0;         // that have ended
        int answers_due = 0;     // requests without an answer
        Clock::time_point asked; // the last move
        std::optional<Owed> view_due;
    };

    struct Room {
        std::size_t number = 0;
        Shape shape;
        std::string code;
        int left = 0;                 // times that a player has left
        std::size_t to_play = 0;      // moves, to be spread
        std::array<Seat*, 2> seats{}; // the second is null if a bot has it
        Seat* to_move = nullptr;      // it has seen its turn, and has not moved yet
        std::string request;          // its move
        Kind kind{};                  // of that move
        std::uint64_t ply = 0;
        bool dealt = false; // the view before was not of a round in play
        bool owed = false;  // a move is due
        Clock::time_point could_move;
    };

    enum class Mode : std::uint8_t { Rest, Advance, Spread, Run };

    Seat& add_seat(Room* room, int index = 0);
    void open_room(const Shape& shape);
    void create(Room& room);
    void join(Room& room);
    void ask(Seat& seat, std::string_view request);
    int pump(Clock::time_point until);
    void take(Seat& seat, std::string_view message);
    void answered(Seat& seat, std::string_view message);
    void follow(Seat& seat, std::string_view view);
    void follow_end(Seat& seat, std::string_view phase);
    void follow_turn(Seat& seat, std::string_view view);
    Choice choose(std::string_view view);
    void play_bot(Seat& seat, std::string_view view);
    void may_move(Room& room);
    void move(Room& room, Clock::time_point due);
    void serve_schedule();
    void play_until_settled(Mode mode);
    bool rests(const Room& room) const;
    void settle(std::size_t busy);

    Port port_;
    Epoll epoll_;
    Schedule schedule_;
    Chooser chooser_;
    std::vector<std::unique_ptr<Seat>> seats_;
    std::vector<std::unique_ptr<Room>> rooms_;
    Mode mode_ = Mode::Rest;
    std::size_t busy_ = 0;
    std::uint64_t plies_ = 0;
    Clock::time_point heard_;
    Numbers numbers_;
};

} // namespace jaipur::bench
