// One run of jaipur-client without a frontend: the real session on a simulated connection, clock
// and home. Whatever it shows is held against what is true. When it is destroyed it has crashed.
#pragma once

#include "client/console/session/session.hpp"
#include "tests/simulation/evening.hpp"
#include "tests/simulation/frames.hpp"
#include "tests/simulation/kept_seats.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace jaipur::simulation {

class Program final : public End, public client::session::Connection {
  public:
    Program(Evening& evening, Machine machine, const std::string& name, Home& home, Heard& heard,
            Random& chance);
    ~Program() override;
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    client::session::Session& session() { return session_; }

    const client::Model& model() const { return session_.model(); }

    LineId line() const { return line_; }

    // To be called whenever something was asked of the session.
    void watch();

    // ---- client::Connection
    void open() override;
    void send(std::string text) override;
    void shut() override;

    // ---- End
    void opened(LineId line) override;
    void arrived(LineId line, std::string_view bytes) override;
    void ended(LineId line, Ended how) override;

  private:
    void receive(LineId line, const Frame& frame);
    void text(const std::string& text);
    void check_view();

    Evening& evening_;
    Ground& ground_;
    Machine machine_;
    Heard& heard_;
    KeptSeats seats_;
    LineId line_ = 0; // 0: none
    Frames frames_;
    Picture picture_;
    client::session::Session session_;
    std::optional<Micros> wakes_at_;
    std::shared_ptr<int> alive_ = std::make_shared<int>();
};

} // namespace jaipur::simulation
