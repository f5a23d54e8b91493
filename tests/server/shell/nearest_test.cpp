#include "server/shell/nearest.hpp"

#include <doctest/doctest.h>

namespace jaipur::server::shell {

TEST_CASE("the distance of two names is how many letters are different") {
    CHECK(distance("", "") == 0);
    CHECK(distance("retain", "retain") == 0);
    CHECK(distance("", "abc") == 3);
    CHECK(distance("abc", "") == 3);
    CHECK(distance("retian", "retain") == 1);
    CHECK(distance("rooms", "room") == 1);
    CHECK(distance("room", "rooms") == 1);
    CHECK(distance("data", "date") == 1);
    CHECK(distance("abcd", "badc") == 2);
    CHECK(distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest name is the one that takes the fewest changes") {
    CHECK(nearest("room", {"data", "rooms", "rook"}, 2) == "rooms");
    CHECK(nearest("rook", {"rooms", "rook"}, 2) == "rook");
    CHECK_FALSE(nearest("listen", {"data", "rooms"}, 2));
    CHECK_FALSE(nearest("room", {"rooms"}, 0));
    CHECK_FALSE(nearest("room", {}, 9));
}

} // namespace jaipur::server::shell
