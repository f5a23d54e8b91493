// One running jaipur-client without terminal and network: the real session with both frontends, a
// manual clock, and a queue as its connection. Checks that everything it prints or draws is safe
// for a terminal, and that a server can decode everything it sends. It must not know who is at the
// other end, or who types.
#pragma once

#include "client/console/files/pass_files.hpp"
#include "client/console/files/seat_files.hpp"
#include "client/console/plain/plain.hpp"
#include "client/console/screen/ui.hpp"
#include "client/console/session/session.hpp"
#include "tests/support/random.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>

namespace jaipur::fuzz {

// Seat files for one input: empty at first, removed with the program.
const std::filesystem::path& fresh_directory();

class Console final : public client::session::Connection, public client::Frontend {
  public:
    explicit Console(const std::filesystem::path& seats);

    const client::Model& model() const { return session_.model(); }

    client::session::Session& session() { return session_; }

    bool ended() const { return session_.ended(); }

    // Texts in transit to the server; whether a connection is being opened.
    std::deque<std::string> sent;
    bool opening = false, open_now = false;

    // ---- the user
    void type(std::string_view line);
    void press(std::uint8_t byte);
    void draw(std::uint8_t kind);

    // ---- the server's end
    void opened();
    void received(std::string_view text);
    void closed(std::uint16_t code, std::string_view reason);
    // Lets time pass and runs what is due in the session.
    void pass(std::chrono::milliseconds time);

    // ---- client::Connection, client::Frontend
    void open() override;
    void send(std::string text) override;
    void shut() override;
    void changed() override;

  private:
    client::session::Environment environment();
    void go_on(client::screen::Step step);

    client::SteadyTime now_{};
    test::Random random_{1};
    client::files::SeatFiles files_;
    client::files::PassFiles passes_;
    client::session::Session session_;
    client::plain::PlainFrontend plain_;
    client::screen::UiState ui_;
    std::size_t checked_ = 0; // lines of the log
};

} // namespace jaipur::fuzz
