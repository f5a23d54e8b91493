// Connections as TCP has them: bytes come whole, in order and late, or the connection breaks, and
// who learns of that, and when, is a matter of luck. Both machines are simulated; what the bytes
// mean is none of its business.
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

using LineId = std::uint64_t;
using Machine = std::size_t; // of a client

enum class Side : std::uint8_t { Client, Server };
enum class Ended : std::uint8_t { Refused, Closed, Reset };

// Who is at one end of a connection. Nothing is said to an end that has closed.
class End {
  public:
    virtual ~End() = default;

    virtual void opened(LineId) {} // the client's

    virtual void arrived(LineId line, std::string_view bytes) = 0;
    virtual void ended(LineId line, Ended how) = 0;

    virtual void drained(LineId) {} // some of what was sent has arrived
};

struct NetworkWeather {
    Micros latency{2ms}, jitter{3ms};
    std::size_t lost_one_in = 0;    // sendings that break their connection; 0: none
    std::size_t delayed_one_in = 0; // that take up to `delay`
    Micros delay{2s};
};

class Network {
  public:
    using Accept = std::function<End*(LineId, Machine)>;

    // Of a connection that breaks.
    enum class Cut : std::uint8_t { BothLearn, ServerLearns, ClientLearns, NobodyLearns };

    Network(Ground& ground, const NetworkWeather& weather)
        : ground_(ground), weather_(weather), random_(stream(ground.seed(), 2)) {}

    // ---- both ends
    LineId dial(End& client, Machine from);
    void send(LineId line, Side from, std::string bytes);
    // What was sent still arrives, then the other end hears of it; this one hears nothing more.
    void close(LineId line, Side from);
    // As a crashed program does: what is on its way is lost.
    void reset(LineId line, Side from);
    // Sent and not yet arrived.
    std::size_t on_its_way(LineId line, Side from) const;

    // ---- the server's machine
    void listen(Accept accept) { accept_ = std::move(accept); }

    void stop_listening() { accept_ = nullptr; }

    // The process is gone, and every connection with it. A machine without power tells nobody.
    void server_died();
    void power_off();

    void power_on() { has_power_ = true; }

    // ---- faults
    void cut(LineId line, Cut kind);
    // A client's machine neither sends nor receives for a while.
    void clog(Machine client, Micros time);
    // No faults from now on; what is broken stays so until somebody finds out.
    void calm();

  private:
    struct Pipe {
        Micros last{}; // arrival
        std::size_t on_its_way = 0;
        bool dead = false; // what is sent disappears
    };

    struct Line {
        Machine machine = 0;
        End* client = nullptr;
        End* server = nullptr;
        Pipe to_server, to_client;

        Pipe& from(Side side) { return side == Side::Client ? to_server : to_client; }

        End*& end(Side side) { return side == Side::Client ? client : server; }
    };

    static Side other(Side side) { return side == Side::Client ? Side::Server : Side::Client; }

    Line* find(LineId id);
    Micros arrival(Line& line, Side from);
    void deliver(LineId id, Side from, const std::string& bytes);
    void end_later(LineId id, Side side, Ended how, Micros when);
    void lose(LineId id, Side from, std::string bytes);
    void forget_if_over(LineId id);

    Ground& ground_;
    NetworkWeather weather_;
    Random random_;
    Accept accept_;
    bool has_power_ = true;
    LineId last_line_ = 0;
    std::map<LineId, Line> lines_;
    std::map<Machine, Micros> clogged_until_;
};

} // namespace jaipur::simulation
