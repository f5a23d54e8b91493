// The slow lane: the order of its turns, and which guesses it refuses.
#include "server/core/guess_budget.hpp"
#include "server/core/guess_lane.hpp"

#include <doctest/doctest.h>

namespace jaipur::server::core {

using namespace std::chrono_literals;

TEST_CASE("an address guesses once in half a second, sessions without wrong guesses first") {
    const Limits limits;
    GuessBudget budget(limits);
    GuessLane lane;
    const Address from{Address::Kind::V4, 1};
    for (SessionId session = 1; session <= 4; ++session)
        CHECK_FALSE(lane.add({session, from, session != 3}, {}, budget));
    CHECK(lane.add({5, from, true}, {}, budget) == SessionId{5});
    CHECK(lane.add({6, from, false}, {}, budget) == SessionId{4});
    lane.remove(1);
    CHECK(lane.deadline() == Time{500ms});
    CHECK_FALSE(lane.next(Time{499ms}, budget));
    for (const SessionId session : {SessionId{3}, SessionId{6}, SessionId{2}}) {
        const auto turn = lane.next(*lane.deadline(), budget);
        REQUIRE(turn);
        CHECK(turn->session == session);
        CHECK(turn->pass);
        CHECK_FALSE(lane.next(turn->pass->at, budget));
    }
    CHECK_FALSE(lane.deadline());
    CHECK_FALSE(lane.add({7, from, true}, {}, budget)); // sent before the others' turns
    CHECK(lane.deadline() == Time{2000ms});
}

TEST_CASE("while the server's budget is used up, networks without wrong guesses go first") {
    Limits limits;
    limits.wrong_joins_in_total = 3600; // one a second
    GuessBudget budget(limits);
    GuessLane lane;
    Time now{1s};
    const auto from = [](std::uint64_t i) { return Address{Address::Kind::V4, i}; };
    for (std::uint64_t i = 0; const auto pass = budget.take_slowly(from(i), now); ++i)
        budget.wrong(*pass, now);
    now += 2s; // what networks with one wrong guess leave
    budget.wrong({from(1), now, GuessPass::Lane::Slow}, now);
    CHECK_FALSE(lane.add({1, from(1), false}, now, budget));
    CHECK_FALSE(lane.add({2, from(2), false}, now, budget));
    CHECK_FALSE(lane.add({3, from(1000000), false}, now, budget));
    const auto next = [&] {
        for (;;) {
            now = *lane.deadline();
            if (const auto turn = lane.next(now, budget))
                return turn->pass ? turn->session : 0;
        }
    };
    CHECK(next() == 3); // never wrong
    CHECK(next() == 2); // the others take turns
    CHECK(next() == 1);
    // Nobody waits forever.
    for (SessionId session = 11; session <= 20; ++session)
        CHECK_FALSE(lane.add({session, from(session), false}, now, budget));
    int let_in = 0;
    while (lane.deadline())
        let_in += next() != 0 ? 1 : 0;
    CHECK(let_in >= 3);
    CHECK(let_in <= 4);
}

TEST_CASE("if too many wait, the newest of the network with most is refused") {
    const Limits limits;
    GuessBudget budget(limits);
    GuessLane lane;
    const auto in_48 = [](std::uint64_t i) { return Address{Address::Kind::V6, 1 << 16 | i}; };
    for (SessionId session = 1; session <= 255; ++session)
        CHECK_FALSE(lane.add({session, in_48(session), false}, {}, budget));
    CHECK_FALSE(lane.add({256, {Address::Kind::V4, 1}, false}, {}, budget));
    CHECK(lane.add({257, {Address::Kind::V4, 2}, false}, {}, budget) == SessionId{255});
    CHECK(lane.add({258, in_48(1000), false}, {}, budget) == SessionId{258});
}

TEST_CASE("if all networks have one waiting, the one that guessed wrong last is refused") {
    const Limits limits;
    GuessBudget budget(limits);
    GuessLane lane;
    const auto from = [](std::uint64_t i) { return Address{Address::Kind::V4, i}; };
    budget.wrong(*budget.take(from(1), {}), Time{1s});
    for (SessionId session = 1; session <= 256; ++session)
        CHECK_FALSE(lane.add({session, from(session), false}, {}, budget));
    CHECK(lane.add({257, from(257), false}, {}, budget) == SessionId{1});
}

TEST_CASE("of one address's sessions, one with a wrong guess is refused, even the oldest") {
    const Limits limits;
    GuessBudget budget(limits);
    GuessLane lane;
    const Address from{Address::Kind::V4, 1};
    for (SessionId session = 1; session <= 4; ++session)
        CHECK_FALSE(lane.add({session, from, session == 1}, {}, budget));
    CHECK(lane.add({5, from, false}, {}, budget) == SessionId{1});
    CHECK(lane.add({6, from, false}, {}, budget) == SessionId{6});
}

} // namespace jaipur::server::core
