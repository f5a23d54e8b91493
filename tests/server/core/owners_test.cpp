// Where other servers have slots.
#include "server/core/owners.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using namespace jaipur::server::core;

TEST_CASE("an owner has an address unless it is this server, unknown, or out of reach") {
    Slots mine;
    mine.insert('A');
    Owners owners("me", [&](Slot slot) { return mine.contains(slot); });
    CHECK(owners.owns('A'));
    CHECK(owners.address_of('B') == std::nullopt); // nothing was seen yet
    owners.see({{{"me", false}, {"other", false}, {"silent", false}},
                {{'A', "me"}, {'B', "other"}, {'C', "silent"}, {'D', "dead"}}},
               {{"me", "10.0.0.1:7"}, {"other", "10.0.0.2:7"}});
    CHECK_FALSE(owners.owns('B'));
    CHECK(owners.address_of('B') == "10.0.0.2:7");
    for (const Slot slot : {'A', 'C', 'D', 'E'})
        CHECK(owners.address_of(slot) == std::nullopt);
    CHECK(owners.others() == std::map<std::string, std::string>{{"other", "10.0.0.2:7"}});

    mine.insert('B'); // it came here since
    CHECK(owners.owns('B'));
    CHECK(owners.address_of('B') == std::nullopt);
    owners.see({{{"me", false}}, {{'B', "me"}}}, {{"me", "10.0.0.1:7"}});
    CHECK(owners.others().empty());
}
