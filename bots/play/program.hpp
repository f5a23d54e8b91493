// Another program that plays: it reads a line of JSON for each decision, and answers with one.
// docs/bots.md describes both.
#pragma once

#include "common/action.hpp"
#include "protocol/observation.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jaipur::bots {

// How long an answer may take by the clock on the wall. The first one may take longer, because the
// program starts.
struct Patience {
    std::chrono::milliseconds each{2000}, first{12000};
};

class Program {
  public:
    // `command`: for the shell. It isn't started yet.
    Program(std::string command, Patience patience);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program(); // ends it

    // Starts it unless it runs and is in order. Throws std::runtime_error if there is no shell.
    void start();

    // For the player to act, whose view this is; `round`: all events of the round so far. Nothing
    // if it has no legal answer; then it is out of order.
    std::optional<Action> choose(const protocol::Observation& view,
                                 std::span<const protocol::ObservedEvent> round);

    // Why it had none.
    const std::string& fault() const { return fault_; }

    // The processor time that it has used since it was started; 0 if unknown.
    double used_ms() const;

  private:
    class Process;
    using Clock = std::chrono::steady_clock;

    bool send(std::string_view text, Clock::time_point deadline);
    std::optional<std::string> read_line(Clock::time_point deadline);
    bool fail(std::string why);

    std::string command_;
    Patience patience_;
    std::unique_ptr<Process> process_;
    std::string left_; // read, but not used yet
    std::string fault_;
    bool first_ = true;
};

} // namespace jaipur::bots
