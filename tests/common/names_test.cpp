#include "common/phase.hpp"
#include "common/result.hpp"

#include <doctest/doctest.h>

using namespace jaipur;

TEST_CASE("phases and end reasons have the protocol's names") {
    CHECK(name(Phase::Waiting) == "waiting");
    CHECK(name(Phase::Playing) == "playing");
    CHECK(name(Phase::RoundOver) == "round_over");
    CHECK(name(Phase::MatchOver) == "match_over");
    CHECK(name(EndReason::Tokens) == "tokens");
    CHECK(name(EndReason::Deck) == "deck");
    CHECK(name(EndReason::Stalled) == "stalled");
    CHECK(name(EndReason::Seals) == "seals");
    CHECK(name(EndReason::Resigned) == "resigned");
    CHECK(name(EndReason::Timeout) == "timeout");
    CHECK(name(EndReason::Claimed) == "claimed");
    CHECK(name(EndReason::Abandoned) == "abandoned");
}
