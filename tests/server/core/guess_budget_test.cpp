// How many guesses addresses and networks have, and what is remembered of them.
#include "server/core/guess_budget.hpp"

#include <doctest/doctest.h>

namespace jaipur::server::core {

using namespace std::chrono_literals;

TEST_CASE("each level of networks has its own budget, and half of it is for slow lanes") {
    const Limits limits;
    GuessBudget budget(limits);
    const Time now{};
    const auto fast = [&](std::uint64_t step, std::uint64_t addresses) {
        int count = 0;
        for (std::uint64_t i = 0; i < addresses; ++i)
            count += budget.take({Address::Kind::V6, 0x20010db8'00010000 + i * step}, now) ? 1 : 0;
        return count;
    };
    CHECK(fast(1, 256) == 38);        // the /64s of a /56 share 75 at once, 37 of which are kept
    CHECK(fast(256, 256) == 45 - 38); // the /56s of a /48 share 90
    CHECK(fast(1 << 16, 1000) == 900 - 45); // the server has 1800
    CHECK_FALSE(budget.take({Address::Kind::V4, 1}, now));
    int slow = 0;
    while (budget.take_slowly({Address::Kind::V4, 1}, now))
        ++slow;
    CHECK(slow == 40);
}

TEST_CASE("a network that has used up its slow guesses is told so at once") {
    const Limits limits;
    GuessBudget budget(limits);
    const auto v6 = [](std::uint64_t subnet) {
        return Address{Address::Kind::V6, 0x20010db8'00010000 + subnet};
    };
    const auto may_guess = [&](const Address& from) {
        return budget.may_guess_slowly(from, false, {});
    };
    const auto use_up = [&](std::uint64_t subnet) {
        std::uint64_t count = 0;
        while (budget.take_slowly(v6(subnet + count), {}))
            ++count;
        return count;
    };
    CHECK(use_up(0) == 75); // a /56
    CHECK_FALSE(may_guess(v6(100)));
    CHECK(may_guess(v6(256)));
    CHECK(use_up(256) == 90 - 75); // the /48
    CHECK_FALSE(may_guess(v6(512)));
    CHECK(may_guess(v6(1 << 16)));
    CHECK(may_guess({Address::Kind::V4, v6(100).network}));
}

TEST_CASE("an address keeps ten slow guesses for sessions without wrong guesses") {
    const Limits limits;
    GuessBudget budget(limits);
    const Address from{Address::Kind::V4, 1};
    const auto take = [&](bool had_wrong_guess) {
        int count = 0;
        for (; budget.may_guess_slowly(from, had_wrong_guess, {}); ++count)
            REQUIRE(budget.take_slowly(from, {}));
        return count;
    };
    CHECK(take(true) == 30);
    CHECK(take(false) == 10);
    CHECK_FALSE(budget.take_slowly(from, {}));
}

TEST_CASE("a wrong guess is remembered of its address, and of an IPv6 address's /48") {
    const Limits limits;
    GuessBudget budget(limits);
    const Address v6{Address::Kind::V6, 0x20010db8'00010001}, v4{Address::Kind::V4, 7};
    const Time now{1s};
    for (const Address& from : {v6, v4})
        budget.wrong(*budget.take(from, now), now);
    const Address near{Address::Kind::V6, 0x20010db8'0001ff00};
    const Address far{Address::Kind::V6, 0x20010db8'00020001};
    CHECK(budget.last_wrong(v6) == now);
    CHECK(budget.last_wrong(near) == Time{});
    CHECK(budget.last_wrong_of_network(near) == now);
    CHECK(budget.last_wrong_of_network(far) == Time{});
    CHECK(budget.last_wrong_of_network(v4) == now);
    CHECK(budget.last_wrong_of_network({Address::Kind::V4, 6}) == Time{});
    CHECK(budget.size() == 2 + 1 + 1); // addresses, a /56, a /48
}

TEST_CASE("a guess counts as the latest wrong one until it is checked") {
    const Limits limits;
    GuessBudget budget(limits);
    const Address v6{Address::Kind::V6, 0x20010db8'00010001}, v4{Address::Kind::V4, 7};
    const Address near{Address::Kind::V6, 0x20010db8'0001ff00};
    const Time now{1s};
    for (const Address& from : {v6, v4}) {
        const auto fast = budget.take(from, now);
        const auto slow = budget.take_slowly(from, now);
        CHECK(budget.last_wrong(from) == Time::max());
        CHECK(budget.last_wrong_of_network(from) == Time::max());
        budget.give_back(*fast, now);
        CHECK(budget.last_wrong_of_network(from) == Time::max());
        budget.wrong(*slow, now);
        CHECK(budget.last_wrong(from) == now);
        budget.give_back(*budget.take(from, now + 1s), now + 1s);
        CHECK(budget.last_wrong_of_network(from) == now);
    }
    CHECK(budget.last_wrong_of_network(near) == now);
    budget.take(v6, now);
    CHECK(budget.last_wrong_of_network(near) == Time::max());
}

TEST_CASE("a guess that the server's budget refuses costs its address nothing") {
    Limits limits;
    limits.wrong_joins_in_total = 20; // one in three minutes
    GuessBudget budget(limits);
    const Address early{Address::Kind::V4, 1}, late{Address::Kind::V4, 2};
    for (int i = 0; i < 10; ++i) // the other half is for slow lanes
        REQUIRE(budget.take(early, {}));
    for (int i = 0; i < 20; ++i)
        CHECK_FALSE(budget.take(late, {}));
    CHECK(budget.take(late, Time{4min})); // its window of ten minutes isn't over
}

TEST_CASE("a budget of one guess in an hour is one guess") {
    Limits limits;
    limits.wrong_joins_in_total = 1;
    GuessBudget budget(limits);
    const Address from{Address::Kind::V4, 1};
    CHECK(budget.take(from, {}));
    CHECK_FALSE(budget.take(from, {}));
    CHECK_FALSE(budget.take_slowly(from, Time{59min}));
    CHECK(budget.take_slowly(from, Time{60min}));
}

TEST_CASE("an address that has guessed isn't forgotten, however many others come") {
    const Limits limits;
    GuessBudget budget(limits);
    const Address from{Address::Kind::V4, 1};
    for (int i = 0; i < 10; ++i)
        REQUIRE(budget.take(from, {}));
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Address other{Address::Kind::V4, 1000 + i};
        budget.give_back(*budget.take(other, {}), {});
    }
    CHECK(budget.size() < 300); // those with nothing to remember are
    CHECK_FALSE(budget.take(from, {}));
}

TEST_CASE("a right guess costs nothing") {
    const Limits limits;
    GuessBudget budget(limits);
    Time now{};
    const Address from{Address::Kind::V6, 1};
    for (int i = 0; i < 1000; ++i, now += 1s) {
        const auto fast = budget.take(from, now), slow = budget.take_slowly(from, now);
        REQUIRE(fast);
        REQUIRE(slow);
        budget.give_back(*fast, now);
        budget.give_back(*slow, now);
    }
    int count = 0;
    while (const auto pass = budget.take(from, now))
        ++count;
    CHECK(count == 10);
}

TEST_CASE("0 lifts the limits on wrong guesses") {
    Limits limits;
    limits.wrong_joins_per_56 = limits.wrong_joins_per_48 = limits.wrong_joins_in_total = 0;
    GuessBudget by_address(limits);
    limits.wrong_joins = 0;
    GuessBudget none(limits);
    for (std::uint64_t i = 0; i < 10000; ++i) {
        REQUIRE(by_address.take({Address::Kind::V6, i}, {}));
        REQUIRE(none.take({}, {}));
        REQUIRE(none.may_guess_slowly({}, true, {}));
        REQUIRE(none.take_slowly({}, {}));
    }
    const GuessPass pass = *none.take({}, {});
    none.wrong(pass, {});
    none.give_back(pass, {});
    CHECK(none.size() == 0);
}

TEST_CASE("addresses and networks with nothing to remember are forgotten") {
    const Limits limits;
    GuessBudget budget(limits);
    Time now{};
    for (std::uint64_t i = 0; i < 20000; ++i, now += 10s)
        if (const auto pass = budget.take({Address::Kind::V6, i << 16}, now))
            budget.wrong(*pass, now);
    CHECK(budget.size() < 3 * 2048);
}

TEST_CASE("one wrong guess in ten minutes is a limit, too") {
    Limits limits;
    limits.wrong_joins = 1;
    GuessBudget budget(limits);
    const Address from{Address::Kind::V4, 1};
    CHECK(budget.take(from, {}));
    CHECK_FALSE(budget.take(from, {}));
}

TEST_CASE("slow guesses aren't forgotten, however many others come") {
    const Limits limits;
    GuessBudget budget(limits);
    const Address from{Address::Kind::V4, 1};
    for (int i = 0; i < 40; ++i)
        REQUIRE(budget.take_slowly(from, {}));
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Address other{Address::Kind::V4, 1000 + i};
        budget.give_back(*budget.take(other, {}), {});
    }
    CHECK_FALSE(budget.take_slowly(from, {}));
}

TEST_CASE("slow guesses that were wrong long ago aren't forgotten, however many others come") {
    const Limits limits;
    GuessBudget budget(limits);
    const Address from{Address::Kind::V4, 1};
    for (int i = 0; i < 40; ++i)
        budget.wrong(*budget.take_slowly(from, {}), {});
    const Time later{1h + 1s}; // 15 more are allowed
    for (std::uint64_t i = 0; i < 300; ++i) {
        const Address other{Address::Kind::V4, 1000 + i};
        budget.give_back(*budget.take(other, later), later);
    }
    for (int i = 0; i < 15; ++i)
        CHECK(budget.take_slowly(from, later));
    CHECK_FALSE(budget.take_slowly(from, later));
}

TEST_CASE("beyond 10,000 addresses or networks at once, the server forgets some early") {
    Limits limits;
    limits.wrong_joins_in_total = 0;
    GuessBudget budget(limits);
    for (std::uint64_t i = 1; i <= 20'000; ++i)
        budget.wrong(*budget.take({Address::Kind::V6, i << 16}, {}), {});
    CHECK(budget.size() == 3 * 13'616); // twice halved: at 16,384
}

} // namespace jaipur::server::core
