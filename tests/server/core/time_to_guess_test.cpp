// How long strangers take to find a room, in simulated time.
#include "protocol/limits.hpp"
#include "server/core/guess_budget.hpp"
#include "server/core/guess_lane.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <sstream>
#include <string>

namespace jaipur::server::core {

namespace {

using namespace std::chrono_literals;
using AddressOf = std::function<Address(std::uint64_t)>;

constexpr double open_rooms = 1000;
constexpr double hours_per_day = 24;

// Guesses, each of another code, until one is right: on average.
double guesses_needed() {
    const double codes =
        std::pow(double{protocol::room_code_alphabet.size()}, double{protocol::room_code_length});
    return (codes + 1) / (open_rooms + 1);
}

// How many wrong guesses get checked in this time, if every address asks whenever it can: fast,
// and in the slow lane on sessions without wrong guesses.
double checked(const AddressOf& address_of, std::uint64_t addresses, milliseconds time,
               milliseconds step) {
    const Limits limits;
    GuessBudget budget(limits);
    GuessLane lane;
    std::uint64_t count = 0, from = 0;
    SessionId session = 0;
    for (Time now{}; now.time_since_epoch() < time; now += step) {
        for (int refused = 0; refused < 8; from = (from + 1) % addresses)
            if (const auto pass = budget.take(address_of(from), now)) {
                budget.wrong(*pass, now);
                ++count;
            } else {
                ++refused;
                lane.add({++session, address_of(from), false}, now, budget);
            }
        while (const auto turn = lane.next(now, budget))
            if (turn->pass) {
                budget.wrong(*turn->pass, now);
                ++count;
            }
    }
    return static_cast<double>(count);
}

// The same for half the time and all of it: what is added is no longer a burst.
double days_to_find(const AddressOf& address_of, std::uint64_t addresses, milliseconds time,
                    milliseconds step) {
    const double all = checked(address_of, addresses, time, step);
    const double half = checked(address_of, addresses, time / 2, step);
    const double per_hour = (all - half) / (std::chrono::duration<double>(time / 2) / 1h);
    CHECK(per_hour > 0);
    return (guesses_needed() - all) / per_hour / hours_per_day;
}

} // namespace

TEST_CASE(
    "P23: finding a room takes a year for a /48, weeks for a /32 or ten thousand IPv4 addresses") {
    const AddressOf in_48 = [](std::uint64_t i) {
        return Address{Address::Kind::V6, 0x20010db8'00010000 + i};
    };
    const AddressOf in_32 = [](std::uint64_t i) {
        return Address{Address::Kind::V6, 0x20010db8'00000000 + (i << 16)};
    };
    const AddressOf v4 = [](std::uint64_t i) { return Address{Address::Kind::V4, i * 7919}; };
    const double one = days_to_find(v4, 1, 6h, 1s);
    const double site = days_to_find(in_48, 65536, 6h, 1s);
    const double provider = days_to_find(in_32, 65536, 90min, 500ms);
    const double botnet = days_to_find(v4, 10000, 90min, 500ms);
    CHECK(one > 365);
    CHECK(site > 365);
    CHECK(provider > 3 * 7);
    CHECK(botnet > 3 * 7);
    std::ostringstream told;
    told << "1,000 rooms: one IPv4 address " << std::floor(one) << " days, a /48 "
         << std::floor(site) << ", a /32 " << std::floor(provider) << ", 10,000 IPv4 addresses "
         << std::floor(botnet);
    MESSAGE(told.str());
    jaipur::test::proved("P23", "simulated guessers", told.str());
}

} // namespace jaipur::server::core
