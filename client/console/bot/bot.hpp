// The frontend of a bot: it plays in the seat that the session has taken, and prints what happens.
// It does no I/O and knows no rules: what chooses the actions is passed in.
#pragma once

#include "client/console/controls.hpp"
#include "client/console/model.hpp"
#include "protocol/message.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace jaipur::client::bot {

// An action; nothing if there is no answer: then the bot resigns.
using Answer = std::function<void(std::optional<Action>)>;
// Chooses for the player to act, whose view this is; `round`: all events of the round so far. Calls
// `answer` once, at once or later, on the client's thread.
using Choose = std::function<void(const protocol::View& view,
                                  std::span<const protocol::ObservedEvent> round, Answer answer)>;

class BotFrontend final : public Frontend {
  public:
    using Print = std::function<void(std::string_view line)>;

    BotFrontend(const Model& model, Controls& controls, Print print, Choose choose);

    // Sits down in a room.
    void sit_down(const protocol::EntryRequest& request);
    void changed() override;

    // Whether it got no seat, lost its connection for good, or had no answer.
    bool failed() const { return failed_; }

  private:
    // When it last did something, so that it doesn't do it twice.
    struct Moment {
        protocol::MatchId match{};
        Phase phase{};
        std::uint32_t ply = 0;
        std::uint8_t round = 0;
        friend bool operator==(const Moment&, const Moment&) = default;
    };

    static Moment moment_of(const protocol::View& view) {
        return {view.match, view.phase, view.ply, view.round};
    }

    void print_log();
    void print_link();
    void follow(const protocol::View& view);
    void play(const protocol::View& view);
    void act(const Moment& asked, const std::optional<Action>& action);
    void resign();
    void end();
    void fail();
    bool is_alone() const;
    bool is_asked_for_rematch() const; // it plays as often as its opponent wants

    const Model& model_;
    Controls& controls_;
    Print print_;
    Choose choose_;
    std::size_t printed_ = 0;               // lines of the log, dropped ones included
    int attempt_ = 0;                       // to connect, the last that was printed
    std::optional<std::uint64_t> followed_; // `seq` of the last view
    std::vector<protocol::ObservedEvent> round_;
    std::optional<Moment> done_;
    bool failed_ = false, ending_ = false;
    bool gives_up_ = false, resigns_ = false; // has no answer; has told this connection
};

} // namespace jaipur::client::bot
