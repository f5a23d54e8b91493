// Viewing a replay: positions, and their descriptions.
#include "client/console/replay/replay_player.hpp"
#include "tests/client/speaking.hpp"
#include "tests/support/replays.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace jaipur::client::test {

using namespace replay;
using namespace words;

using jaipur::test::has;
using jaipur::test::played_replay;

namespace {

protocol::Replay three_rounds() {
    for (std::uint64_t seed = 1;; ++seed) {
        protocol::Replay replay = played_replay(seed);
        if (replay.rounds.size() == 3 && replay.proof.nonces[Seat::Zero] &&
            replay.proof.nonces[Seat::One])
            return replay;
    }
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

} // namespace

TEST_CASE("stepping back through a replay shows the same positions") {
    ReplayPlayer player(three_rounds());
    std::vector<std::size_t> forward{player.at()}, back;
    while (player.next())
        forward.push_back(player.at());
    CHECK(player.at() == player.last());
    CHECK(player.view().phase == Phase::MatchOver);
    back.push_back(player.at());
    while (player.back())
        back.push_back(player.at());
    std::reverse(back.begin(), back.end());
    CHECK(forward == back);
    CHECK(forward.size() == player.last() + 1);
    CHECK_FALSE(player.back());
    CHECK_FALSE(player.to_first());
    CHECK(player.to_last());
    CHECK_FALSE(player.to_last());
    CHECK_FALSE(player.next());
}

TEST_CASE("a replay can jump to rounds and actions by number") {
    ReplayPlayer player(three_rounds());
    for (const int round : {3, 2, 1}) {
        CHECK(player.to_round(round));
        CHECK(player.round() == round);
        CHECK(std::holds_alternative<RoundStarted>(player.view().events.front()));
    }
    CHECK_FALSE(player.to_round(0));
    CHECK_FALSE(player.to_round(4));
    CHECK_FALSE(player.to_round(-1));
    CHECK(player.round() == 1);

    const int actions = static_cast<int>(player.actions());
    for (int action = 1; action <= actions; ++action) {
        CHECK(player.to_action(action));
        CHECK(player.action() == static_cast<std::uint32_t>(action));
        CHECK_FALSE(std::holds_alternative<RoundStarted>(player.view().events.front()));
    }
    CHECK_FALSE(player.to_action(actions + 1));
    CHECK_FALSE(player.to_action(-1));
    CHECK(player.to_action(0));
    CHECK(player.at() == 0);
}

TEST_CASE("going back by rounds stops at the start of the current round first") {
    ReplayPlayer player(three_rounds());
    CHECK_FALSE(player.previous_round());
    player.next();
    player.next();
    CHECK(player.previous_round());
    CHECK(player.at() == 0);
    CHECK(player.next_round());
    CHECK(player.round() == 2);
    CHECK(player.next_round());
    CHECK(player.round() == 3);
    CHECK(player.next_round()); // no next round: goes to the end
    CHECK(player.at() == player.last());
    CHECK_FALSE(player.next_round());
    CHECK(player.previous_round());
    CHECK(player.round() == 3);
    CHECK(player.previous_round());
    CHECK(player.round() == 2);
}

TEST_CASE("fresh cards of the market are those that were not there before") {
    ReplayPlayer player(three_rounds());
    int fresh = 0;
    CHECK(player.fresh() == std::vector<bool>(5, false));
    for (auto before = player.view(); player.next(); before = player.view()) {
        const std::vector<bool> marks = player.fresh();
        REQUIRE(marks.size() == 5);
        for (std::size_t i = 0; i < 5; ++i) {
            const bool same_round = before.round == player.view().round;
            const auto& card = player.view().market[i];
            CHECK(marks[i] == (same_round && card && card != before.market[i]));
            fresh += marks[i] ? 1 : 0;
        }
    }
    CHECK(fresh > 20);
}

TEST_CASE("a replay's log ends at the position, from either direction") {
    ReplayPlayer player(three_rounds());
    player.to_round(2);
    for (int i = 0; i < 5; ++i)
        player.next();
    const auto log = player.model().log;
    REQUIRE_FALSE(log.empty());
    CHECK(log.back().text == player.news().back().text);
    player.to_last();
    CHECK(player.model().log.size() < 200);
    CHECK(has(player.model().log.back().text, "own trader!"));
    player.to_round(2);
    for (int i = 0; i < 5; ++i)
        player.next();
    const auto again = player.model().log;
    REQUIRE(again.size() == log.size());
    CHECK(std::equal(log.begin(), log.end(), again.begin(),
                     [](const LogLine& a, const LogLine& b) { return a.text == b.text; }));
}

TEST_CASE("the check is described in words, a failure first") {
    protocol::Replay replay = three_rounds();
    const ReplayPlayer good(replay);
    CHECK(has(joined(check_in_words(good)), "This match was checked: "));
    CHECK(has(joined(check_in_words(good)), "3 rounds dealt again"));
    CHECK(has(joined(check_in_words(good)), "Both players contributed to the shuffle."));

    replay.rounds[0].traders[Seat::Zero].rupees += 3;
    replay.result.winner = other(*replay.result.winner);
    const auto lines = check_in_words(ReplayPlayer(replay));
    REQUIRE(lines.size() == 3);
    CHECK(has(lines[0], "IS NOT VALID"));
    CHECK(has(lines[0], "2 faults"));
    CHECK(has(lines[1], "round 1, seat 0, rupees"));
    CHECK(has(lines[2], "winner of the match"));

    for (std::uint64_t seed = 1; seed < 40; ++seed) {
        const protocol::Replay some = played_replay(seed);
        const std::string words = joined(check_in_words(ReplayPlayer(some)));
        const bool zero = some.proof.nonces[Seat::Zero].has_value();
        const bool one = some.proof.nonces[Seat::One].has_value();
        CHECK(has(words, "the server alone chose the cards") == (!zero && !one));
        CHECK(has(words, "Asha and the server contributed") == (zero && !one));
        CHECK(has(words, "Ben and the server contributed") == (!zero && one));
    }
}

TEST_CASE("a replay's time starts at its first action") {
    protocol::Replay replay = three_rounds();
    ReplayPlayer player(replay);
    CHECK_FALSE(player.elapsed());
    player.next();
    CHECK(player.elapsed() == std::chrono::milliseconds(0));
    player.to_last();
    CHECK(player.elapsed() ==
          std::chrono::milliseconds(replay.actions.back().at - replay.actions.front().at));
    replay.actions.back().at = 0; // time runs backwards
    ReplayPlayer strange(replay);
    strange.to_last();
    CHECK_FALSE(strange.elapsed());
}

TEST_CASE("nothing in a replay can move the terminal's cursor") {
    protocol::Replay replay = three_rounds();
    replay.names = {{"\x1b[2J\xE2\x80\xAE", "a\xC2\x9B"}};
    replay.room = "\x1b]0;x\x07";
    ReplayPlayer player(replay);
    std::string all = joined(check_in_words(player)) + player.room() + position_in_words(player);
    do {
        for (const LogLine& line : player.news())
            all += line.text;
        const Model model = player.model();
        all += model.view->room + model.room->room + model.room->players[Seat::Zero]->name +
               model.room->players[Seat::One]->name + *model.room_code;
    } while (player.next());
    CHECK(has(all, "\\u{001B}[2J\\u{202E}"));
    for (const char* bad : {"\x1b", "\x07", "\xC2\x9B", "\xE2\x80\xAE"})
        CHECK_FALSE(has(all, bad));
}

TEST_CASE("a replay names a bot in the user's language") {
    protocol::Replay replay = three_rounds();
    replay.names = {{"Hard bot", "Easy bot"}};
    const Speaking german(Language::German);
    const auto named = [&](Seat seat) {
        return ReplayPlayer(replay).model().room->players[seat]->name;
    };
    CHECK(named(Seat::One) == "Easy bot"); // a person: takes part in the shuffle
    replay.proof.nonces = {};
    CHECK(named(Seat::One) == "Einfacher Bot");
    CHECK(named(Seat::Zero) == "Hard bot");
}

TEST_CASE("an illegal replay is shown as far as it is legal") {
    protocol::Replay replay = three_rounds();
    replay.actions[3].action = Take{Card::Camel};
    ReplayPlayer player(replay);
    CHECK_FALSE(player.whole());
    CHECK(player.actions() == 3);
    CHECK(player.to_last());
    CHECK_FALSE(player.to_action(4));
}

} // namespace jaipur::client::test
