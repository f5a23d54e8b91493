// A replay in plain mode.
#include "client/console/plain/replay.hpp"
#include "tests/support/replays.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace jaipur::client::test {

using namespace plain;
using namespace replay;
using jaipur::test::has;

namespace {

struct Reader {
    explicit Reader(const protocol::Replay& replay)
        : frontend(ReplayPlayer(replay),
                   [this](std::string_view line) { said.emplace_back(line); }) {
        frontend.begin();
    }

    // The answer to a typed line.
    std::string hear(std::string_view typed) {
        said.clear();
        frontend.line(typed);
        return all();
    }

    std::string all() const {
        std::string text;
        for (const std::string& line : said)
            text += line + "\n";
        return text;
    }

    std::vector<std::string> said;
    PlainReplay frontend;
};

protocol::Replay some_replay() {
    for (std::uint64_t seed = 1;; ++seed) {
        protocol::Replay replay = jaipur::test::played_replay(seed);
        if (replay.rounds.size() == 2)
            return replay;
    }
}

} // namespace

TEST_CASE("a replay begins with the players, the check and the first deal") {
    const protocol::Replay replay = some_replay();
    const Reader reader(replay);
    REQUIRE(reader.said.size() > 6);
    CHECK(has(reader.said[0], protocol::hex(replay.match)));
    CHECK(has(reader.said[0], "Replay of Asha against Ben, room "));
    CHECK(has(reader.said[1], "This match was checked: "));
    CHECK(has(reader.all(), "Round 1 of 2, move 0 of "));
    CHECK(has(reader.all(), "Round 1 begins."));
    CHECK(has(reader.all(), "Asha's hand: "));
    CHECK(has(reader.all(), "Ben's hand: "));
    CHECK(has(reader.all(), "Market: camel, camel, camel, "));
    CHECK(has(reader.all(), "'s turn."));
    CHECK(has(reader.all(), "help"));
}

TEST_CASE("a failed check is reported first") {
    protocol::Replay replay = some_replay();
    replay.proof.server_seed[0] ^= 1;
    const Reader reader(replay);
    CHECK(has(reader.said[1], "IS NOT VALID"));
    CHECK(has(reader.said[2], "server's seed"));
}

TEST_CASE("typed commands step through a replay") {
    Reader reader(some_replay());
    const std::string step = reader.hear("next");
    CHECK(has(step, "Round 1 of 2, move 1 of "));
    CHECK(step.find("Round 1 of 2") > 0); // what happened comes first
    CHECK(has(reader.hear("n"), "move 2 of "));
    CHECK(has(reader.hear(" BACK "), "move 1 of "));
    CHECK(has(reader.hear("first"), "move 0 of "));
    CHECK(has(reader.hear("back"), "This is the beginning."));
    CHECK(has(reader.hear("first"), "This is the beginning."));
    CHECK(has(reader.hear("round 2"), "Round 2 begins."));
    CHECK(has(reader.hear("go 3"), "Round 1 of 2, move 3 of "));
    const std::string end = reader.hear("last");
    CHECK(has(end, "Round 2 is over"));
    CHECK(has(end, " the match, "));
    CHECK(has(end, "own trader!"));
    CHECK_FALSE(has(end, "turn."));
    CHECK(has(reader.hear("next"), "That was the end."));
    CHECK(has(reader.hear("last"), "This is the end."));
}

TEST_CASE("a replay describes its position when asked") {
    Reader reader(some_replay());
    reader.hear("go 9");
    CHECK(has(reader.hear("hands"), "Asha's hand: "));
    CHECK(has(reader.hear("hands"), "Camels: "));
    CHECK(has(reader.hear("market"), "Market: "));
    CHECK(has(reader.hear("market"), "Deck: "));
    CHECK(has(reader.hear("score"), "Asha has "));
    CHECK_FALSE(has(reader.hear("score"), "hidden"));
    CHECK(has(reader.hear("tokens"), "Tokens for diamond: "));
    CHECK(has(reader.hear("where"), "move 9 of "));
    CHECK(has(reader.hear("check"), "This match was checked: "));
    CHECK(has(reader.hear("help"), "round 2: the deal of the second round"));
    CHECK(reader.hear("") == "");
}

TEST_CASE("unknown commands and wrong numbers are answered in words") {
    Reader reader(some_replay());
    CHECK(has(reader.hear("dance"), "Unknown command \"dance\". Type help"));
    CHECK(has(reader.hear("\x1b[2J"), "\\u{001B}"));
    for (const char* wrong :
         {"round", "round 0", "round 3", "round x", "round -1", "round 99999999999999999999"})
        CHECK(has(reader.hear(wrong), "Type a round from 1 to 2."));
    for (const char* wrong : {"go", "go x", "go -1", "go 100000", "go 4294967297"})
        CHECK(has(reader.hear(wrong), "Type a move from 1 to "));
    CHECK(has(reader.hear("where"), "move 0 of "));
    CHECK_FALSE(reader.frontend.ended());
    reader.hear("quit");
    CHECK(reader.frontend.ended());
}

TEST_CASE("an illegal replay says so where it ends") {
    protocol::Replay replay = some_replay();
    replay.actions[2].action = Take{Card::Camel};
    Reader reader(replay);
    const std::string end = reader.hear("last");
    CHECK(has(end, "move 2 of 2."));
    CHECK(has(end, "breaks the rules"));
    CHECK_FALSE(has(end, "turn."));
}

} // namespace jaipur::client::test
