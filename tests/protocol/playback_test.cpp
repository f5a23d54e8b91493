// Every position of a replay.
#include "protocol/observe.hpp"
#include "protocol/playback.hpp"
#include "tests/support/replays.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using test::all_endings;
using test::Ending;
using test::played_replay;

namespace {

template <class Kind>
std::size_t count(const Playback& playback) {
    std::size_t found = 0;
    for (const Position& position : playback.positions)
        for (const ObservedEvent& event : position.view.events)
            found += std::holds_alternative<Kind>(event) ? 1u : 0u;
    return found;
}

} // namespace

TEST_CASE("a playback has a position for each deal, each action and an end from outside") {
    for (const Ending ending : all_endings)
        for (std::uint64_t seed = 1; seed <= 30; ++seed) {
            CAPTURE(seed);
            const Replay replay = played_replay(seed, ending);
            const Playback playback = play_back(replay);
            CHECK(playback.whole);
            const auto& positions = playback.positions;
            const bool outside = replay.result.reason != EndReason::Seals;
            CHECK(count<RoundStarted>(playback) == replay.rounds.size());
            CHECK(count<RoundEnded>(playback) == replay.rounds.size());
            CHECK(count<MatchEnded>(playback) == 1);
            CHECK(positions.size() ==
                  replay.rounds.size() + replay.actions.size() + (outside ? 1 : 0));
            CHECK(positions.back().view.phase == Phase::MatchOver);
            CHECK(positions.back().view.result->rounds == replay.rounds);
            CHECK(positions.back().view.result->match == replay.result);
            CHECK(positions.back().view.result->proof == replay.proof);
        }
}

TEST_CASE("each position is the view that follows the one before, with both hands open") {
    const Replay replay = played_replay(4);
    const Playback playback = play_back(replay);
    std::uint32_t ply = 0;
    for (std::size_t i = 0; i < playback.positions.size(); ++i) {
        const Position& position = playback.positions[i];
        const View& view = position.view;
        CHECK(view.seq == i + 1);
        CHECK(view.room == replay.room);
        CHECK(view.match == replay.match);
        CHECK_FALSE(view.you);
        REQUIRE_FALSE(view.events.empty());
        if (position.at) {
            CHECK(*position.at == replay.actions[ply].at);
            ++ply;
        } else {
            CHECK(std::holds_alternative<RoundStarted>(view.events.front()));
        }
        CHECK(view.ply == ply);
        int in_hands = 0;
        for (const Seat seat : all_seats) {
            const ObservedTrader& trader = view.players[seat];
            REQUIRE(trader.hand);
            REQUIRE(trader.herd);
            CHECK(total(*trader.hand) == trader.hand_size);
            in_hands += trader.hand_size + *trader.herd;
            for (const ObservedBonus& bonus : trader.bonus_tokens)
                CHECK(bonus.value.has_value());
        }
        const auto in_market = std::ranges::count_if(
            view.market, [](const std::optional<Card>& card) { return card.has_value(); });
        CHECK(in_hands + in_market + view.deck + total(view.discard) == 55); // R1
    }
    CHECK(ply == replay.actions.size());
}

TEST_CASE("a replay shows bonus tokens with their values") {
    int seen = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        for (const Position& position : play_back(played_replay(seed)).positions)
            for (const ObservedEvent& event : position.view.events)
                if (const auto* sold = std::get_if<ObservedSold>(&event); sold && sold->bonus) {
                    CHECK(sold->bonus->value.has_value());
                    ++seen;
                }
    CHECK(seen > 10);
}

TEST_CASE("a playback ends before the first illegal action") {
    Replay replay = played_replay(7);
    const std::size_t good = replay.actions.size() / 2;
    replay.actions[good].seat = other(replay.actions[good].seat);
    const Playback playback = play_back(replay);
    CHECK_FALSE(playback.whole);
    CHECK(playback.positions.back().view.ply == good);
    const Playback whole = play_back(played_replay(7));
    REQUIRE(playback.positions.size() < whole.positions.size());
    CHECK(
        std::equal(playback.positions.begin(), playback.positions.end(), whole.positions.begin()));
}

TEST_CASE("a replay without an action shows the deal") {
    Replay replay = played_replay(3);
    replay.actions.clear();
    replay.rounds.clear();
    const Playback playback = play_back(replay);
    REQUIRE(playback.positions.size() == 1);
    CHECK(playback.positions[0].view.phase == Phase::Playing);
    CHECK(playback.positions[0].view.turn == replay.starter);
}
