// One run of the server program: the real lobby, outboxes and liveness, in a shell that does what
// server/shell/server_requests.cpp and server/net/websocket*.cpp do, on simulated connections, disk
// and clock, but without a crowd. Destroying it kills the process: none of its pending events run.
#pragma once

#include "server/core/lobby/lobby.hpp"
#include "server/core/outbox.hpp"
#include "server/net/liveness.hpp"
#include "tests/simulation/disk.hpp"
#include "tests/simulation/frames.hpp"
#include "tests/simulation/ground.hpp"
#include "tests/simulation/network.hpp"
#include "tests/simulation/oracle.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace jaipur::simulation {

// A process's environment and its observers.
struct Environment {
    Ground& ground;
    Network& network;
    Disk& disk;
    const DiskWeather& disk_weather;
    Oracle& oracle;
    server::core::Limits limits;
    std::size_t window = 1 << 16; // bytes that a connection accepts before writing has to wait
    std::size_t by_address = 1;   // machines that share an address
};

class Process final : public End {
  public:
    // `clock`: the machine's, at the start. `run`: its number, seeds its chance. `died`: called if
    // it ends because its disk failed.
    Process(const Environment& around, server::core::Time clock, std::uint64_t run,
            std::function<void()> died);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() override;

    // Like SIGTERM: sends what is stored, closes everyone with 1012, then calls `stopped`.
    void stop(std::function<void()> stopped);

    const server::core::Lobby& lobby() const { return lobby_; }

    const DiskStore& store() const { return *store_; }

    server::core::Time now() const;

    // ---- End
    void arrived(LinkId link, std::string_view bytes) override;
    void ended(LinkId link, Ended how) override;
    void drained(LinkId link) override;

  private:
    struct Connection {
        Connection(const server::core::Limits& limits, Instant now)
            : outbox(limits.outbox_messages, limits.outbox_bytes), live(limits, now) {}

        LinkId link = 0;
        Frames frames;
        server::core::Outbox outbox;
        server::net::Liveness live;
        bool ping_due = false, blocked = false;
        std::optional<Micros> looks_at; // when its liveness is next checked
    };

    // ---- connections (process_net.cpp)
    End* accept(LinkId link, Machine from);
    Connection* find(SessionId session);
    void receive(SessionId session, const Frame& frame);
    void ponged(SessionId session, Connection& connection, std::string_view payload);
    void send(SessionId session, server::core::Outgoing outgoing);
    void write(SessionId session);
    void transmit(const Connection& connection, Opcode opcode, std::string_view payload);
    void close(SessionId session, std::uint16_t code);
    void abort(SessionId session);
    void forget(SessionId session);
    void watch(SessionId session);
    void look(SessionId session);

    // ---- the path of a request (process.cpp)
    void text(SessionId session, const std::string& text);
    void leave(SessionId session);
    void stored(std::uint64_t first, std::uint64_t last, server::core::Stored result);
    template <class Decision>
    void decide(Decision decision);
    void carry_out(server::core::Output output);
    void carry_out(const server::core::Send& send);
    void carry_out(const server::core::Disconnect& disconnect);
    void housekeeping(server::core::Output& output);
    void hash(const server::core::PasswordToHash& password);
    void think(const server::core::ToThink& what);
    void set_timer();
    void recover();
    void go_down();
    void later(Micros delay, const char* name, Ground::Do what);

    // ---- lies (planted.cpp)
    bool lies_about(SessionId session, Result<protocol::Request, protocol::Error>& request);
    server::core::Send bent(const server::core::Send& send);

    bool is_honest() const { return ground_.is_planted(Planted::None); }

    Ground& ground_;
    Network& network_;
    Oracle& oracle_;
    const server::core::Limits limits_;
    const std::size_t window_, by_address_;
    const Micros start_;
    const server::core::Time clock_;
    std::function<void()> died_, stopped_;
    std::shared_ptr<int> alive_ = std::make_shared<int>();
    server::core::Lobby lobby_;
    std::unique_ptr<DiskStore> store_;
    std::map<SessionId, Connection> connections_;
    std::map<LinkId, SessionId> by_link_;
    SessionId last_session_ = 0;
    server::core::Encoder encode_;
    std::uint64_t records_due_ = 0;
    std::optional<server::core::Time> timer_set_to_;
    // Only for lies: the first view of each seat.
    std::map<std::pair<std::string, std::optional<Seat>>, server::core::Send> first_views_;
    std::map<SessionId, bool> entering_;
};

} // namespace jaipur::simulation
