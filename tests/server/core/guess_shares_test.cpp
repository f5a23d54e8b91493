// How addresses share the wrong guesses of their networks and of the server, in simulated time.
#include "server/core/guess_budget.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <functional>

namespace jaipur::server::core {

namespace {

using namespace std::chrono_literals;
using AddressOf = std::function<Address(std::uint64_t)>;

enum class OnNewSessions : bool { No, Yes };

// Whether an address always has a guess left, after each of the attackers' turns in three hours.
// They guess whenever they may, fast or slowly; first one of them as often as it can, then the
// next.
bool always_left(const Address& newcomer, int mistyped, const AddressOf& attacker,
                 std::uint64_t attackers, OnNewSessions on_new_sessions = OnNewSessions::Yes) {
    const Limits limits;
    GuessBudget budget(limits);
    while (mistyped-- > 0)
        budget.wrong(*budget.take(newcomer, {}), {});
    const auto guess = [&](const Address& from, Time now) {
        auto pass = budget.take(from, now);
        if (!pass && budget.may_guess_slowly(from, on_new_sessions == OnNewSessions::No, now))
            pass = budget.take_slowly(from, now);
        if (pass)
            budget.wrong(*pass, now);
        return pass.has_value();
    };
    for (Time now{}; now < Time{3h}; now += 2s) {
        for (std::uint64_t i = 0; i < attackers; ++i)
            while (guess(attacker(i), now))
                ;
        const auto pass = budget.take_slowly(newcomer, now);
        if (!pass || !budget.may_guess_slowly(newcomer, false, now))
            return false;
        budget.give_back(*pass, now);
    }
    return true;
}

} // namespace

TEST_CASE("P24: a few addresses can't use up the guesses of their network or the server") {
    const auto v6 = [](std::uint64_t subnet) {
        return Address{Address::Kind::V6, 0x20010db8'00010000 + subnet};
    };
    const AddressOf in_48 = [&](std::uint64_t i) { return v6(i * 257); };
    const AddressOf in_56 = [&](std::uint64_t i) { return v6(0x8000 + i); };
    const AddressOf v4 = [](std::uint64_t i) { return Address{Address::Kind::V4, i * 7919}; };
    const Address newcomer = v6(0x80ff), far{Address::Kind::V4, 1};
    for (const AddressOf& near : {in_48, in_56}) {
        for (const std::uint64_t attackers : {1U, 3U, 5U})
            CHECK(always_left(newcomer, 0, near, attackers));
        CHECK(always_left(newcomer, 1, near, 4));
        CHECK(always_left(newcomer, 3, near, 2));
    }
    CHECK(always_left(far, 3, v4, 40));
    const AddressOf same_v6 = [&](std::uint64_t) { return newcomer; };
    const AddressOf same_v4 = [&](std::uint64_t) { return far; };
    CHECK(always_left(newcomer, 0, same_v6, 1, OnNewSessions::No));
    CHECK(always_left(far, 0, same_v4, 1, OnNewSessions::No));
    jaipur::test::proved(
        "P24", "shares of wrong guesses",
        "5 /64s of a /56 or /48, or 40 IPv4 addresses, guessed for 3 hours: at any "
        "time, another address had a guess left");
}

TEST_CASE("the more wrong guesses an address made in the last hour, the more it leaves") {
    const Limits limits;
    GuessBudget budget(limits);
    const auto guesses = [&](std::uint64_t subnet, Time now) {
        const Address from{Address::Kind::V6, 0x20010db8'00010000 + (subnet << 8)};
        int count = 0;
        for (; budget.may_guess_slowly(from, false, now); ++count)
            budget.wrong(*budget.take_slowly(from, now), now);
        CHECK_FALSE(budget.take_slowly(from, now));
        return count;
    };
    CHECK(guesses(1, {}) == 40); // all that an address has
    CHECK(guesses(2, {}) == 28); // a quarter of 90 is left
    CHECK(guesses(3, {}) == 8);  // 14 are left, fewer than 2 * 8
    CHECK(guesses(2, {}) == 0);
    CHECK(guesses(4, {}) == 5);
    CHECK(guesses(2, Time{59min}) == 26);
    CHECK(guesses(3, Time{1h}) == 40); // forgotten
}

} // namespace jaipur::server::core
