// TCP connections: bytes arrive intact, in order and late, or the connection breaks, and luck
// decides which end notices and when. Both machines are simulated; it ignores what the bytes mean.
#pragma once

#include "tests/simulation/ground.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace jaipur::simulation {

using LinkId = std::uint64_t;
using Machine = std::size_t; // a client's

enum class Side : std::uint8_t { Client, Server };
enum class Ended : std::uint8_t { Refused, Closed, Reset };

// One end of a connection. After it has closed, an end gets no more calls.
class End {
  public:
    virtual ~End() = default;

    virtual void opened(LinkId) {} // the client's

    virtual void arrived(LinkId link, std::string_view bytes) = 0;
    virtual void ended(LinkId link, Ended how) = 0;

    virtual void drained(LinkId) {} // some of the sent data has arrived
};

struct NetworkWeather {
    Micros latency{2ms}, jitter{3ms};
    std::size_t lost_one_in = 0;    // share of sends that break their connection; 0: none
    std::size_t delayed_one_in = 0; // share that take up to `delay`
    Micros delay{2s};
};

class Network {
  public:
    using Accept = std::function<End*(LinkId, Machine)>;

    // For a connection that breaks.
    enum class Cut : std::uint8_t { BothLearn, ServerLearns, ClientLearns, NobodyLearns };

    Network(Ground& ground, const NetworkWeather& weather)
        : ground_(ground), weather_(weather), random_(stream(ground.seed(), 2)) {}

    // ---- both ends
    LinkId dial(End& client, Machine from);
    void send(LinkId link, Side from, std::string bytes);
    // Sent data still arrives, then the other end is told. This end gets no more calls.
    void close(LinkId link, Side from);
    // Like a crashed program: data in transit is lost.
    void reset(LinkId link, Side from);
    // Sent and not yet arrived.
    std::size_t on_its_way(LinkId link, Side from) const;

    // ---- the server's machine
    void listen(Accept accept) { accept_ = std::move(accept); }

    void stop_listening() { accept_ = nullptr; }

    // The process and all its connections are gone. A machine without power sends no resets.
    void server_died();
    void power_off();

    void power_on() { has_power_ = true; }

    // ---- faults
    void cut(LinkId link, Cut kind);
    // A client's machine can't send or receive for a while.
    void clog(Machine client, Micros time);
    // No faults from now on; broken connections stay so until one end notices.
    void calm();

  private:
    struct Pipe {
        Micros last{}; // arrival
        std::size_t on_its_way = 0;
        bool dead = false; // what is sent disappears
    };

    struct Link {
        Machine machine = 0;
        End* client = nullptr;
        End* server = nullptr;
        Pipe to_server, to_client;

        Pipe& from(Side side) { return side == Side::Client ? to_server : to_client; }

        End*& end(Side side) { return side == Side::Client ? client : server; }
    };

    static Side other(Side side) { return side == Side::Client ? Side::Server : Side::Client; }

    Link* find(LinkId id);
    Micros arrival(Link& link, Side from);
    void deliver(LinkId id, Side from, const std::string& bytes);
    void end_later(LinkId id, Side side, Ended how, Micros when);
    void lose(LinkId id, Side from, std::string bytes);
    void forget_if_over(LinkId id);

    Ground& ground_;
    NetworkWeather weather_;
    Random random_;
    Accept accept_;
    bool has_power_ = true;
    LinkId last_link_ = 0;
    std::map<LinkId, Link> links_;
    std::map<Machine, Micros> clogged_until_;
};

} // namespace jaipur::simulation
