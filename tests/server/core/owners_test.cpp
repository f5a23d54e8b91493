// Where other servers have slots.
#include "server/core/owners.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>
#include <string>

using namespace jaipur::server::core;
using namespace std::chrono_literals;

TEST_CASE("an owner has an address unless it is this server, unknown, or out of reach") {
    Slots mine;
    mine.insert('A');
    Owners owners("me", [&](Slot slot) { return mine.contains(slot); }, 10s);
    CHECK(owners.owns('A'));
    CHECK(owners.address_of('B') == std::nullopt); // nothing was seen yet
    owners.see({{{"me", false}, {"other", false}, {"silent", false}},
                {{'A', "me"}, {'B', "other"}, {'C', "silent"}, {'D', "dead"}}},
               {{"me", "10.0.0.1:7"}, {"other", "10.0.0.2:7"}}, Time{});
    CHECK_FALSE(owners.owns('B'));
    CHECK(owners.address_of('B') == "10.0.0.2:7");
    for (const Slot slot : {'A', 'C', 'D', 'E'})
        CHECK(owners.address_of(slot) == std::nullopt);
    CHECK(owners.others() == std::map<std::string, std::string>{{"other", "10.0.0.2:7"}});

    mine.insert('B'); // it came here since
    CHECK(owners.owns('B'));
    CHECK(owners.address_of('B') == std::nullopt);
    owners.see({{{"me", false}}, {{'B', "me"}}}, {{"me", "10.0.0.1:7"}}, Time{});
    CHECK(owners.others().empty());
}

TEST_CASE("a slot is abandoned once nobody has had it for longer than a takeover lasts") {
    Owners owners("me", [](Slot) { return false; }, 10s);
    const SlotHolders held{{{"me", false}}, {{'A', "me"}}}, free{{{"me", false}}, {}};
    int at = 1'000'000; // seconds
    const auto see = [&](const SlotHolders& seen, int seconds) {
        bool changed = false;
        for (int i = 0; i < seconds; ++i)
            changed = owners.see(seen, {}, Time(std::chrono::seconds(++at)));
        return changed;
    };
    see(held, 20);
    CHECK_FALSE(owners.is_abandoned('A'));
    CHECK(owners.is_abandoned('B'));
    see(free, 11);
    CHECK_FALSE(owners.is_abandoned('A'));
    CHECK(see(free, 1)); // requests that wait for it can go on
    CHECK(owners.is_abandoned('A'));
    see(held, 1);
    CHECK_FALSE(owners.is_abandoned('A'));
    see(free, 11);
    at += 6; // the database was away
    see(free, 11);
    CHECK_FALSE(owners.is_abandoned('A'));
    see(free, 1);
    CHECK(owners.is_abandoned('A'));
}

TEST_CASE("a slot is abandoned at once if others have long known that nobody can take it") {
    Owners owners("me", [](Slot) { return false; }, 10s);
    const SlotHolders held{{{"me", false}}, {{'A', "me"}}}, free{{{"me", false}}, {}};
    const Time now{1'000'000s};
    CHECK(owners.see(free, {}, now, {{'A', 10s}, {'B', 1h}}));
    CHECK_FALSE(owners.is_abandoned('A')); // a takeover may last longer
    CHECK(owners.is_abandoned('B'));
    CHECK_FALSE(owners.is_abandoned('C'));
    CHECK(owners.see(free, {}, now, {{'A', 10001ms}, {'B', 1h}}));
    CHECK(owners.is_abandoned('A'));
    CHECK(owners.see(held, {}, now, {{'B', 1h}})); // it has been repaired
    CHECK_FALSE(owners.is_abandoned('A'));
    CHECK(owners.see(free, {}, now));
    CHECK(owners.abandoned().empty());
}
