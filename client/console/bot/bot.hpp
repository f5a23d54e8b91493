// The frontend of a bot: it plays in the seat that the session has taken, and prints what happens.
// It does no I/O and knows no rules: what chooses the actions is passed in.
#pragma once

#include "client/console/controls.hpp"
#include "client/console/model.hpp"
#include "protocol/message.hpp"

#include <chrono>
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
    using Now = std::function<SteadyTime()>;

    BotFrontend(const Model& model, Controls& controls, Print print, Choose choose,
                Now now = std::chrono::steady_clock::now);

    // Sits down in a room.
    void sit_down(const protocol::EntryRequest& request);
    // The session's pings cause a change every ten seconds, so this needs no timer.
    void changed() override;

    // Whether it got no seat, lost it or its connection for good, had no answer, or kept missing
    // its reveals.
    bool failed() const { return failed_; }

  private:
    struct Moment { // of a match
        protocol::MatchId match{};
        Phase phase{};
        std::uint32_t ply = 0;
        std::uint8_t round = 0;
        friend bool operator==(const Moment&, const Moment&) = default;
    };

    enum class Task : std::uint8_t { BeReady, Think, Act, ClaimWin, AskRematch, Resign };

    // What it last tried. The server may refuse it, or its answer get lost: then it tries again.
    struct Attempt {
        Moment moment;
        Task task{};
        std::chrono::seconds wait{}; // until it tries again
        SteadyTime again_at{};
    };

    struct Choice {
        Moment moment;
        std::optional<Action> action; // once it is chosen
    };

    static Moment moment_of(const protocol::View& view) {
        return {view.match, view.phase, view.ply, view.round};
    }

    void print_log();
    void print_link();
    void follow(const protocol::View& view);
    std::optional<Task> next_task() const;
    std::optional<Task> task_on_turn() const;
    bool has_missed_reveals() const;
    bool is_due(Task task);
    void work_on(Task task);
    void ask(const protocol::RequestBody& body);
    void refused(protocol::ErrorCode code);
    void think();
    void chosen(const Moment& asked, const std::optional<Action>& action);
    void end();
    void fail();
    const protocol::RoomPlayer* player(Seat seat) const; // null: nobody, or not known yet
    bool is_alone();

    const Model& model_;
    Controls& controls_;
    Print print_;
    Choose choose_;
    Now now_;
    std::size_t printed_ = 0;               // lines of the log, dropped ones included
    LinkState link_{};                      // last seen
    int attempt_ = 0;                       // to connect, the last that was printed
    std::optional<std::uint64_t> followed_; // `seq` of the last view
    std::vector<protocol::ObservedEvent> round_;
    std::optional<Choice> choice_;
    std::optional<Attempt> tried_;
    bool is_asking_ = false;               // the session repeats that until it has an answer
    std::optional<SteadyTime> away_since_; // the opponent, while no match runs
    bool failed_ = false, ending_ = false;
    bool had_seat_ = false;
    bool gives_up_ = false; // has no answer
};

} // namespace jaipur::client::bot
