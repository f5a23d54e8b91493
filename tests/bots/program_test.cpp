// Other programs that play: how they start, and what happens if they don't play.
#include "bots/ladder/players.hpp"
#include "bots/ladder/tournament.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <fcntl.h>
#include <string>
#include <unistd.h>

using namespace jaipur::bots;
using namespace jaipur::bots::ladder;

TEST_CASE("a program that doesn't play loses the round, and the ladder says why") {
    Schedule schedule;
    schedule.deals = 1;
    const auto against = [&](const char* command, int patience_ms) {
        const std::chrono::milliseconds patience(patience_ms);
        const Encounter encounter =
            play({"program", by_program(command, {patience, {}})}, {"greedy", greedy()}, schedule);
        CHECK(encounter.won.sum == 0);
        CHECK(encounter.faults[0] == 2);
        return encounter.last_fault[0];
    };
    CHECK(against("true", 5000) == "it exited");
    CHECK(against("sleep 60", 50) == "it didn't answer in time");
    CHECK(against("while read line; do echo hello; done", 5000) ==
          "its answer isn't an action: hello");
    CHECK(against("while read line; do echo '{\"action\":{\"type\":\"take\",\"card\":\"camel\"}}'; "
                  "done",
                  5000)
              .starts_with("it chose an illegal action: "));
    CHECK(against("read line; echo '{\"action\":{}}'", 5000).starts_with("its answer isn't"));
    CHECK(against("yes | tr -d '\\n'", 5000) == "its answer is too long");
}

TEST_CASE("a program that can't be started stops the ladder") {
    Schedule schedule;
    schedule.deals = 1;
    for (const char* command : {"./no/such/program", "cd / && ./no-such-program", "/dev/null"}) {
        const auto program = by_program(command, {std::chrono::seconds(5), {}});
        CHECK_THROWS_WITH(play({"program", program}, {"greedy", greedy()}, schedule),
                          ("can't start the program: " + std::string(command)).c_str());
    }
}

TEST_CASE("a program may take longer for its first answer than for others") {
    Schedule schedule;
    schedule.deals = 1;
    const auto slow = by_program("sleep 0.5; while read line; do echo hello; done",
                                 {std::chrono::milliseconds(50), std::chrono::seconds(30)});
    const Encounter encounter = play({"slow", slow}, {"greedy", greedy()}, schedule);
    CHECK(encounter.last_fault[0] == "its answer isn't an action: hello");
}

TEST_CASE("a program starts as from a shell, and without our files") {
    const auto fault = [](const std::string& command) {
        Schedule schedule;
        schedule.deals = 1;
        return play({"program", by_program(command, {std::chrono::seconds(5), {}})},
                    {"greedy", greedy()}, schedule)
            .last_fault[0];
    };
    CHECK(fault("WORD=hello python3 -c \"print(input() and __import__('os').environ['WORD'])\"") ==
          "its answer isn't an action: hello");
    CHECK(fault(" (sed --unbuffered s/.*/hello/)") == "its answer isn't an action: hello");
    CHECK(fault("kill -PIPE $$; while read line; do echo hello; done") == "it exited");
    const int ours = ::fcntl(STDERR_FILENO, F_DUPFD, 100);
    CHECK(fault("while read line; do test -e /proc/self/fd/" + std::to_string(ours) +
                " && echo ours || echo nothing; done") == "its answer isn't an action: nothing");
    ::close(ours);
}
