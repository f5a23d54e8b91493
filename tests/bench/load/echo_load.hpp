// Drives an echo server, which answers each message with one: a reference without a game.
#pragma once

#include "tests/bench/load/epoll.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/bench/load/schedule.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace jaipur::bench {

class EchoLoad {
  public:
    EchoLoad(Port port, int connections);

    // Like `Load::run`: a message is a move, and its reply is both ok and view.
    Numbers run(double seconds, double rate = 0);

  private:
    struct Peer {
        explicit Peer(Port port) : connection(port) {}

        Connection connection;
        std::size_t number = 0;
        bool waits = false; // for its answer
        bool owed = false;  // it is due
        Clock::time_point due, free;
    };

    void say(Peer& peer);
    void serve_schedule();
    void answered(Peer& peer);
    void pump(Clock::time_point until);

    Epoll epoll_;
    Schedule schedule_;
    std::vector<std::unique_ptr<Peer>> peers_;
    std::size_t waiting_ = 0;
    bool running_ = false;
    Numbers numbers_;
};

} // namespace jaipur::bench
