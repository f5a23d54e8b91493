// Who should hold which slots.
#include "server/core/slot_plan.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

using namespace jaipur::server::core;
using jaipur::test::Random;

namespace {

std::size_t held(const SlotHolders& all, const std::string& name) {
    std::size_t count = 0;
    for (const auto& [slot, holder] : all.holders)
        count += holder == name ? 1U : 0U;
    return count;
}

// Every server does what it has planned, all by the same view. Returns how many slots were given
// up.
std::size_t step(SlotHolders& all) {
    const SlotHolders seen = all;
    std::size_t released = 0;
    bool somebody_acts = false;
    for (const auto& [name, drains] : seen.servers) {
        const SlotPlan plan = plan_slots(seen, name);
        somebody_acts = somebody_acts || !(plan == SlotPlan{});
        for (const Slot slot : plan.take) {
            REQUIRE(!all.holders.contains(slot)); // nobody else takes it
            all.holders[slot] = name;
        }
        for (const Slot slot : plan.release) {
            REQUIRE(seen.holders.at(slot) == name);
            all.holders.erase(slot);
            ++released;
        }
    }
    CHECK(are_spread(seen, {}) == !somebody_acts);
    return released;
}

void check_even(const SlotHolders& all) {
    std::size_t active = 0;
    for (const auto& [name, drains] : all.servers)
        active += drains ? 0U : 1U;
    CHECK(all.holders.size() == all_slots.size());
    for (const auto& [name, drains] : all.servers) {
        const std::size_t least = drains ? 0 : all_slots.size() / active;
        CHECK(held(all, name) >= least);
        CHECK(held(all, name) <= (drains ? 0 : (all_slots.size() + active - 1) / active));
        CHECK(plan_slots(all, name) == SlotPlan{});
    }
    CHECK(are_spread(all, {}));
}

} // namespace

TEST_CASE("a server alone takes all slots, at once") {
    SlotHolders all{{{"a", false}}};
    CHECK(plan_slots(all, "a").take.size() == all_slots.size());
    CHECK(plan_slots(all, "a").release.empty());
    step(all);
    check_even(all);
}

TEST_CASE("servers that start together share without a move") {
    SlotHolders all{{{"a", false}, {"b", false}, {"c", false}}};
    CHECK(step(all) == 0);
    check_even(all);
}

TEST_CASE("a new server gets its share, and nothing else moves") {
    SlotHolders all{{{"a", false}, {"b", false}}};
    step(all);
    const auto before = all.holders;
    all.servers["c"] = false;
    CHECK(step(all) == 10);
    CHECK(step(all) == 0);
    check_even(all);
    std::size_t moved = 0;
    for (const auto& [slot, holder] : all.holders)
        moved += holder != before.at(slot) ? 1U : 0U;
    CHECK(moved == 10);
    CHECK(held(all, "c") == 10);
}

TEST_CASE("the slots of a dead server are taken once their leases have ended, and only those") {
    SlotHolders all{{{"a", false}, {"b", false}, {"c", false}}};
    step(all);
    all.servers.erase("b");
    CHECK(step(all) == 0); // its leases have not ended
    const std::size_t lost = held(all, "b");
    CHECK(lost > 0);
    std::erase_if(all.holders, [](const auto& holder) { return holder.second == "b"; });
    CHECK(step(all) == 0);
    check_even(all);
}

TEST_CASE("a server that drains gives up everything, unless it is the last one") {
    SlotHolders all{{{"a", false}, {"b", false}}};
    step(all);
    all.servers["a"] = true;
    CHECK(step(all) == 16);
    step(all);
    check_even(all);
    all.servers["b"] = true;
    CHECK(step(all) == 0);
    CHECK(held(all, "b") == all_slots.size());
    // What one of them has given up doesn't wait until all have ended.
    all.holders.erase('2');
    CHECK(step(all) == 0);
    CHECK(all.holders.size() == all_slots.size());
    all.servers["a"] = false; // back again
    step(all);
    step(all);
    check_even(all);
}

TEST_CASE("a server that others don't see does nothing") {
    const SlotHolders all{{{"a", false}}, {{'2', "b"}}};
    CHECK(plan_slots(all, "b") == SlotPlan{});
}

TEST_CASE("whatever comes and goes, slots end up even, with as few moves as that takes") {
    Random random(1);
    SlotHolders all;
    for (int i = 0; i < 2000; ++i) {
        const std::string name(1, static_cast<char>('a' + random.below(7)));
        if (random.one_in(3)) {
            all.servers.erase(name);
            std::erase_if(all.holders, [&](const auto& holder) { return holder.second == name; });
        } else {
            all.servers[name] = random.one_in(4);
        }
        std::size_t active = 0;
        for (const auto& [server, drains] : all.servers)
            active += drains ? 0U : 1U;
        if (active == 0)
            continue;
        // What must move: what those who drain have, and what others have above the highest share,
        // or above the lowest one if too many have the highest.
        const std::size_t low = all_slots.size() / active, extra = all_slots.size() % active;
        std::size_t must = 0, above = 0;
        for (const auto& [server, drains] : all.servers) {
            const std::size_t has = held(all, server);
            must += drains ? has : has > low ? has - low : 0;
            above += !drains && has > low ? 1U : 0U;
        }
        must -= std::min(above, extra);
        CHECK(step(all) == must);
        CHECK(step(all) == 0);
        check_even(all);
    }
}
