// One run of jaipur-client without a frontend: the real session on a simulated connection, clock
// and home. The oracle checks everything it shows. Destroying it is a crash.
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

    LinkId link() const { return link_; }

    // Call it after each request to the session.
    void watch();

    // ---- client::Connection
    void open() override;
    void send(std::string text) override;
    void shut() override;

    // ---- End
    void opened(LinkId link) override;
    void arrived(LinkId link, std::string_view bytes) override;
    void ended(LinkId link, Ended how) override;

  private:
    void receive(LinkId link, const Frame& frame);
    void text(const std::string& text);
    void check_view();

    Evening& evening_;
    Ground& ground_;
    Machine machine_;
    Heard& heard_;
    KeptSeats seats_;
    KeptPasses passes_;
    LinkId link_ = 0; // 0: none
    Frames frames_;
    Picture picture_;
    client::session::Session session_;
    std::optional<Micros> wakes_at_;
    std::shared_ptr<int> alive_ = std::make_shared<int>();
};

} // namespace jaipur::simulation
