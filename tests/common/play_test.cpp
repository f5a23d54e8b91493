// Random rounds and matches, with every state inspected.
//
// Rounds: 8,000 in optimized builds, 30,000 in the long form, and 300 in debug builds
// (JAIPUR_THOROUGH in CMakeLists.txt); the environment variable JAIPUR_ROUNDS sets another number.
// A failure names the round; the same round is played again whatever the number.
#include "common/match.hpp"
#include "common/scoring.hpp"
#include "tests/common/inspector.hpp"
#include "tests/support/deals.hpp"
#include "tests/support/invariants.hpp"
#include "tests/support/players.hpp"
#include "tests/support/proof.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace jaipur;
using namespace jaipur::test;

namespace {

std::size_t rounds_to_play() {
    const char* wanted = std::getenv("JAIPUR_ROUNDS");
    return wanted            ? std::strtoul(wanted, nullptr, 10)
           : JAIPUR_THOROUGH ? quick_or_long(6000, 30000)
                             : 300;
}

// One state in this many rounds is checked with every action of the universe, not only a slice.
constexpr std::size_t rounds_per_universe = 500;

// What must happen at some point; otherwise the test proves less than it seems to.
struct Seen {
    std::array<std::size_t, 3> ends{}; // by EndReason
    std::size_t rounds = 0, states = 0, drawn = 0, full_hands = 0, no_bonus_left = 0,
                fewer_tokens = 0, partial_refills = 0, exact_refills = 0;

    void add(const Seen& other) {
        for (std::size_t i = 0; i < ends.size(); ++i)
            ends[i] += other.ends[i];
        rounds += other.rounds;
        states += other.states;
        drawn += other.drawn;
        full_hands += other.full_hands;
        no_bonus_left += other.no_bonus_left;
        fewer_tokens += other.fewer_tokens;
        partial_refills += other.partial_refills;
        exact_refills += other.exact_refills;
    }

    void note(const State& state, const Event& event) {
        ++states;
        if (const auto* sold = std::get_if<Sold>(&event)) {
            count(no_bonus_left, sold->count >= 3 && !sold->bonus);
            count(fewer_tokens, sold->tokens.size() < sold->count);
        }
        if (const auto* took = std::get_if<TookCamels>(&event)) {
            count(partial_refills, !took->refill.empty() && took->refill.size() < took->count);
            count(exact_refills, !state.ended && deck_left(state) == 0);
        }
        count(full_hands, total(state.traders[other(state.turn)].hand) == 7);
    }

    void note_end(const State& state) {
        ++rounds;
        ++ends[static_cast<std::size_t>(*state.ended)];
        count(drawn, !score(state).winner);
    }

  private:
    static void count(std::size_t& times, bool happened) {
        if (happened)
            ++times;
    }
};

// Plays the round with this number. Returns the first contradiction, if any.
std::string play_round(std::size_t number, Inspector& inspector, Seen& seen) {
    Random random(number);
    State state = set_up(random_deal(random), random.pick(all_seats));
    const Habit habit = all_habits[number % all_habits.size()];
    std::vector<Action> actions;
    State sample = state; // any of the round's states
    for (std::size_t step = 1; !state.ended; ++step) {
        legal_actions(state, actions);
        if (std::string wrong = inspector.look(state, actions, random); !wrong.empty())
            return wrong;
        if (random.one_in(step))
            sample = state;
        const Seat seat = state.turn;
        const auto event = apply(state, seat, shuffled(random, choose(random, actions, habit)));
        if (!event)
            return "a listed action was refused";
        if (state.turn == seat)
            return "the turn did not pass";
        seen.note(state, *event);
    }
    legal_actions(state, actions);
    if (std::string wrong = inspector.look(state, actions, random); !wrong.empty())
        return wrong;
    seen.note_end(state);
    return number % rounds_per_universe == 0
               ? inspector.look_at_universe(sample)
               : inspector.look_at_slice(sample, number % Inspector::slices);
}

struct Findings {
    Seen seen;
    std::string wrong; // the first contradiction, with its round
};

// The rounds of one thread: `first`, `first` + `stride` ….
Findings play_rounds(std::size_t first, std::size_t stride, std::size_t count) {
    Inspector inspector;
    Findings outcome;
    for (std::size_t number = first; number < count && outcome.wrong.empty(); number += stride)
        if (std::string wrong = play_round(number, inspector, outcome.seen); !wrong.empty())
            outcome.wrong = "round " + std::to_string(number) + ": " + wrong;
    return outcome;
}

} // namespace

TEST_CASE(
    "R1 to R15a random rounds: every invariant in every state, R13 always a legal action, and "
    "legal_actions, legal_summary, check and apply agree") {
    const std::size_t count = rounds_to_play();
    const std::size_t threads = std::clamp(std::thread::hardware_concurrency(), 1u, 4u);
    std::vector<Findings> outcomes(threads);
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < threads; ++i)
        workers.emplace_back([&, i] { outcomes[i] = play_rounds(i, threads, count); });
    for (std::thread& worker : workers)
        worker.join();

    Seen seen;
    for (const Findings& outcome : outcomes) {
        CHECK(outcome.wrong == "");
        seen.add(outcome.seen);
    }
    CHECK(seen.rounds == count);
    MESSAGE(seen.rounds << " rounds, " << seen.states << " actions; ended by tokens "
                        << seen.ends[0] << ", deck " << seen.ends[1] << ", stalled " << seen.ends[2]
                        << "; drawn " << seen.drawn);
    if (count < 10000)
        return;
    for (std::size_t ends : seen.ends)
        CHECK(ends > 0);
    CHECK(seen.full_hands > 0);
    CHECK(seen.no_bonus_left > 0);
    CHECK(seen.fewer_tokens > 0);
    CHECK(seen.partial_refills > 0);
    CHECK(seen.exact_refills > 0);
    CHECK(seen.drawn > 0);
}

TEST_CASE("R16 to R18 random matches: seals, phases and results fit in every state") {
    Random random(1);
    std::vector<Action> actions;
    for (int number = 0; number < 300; ++number) {
        Match match;
        match.seals_to_win = static_cast<std::uint8_t>(1 + number % 3);
        Seat starter = random.pick(all_seats);
        while (match.phase != Phase::MatchOver) {
            REQUIRE(broken_invariant(match) == "");
            if (match.phase != Phase::Playing) {
                start_round(match, random_deal(random), starter);
                continue;
            }
            legal_actions(match.state, actions);
            const Habit habit = all_habits[match.round % all_habits.size()];
            REQUIRE(play(match, match.state.turn, choose(random, actions, habit)));
            if (match.phase == Phase::RoundOver)
                starter = next_starter(match);
        }
        REQUIRE(broken_invariant(match) == "");
        REQUIRE(match.result->winner.has_value());
        CHECK(rematch_starter(match) == other(*match.result->winner));
    }
}
