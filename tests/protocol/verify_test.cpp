// Honest replays are consistent; a changed one is not.
#include "protocol/codec.hpp"
#include "protocol/verify.hpp"
#include "tests/protocol/json_changes.hpp"
#include "tests/protocol/random_messages.hpp"
#include "tests/support/replays.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using nlohmann::ordered_json;
using test::all_endings;
using test::Ending;
using test::played_replay;
using test::rich_replay;

TEST_CASE("every honest replay verifies, however the match ended") {
    int contributed = 0, drawn = 0;
    for (const Ending ending : all_endings)
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            CAPTURE(seed);
            const Replay replay = played_replay(seed, ending);
            const Verification found = verify(replay);
            CHECK(test::lines(found.faults) == "");
            CHECK(found.more_faults == 0);
            CHECK(found.actions == replay.actions.size());
            CHECK(found.rounds == replay.rounds.size());
            contributed += found.contributed[Seat::Zero] ? 1 : 0;
            drawn += found.starter_drawn ? 1 : 0;
        }
    CHECK(contributed > 100);
    CHECK(drawn > 200);
    CHECK(drawn < 420); // some are rematches
}

TEST_CASE("an end from outside the rules must be possible") {
    const auto faults = [](Ending ending, const std::function<void(Replay&)>& spoil) {
        for (std::uint64_t seed = 1;; ++seed) {
            Replay replay = played_replay(seed, ending);
            if (replay.result.reason == EndReason::Seals)
                continue;
            spoil(replay);
            return test::lines(verify(replay).faults);
        }
    };
    const auto has = [](const std::string& text, std::string_view part) {
        CAPTURE(text);
        CHECK(text.find(part) != std::string::npos);
    };
    has(faults(Ending::Resigned, [](Replay& r) { r.result.winner.reset(); }), "must have a winner");
    has(faults(Ending::Claimed, [](Replay& r) { r.result.winner.reset(); }), "must have a winner");
    has(faults(Ending::Abandoned, [](Replay& r) { r.result.winner = Seat::One; }),
        "can't have a winner");
    has(faults(Ending::Timeout, [](Replay& r) { r.options.clock.reset(); }), "without a clock");
    has(faults(Ending::Timeout, [](Replay& r) { r.result.winner = other(*r.result.winner); }),
        "was not to move");
    has(faults(Ending::ResignedBetween,
               [](Replay& r) {
                   r.options.clock = ClockOptions{60, 0};
                   r.result.reason = EndReason::Timeout;
               }),
        "between two rounds");
    has(faults(Ending::Resigned, [](Replay& r) { r.result.reason = EndReason::Seals; }),
        "actions are missing");
    has(faults(Ending::Resigned, [](Replay& r) { r.rounds.pop_back(); }), "rounds that have ended");
    // Then the player resigned between the rounds, which is possible too.
    CHECK(faults(Ending::ResignedAtOnce, [](Replay& r) { r.rounds.pop_back(); }) == "");
    has(faults(Ending::Resigned, [](Replay& r) { r.rounds.back().winner = Seat::Zero; }), "winner");
    has(faults(Ending::Resigned, [](Replay& r) { r.actions.pop_back(); }), "round");
}

// What rules and proof don't cover: names, times, options that don't affect cards.
bool is_the_servers_word(const std::string& place) {
    for (const char* free :
         {"/room", "/names", "/options/public", "/options/has_password", "/options/spectators",
          "/options/delay", "/options/grace", "/options/clock"})
        if (place.starts_with(free))
            return true;
    return place.ends_with("/at");
}

// Some of the actions are enough.
bool is_skipped(const ordered_json::json_pointer& place) {
    const std::string text = place.to_string();
    constexpr std::string_view actions = "/actions/";
    return text.starts_with(actions) && std::atoi(text.c_str() + actions.size()) % 8 != 1;
}

TEST_CASE("any changed value in a replay is refused or found") {
    const Replay honest = rich_replay();
    const auto good = ordered_json::parse(encode(honest));
    int refused = 0, found = 0;
    test::for_each_value(good, [&](const ordered_json::json_pointer& place) {
        if (is_skipped(place))
            return;
        const ordered_json& value = good[place];
        std::vector<ordered_json> others{nullptr, true, "x", 3, ordered_json::array()};
        if (value.is_number())
            others.insert(others.end(),
                          {value.get<std::int64_t>() + 1, value.get<std::int64_t>() - 1});
        if (value.is_string() && value.get<std::string>().size() > 1) {
            std::string text = value;
            text[0] = text[0] == '1' ? '2' : '1';
            others.emplace_back(text);
        }
        for (const char* word : {"gold", "camel", "leather", "tokens", "deck", "resigned"})
            others.emplace_back(word);
        for (const ordered_json& other : others) {
            if (other == value || is_the_servers_word(place.to_string()))
                continue;
            ordered_json bad = good;
            bad[place] = other;
            const auto replay = decode_replay(bad.dump());
            if (!replay) {
                ++refused;
                continue;
            }
            CAPTURE(place.to_string());
            CAPTURE(other.dump());
            CHECK((*replay == honest || !verify(*replay).is_consistent()));
            ++found;
        }
    });
    CHECK(refused > 1000);
    CHECK(found > 200);
}

TEST_CASE("nonsensical replays are judged, with a limited number of faults") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Replay replay = test::RandomMessages(seed).replay();
        CHECK_FALSE(verify(replay).is_consistent());
    }
    Replay replay = rich_replay();
    for (int i = 0; i < 5000; ++i)
        replay.actions.push_back({7, Seat::Zero, Take{Card::Gold}, -i});
    const Verification found = verify(replay);
    CHECK(found.faults.size() == most_faults);
    CHECK(found.more_faults > 9000);
}

TEST_CASE("faults are constant texts that repeat nothing from the replay") {
    Replay replay = rich_replay();
    const std::string canary = "canary\x1b[2J";
    replay.room = canary;
    replay.names[Seat::Zero] = canary + std::string(20, 'x');
    replay.proof.version = canary;
    replay.proof.params = canary;
    const std::string found = test::lines(verify(replay).faults);
    CHECK(found.size() > 50);
    CHECK(found.find("canary") == std::string::npos);
}
