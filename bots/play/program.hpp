// Another program that plays: it reads a line of JSON for each decision, and answers with one.
// docs/bots.md describes both.
#pragma once

#include "common/action.hpp"
#include "protocol/observation.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace jaipur::bots {

// How long an answer may take, in wall-clock time.
struct Patience {
    std::chrono::milliseconds each{2000};
    std::chrono::milliseconds to_start{10000}; // more for the first one
};

class Program {
  public:
    // `command`: for the shell. It isn't started yet. From now on this process ignores SIGPIPE,
    // because it writes to programs that may have exited.
    Program(std::string command, Patience patience);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program(); // ends it

    // Starts it if it isn't running, or has failed. Throws std::runtime_error if there is no shell.
    void start();

    // Waits this long at most for its end. True: it has ended, so it has failed.
    bool ends_within(std::chrono::milliseconds time);

    // For the player to act, whose view this is; `round`: all events of the round so far. Nothing
    // if no legal answer comes in time, or before somebody else requests a stop: it has failed, and
    // must be started again.
    std::optional<Action> choose(const protocol::Observation& view,
                                 std::span<const protocol::ObservedEvent> round,
                                 std::stop_token stop = {});

    // Why it failed; empty if it didn't.
    const std::string& fault() const { return fault_; }

    // Whether the shell couldn't start it: no such command, or not an executable one.
    bool never_started() const { return never_started_; }

    // The processor time that it has used since it started; 0 if unknown.
    double used_ms() const;

  private:
    class Process;
    using Clock = std::chrono::steady_clock;

    bool wait_for(int descriptor, short event, Clock::time_point deadline) const;
    bool send(std::string_view text, Clock::time_point deadline);
    std::optional<std::string> read_line(Clock::time_point deadline);
    bool fail(std::string why);
    bool fail_by_exit();

    std::string command_;
    Patience patience_;
    std::unique_ptr<Process> process_;
    std::string left_; // read after the last line
    std::string fault_;
    std::stop_token stop_; // of the current choice
    bool first_ = true, never_started_ = false;
};

} // namespace jaipur::bots
